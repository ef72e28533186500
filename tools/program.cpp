#include "tools/program.h"

#include <algorithm>
#include <sstream>
#include <unistd.h>

#include "engine/core/notation.h"
#include "protocol/options.h"

namespace anqi {

namespace po = boost::program_options;

po::variables_map read_arguments(const po::options_description& options,
                                 const po::positional_options_description& positions, int argc,
                                 const char* const* argv) {
    const auto style =
        po::command_line_style::default_style & ~po::command_line_style::allow_guessing;
    po::command_line_parser parser(argc, argv);
    po::variables_map values;
    po::store(parser.options(options).positional(positions).style(style).run(), values);
    return values;
}

long long read_number(const po::variables_map& values, const char* name, long long low,
                      long long high) {
    const auto value = parse_integer(values[name].as<std::string>(), low, high);
    if (!value) throw po::error(fmt::format("--{}: {}", name, value.error()));
    return *value;
}

const RuleSet& rules_called(const std::string& name) {
    if (const RuleSet* const preset = find_rules(name)) return *preset;
    std::string known;
    for (const RuleSet& rules : rule_presets()) known += fmt::format(" {}", rules.name);
    throw po::error(fmt::format("no rule set is called {}; there are{}", quoted(name), known));
}

std::string duration_text(Microseconds time) {
    const auto seconds = time / 1'000'000;
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::vector<std::string> read_words(const po::variables_map& values, const char* name) {
    return values.count(name) > 0 ? values[name].as<std::vector<std::string>>()
                                  : std::vector<std::string>{};
}

void set_options(Configuration& configuration, const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        const auto equals = std::min(word.find('='), word.size());
        const std::string value = equals < word.size() ? word.substr(equals + 1) : "";
        const Status set = set_option(configuration, word.substr(0, equals), value);
        if (!set) throw po::error(set.error());
    }
}

void print_help(std::string_view usage, const po::options_description& options) {
    std::ostringstream text;
    text << options;
    fmt::print("{}{}", usage, text.str());
}

void tell(std::string_view text) { (void)!::write(STDERR_FILENO, text.data(), text.size()); }

}  // namespace anqi
