#include "tools/tables/arguments.h"

#include <fmt/format.h>

#include "engine/core/notation.h"
#include "engine/tables/solved_class.h"
#include "tools/program.h"

namespace anqi::tables_tool {

namespace po = boost::program_options;

void add_rules(po::options_description& options) {
    // clang-format off
    options.add_options()
        ("rules", po::value<std::string>()->default_value("olympiad"), "rule set")
        ("quiet-limit", po::value<std::string>(), "plies without capture or flip, 0 = no limit");
    // clang-format on
}

RuleSet read_rules(const Values& values) {
    RuleSet rules = rules_called(values["rules"].as<std::string>());
    if (values.count("quiet-limit") > 0) {
        rules.quiet_limit = static_cast<int>(read_number(values, "quiet-limit", 0, kMaxQuietLimit));
    }
    return rules;
}

RuleSet read_served_rules(const Values& values) {
    const RuleSet rules = read_rules(values);
    if (rules.quiet_limit > 0 && rules.quiet_limit < kLeastLimit) {
        throw po::error(
            fmt::format("--quiet-limit: 0 or at least {}, not {}", kLeastLimit, rules.quiet_limit));
    }
    return rules;
}

std::string read_word(const Values& values, const char* name, std::string_view what) {
    if (values.count(name) == 0) throw po::error(fmt::format("{} is missing", what));
    return values[name].as<std::string>();
}

Position read_position(const std::string& text) {
    const auto position = parse_position(text);
    if (!position) throw po::error(position.error());
    return *position;
}

Men read_men(const std::string& text) {
    const auto men = parse_men(text);
    if (!men) throw po::error(men.error());
    if (!men->alive(Colour::red) || !men->alive(Colour::black)) {
        throw po::error(fmt::format("{}: one side has no men", quoted(text)));
    }
    if (men->count() > kMostTableMen)
        throw po::error(fmt::format("{}: too many men", quoted(text)));
    return *men;
}

int fail(std::string_view command, std::string_view message) {
    fmt::print(stderr, "anqi-tables {}: {}\n", command, message);
    return kFailed;
}

int run_command(const Command& command, int argc, const char* const* argv) {
    return run_program(fmt::format("anqi-tables {}", command.name), [&] {
        po::options_description shown("Options");
        shown.add_options()("help", "say this and end");
        command.add_options(shown);
        po::options_description all = shown;
        po::positional_options_description words;
        if (command.word != nullptr) {
            all.add_options()(command.word, po::value<std::string>());
            words.add(command.word, 1);
        }
        const auto values = read_arguments(all, words, argc, argv);
        if (values.count("help") == 0) return command.run(values);
        print_help(command.usage, shown);
        return 0;
    });
}

}  // namespace anqi::tables_tool
