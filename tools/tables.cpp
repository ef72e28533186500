// anqi-tables: builds, checks, describes and asks endgame tables.
#include <array>
#include <string_view>

#include "tools/program.h"
#include "tools/tables/commands.h"

namespace {

using anqi::tables_tool::Command;

constexpr std::array<const Command*, 8> kCommands = {
    &anqi::tables_tool::kBuild, &anqi::tables_tool::kVerify, &anqi::tables_tool::kList,
    &anqi::tables_tool::kStats, &anqi::tables_tool::kProbe,  &anqi::tables_tool::kSolve,
    &anqi::tables_tool::kPlan,  &anqi::tables_tool::kIndex};

void help() {
    for (const Command* const command : kCommands) fmt::print("{}\n", command->usage);
}

int run(int argc, const char* const* argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    for (const Command* const command : kCommands) {
        if (command->name == word) return run_command(*command, argc - 1, argv + 1);
    }
    if (word == "--help") {
        help();
        return 0;
    }
    throw boost::program_options::error(
        word.empty() ? "a command is missing" : fmt::format("there is no command '{}'", word));
}

}  // namespace

int main(int argc, char** argv) {
    return anqi::run_program("anqi-tables", [&] { return run(argc, argv); });
}
