// anqi-book: makes opening books, looks into them, and reports what they say about first flips.
#include <array>

#include "tools/book/commands.h"

int main(int argc, char** argv) {
    using namespace anqi::book_tool;
    static constexpr std::array commands = {&kBuild,  &kMerge,  &kInfo,  &kShow,
                                            &kVerify, &kExport, &kReport};
    return anqi::run_subcommands("anqi-book", commands, argc, argv);
}
