// anqi-tables: builds, checks, describes and asks endgame tables.
#include <array>

#include "tools/tables/commands.h"

int main(int argc, char** argv) {
    using namespace anqi::tables_tool;
    static constexpr std::array commands = {&kBuild, &kVerify, &kList, &kStats,
                                            &kProbe, &kSolve,  &kPlan, &kIndex};
    return anqi::run_subcommands("anqi-tables", commands, argc, argv);
}
