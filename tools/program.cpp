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
