#include "tools/subcommand.h"

#include <fmt/format.h>

#include "tools/program.h"

namespace anqi {
namespace {

namespace po = boost::program_options;

int run_one(std::string_view program, const Subcommand& command, int argc,
            const char* const* argv) {
    return run_program(fmt::format("{} {}", program, command.name), [&] {
        po::options_description shown("Options");
        shown.add_options()("help", "say this and end");
        command.add_options(shown);
        po::options_description all = shown;
        po::positional_options_description words;
        if (command.word != nullptr) {
            all.add_options()(command.word, po::value<std::vector<std::string>>());
            words.add(command.word, command.words);
        }
        const auto values = read_arguments(all, words, argc, argv);
        if (values.count("help") == 0) return command.run(values);
        print_help(command.usage, shown);
        return 0;
    });
}

int run_named(std::string_view program, std::span<const Subcommand* const> commands, int argc,
              const char* const* argv) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    for (const Subcommand* const command : commands) {
        if (command->name == word) return run_one(program, *command, argc - 1, argv + 1);
    }
    if (word != "--help") {
        throw po::error(word.empty() ? "a command is missing"
                                     : fmt::format("there is no command '{}'", word));
    }
    for (const Subcommand* const command : commands) fmt::print("{}\n", command->usage);
    return 0;
}

}  // namespace

std::string read_word(const Values& values, const char* name, std::string_view what) {
    if (values.count(name) == 0) throw po::error(fmt::format("{} is missing", what));
    return values[name].as<std::vector<std::string>>().front();
}

std::string read_required(const Values& values, const char* name) {
    if (values.count(name) == 0) throw po::error(fmt::format("--{} is missing", name));
    return values[name].as<std::string>();
}

int fail(std::string_view who, std::string_view message) {
    fmt::print(stderr, "{}: {}\n", who, message);
    return kFailed;
}

int run_subcommands(std::string_view program, std::span<const Subcommand* const> commands, int argc,
                    const char* const* argv) {
    return run_program(program, [&] { return run_named(program, commands, argc, argv); });
}

}  // namespace anqi
