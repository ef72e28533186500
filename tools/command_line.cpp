#include "tools/command_line.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>

#include "engine/core/notation.h"
#include "engine/util/file.h"
#include "protocol/options.h"
#include "protocol/suggest.h"

namespace anqi {
namespace {

namespace po = boost::program_options;

constexpr std::size_t kMaxConfig = 1 << 20;
constexpr std::string_view kUsage =
    "anqi, an engine for Chinese dark chess. Speaks MGTP on its standard input and output.\n"
    "\n"
    "  anqi [options]                     answers requests; 'help' lists them\n"
    "  anqi demo [options]                plays a game against itself and shows it\n"
    "  anqi --perft DEPTH [POSITION]      counts the leaves of the game tree\n"
    "  anqi --bench                       measures the search\n"
    "  anqi --help, anqi --version\n"
    "  --config FILE                      reads options from FILE (name = value); without it,\n"
    "                                     from anqi.conf beside the program if it is there\n"
    "\n"
    "Options; each can stand in the configuration file too, and be set by the host:\n";

std::string dashed(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

po::options_description known_options() {
    po::options_description known;
    known.add_options()("help", "")("version", "")("bench", "");
    known.add_options()("perft", po::value<std::string>(), "");
    known.add_options()("config", po::value<std::string>(), "");
    for (const Option& option : options()) {
        known.add_options()(dashed(option.name).c_str(), po::value<std::string>(), "");
    }
    return known;
}

// Underscores in an option's name are as good as dashes.
std::vector<std::string> normalised(int argc, const char* const* argv) {
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    for (std::string& word : words) {
        if (!word.starts_with("--")) continue;
        const auto name_end =
            word.begin() + static_cast<std::ptrdiff_t>(std::min(word.find('='), word.size()));
        std::replace(word.begin(), name_end, '_', '-');
    }
    return words;
}

Error unknown_option(const po::options_description& known, std::string_view word) {
    const std::string_view name = word.substr(0, word.find('='));
    std::vector<std::string> names;
    for (const auto& option : known.options()) names.push_back("--" + option->long_name());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return Error{unknown("option", name, views)};
}

Status take(const po::option& option, CommandLine& line) {
    const std::string value = option.value.empty() ? "" : option.value.front();
    const std::string& name = option.string_key;
    if (name == "help") {
        line.help = true;
    } else if (name == "version") {
        line.version = true;
    } else if (name == "bench") {
        line.bench = true;
    } else if (name == "perft") {
        line.perft = value;
    } else if (name == "config") {
        line.config = value;
    } else if (!name.empty()) {
        line.options.push_back({name, value, "--" + name});
    } else if (value == "demo" && option.position_key == 0) {
        line.demo = true;
    } else if (!line.position) {
        line.position = value;
    } else {
        return Error{fmt::format("unexpected argument {}", anqi::quoted(value))};
    }
    return Done{};
}

Result<CommandLine> read(const po::options_description& known, const po::parsed_options& parsed) {
    CommandLine line;
    for (const po::option& option : parsed.options) {
        const Status taken = take(option, line);
        if (!taken) return Error{taken.error()};
    }
    if (line.position && line.position->starts_with('-')) {
        return unknown_option(known, *line.position);
    }
    if (line.position && !line.perft) {
        return Error{fmt::format("unexpected argument {}", anqi::quoted(*line.position))};
    }
    return line;
}

Status read_required(const std::string& file, Configuration& configuration) {
    const auto text = read_file(file, kMaxConfig);
    if (!text) return Error{text.error()};
    const auto problems = apply_config(*text, file, configuration);
    if (problems.empty()) return Done{};
    return Error{fmt::format("{}", fmt::join(problems, "\n"))};
}

void read_optional(const std::string& file, Configuration& configuration) {
    if (!file_exists(file)) return;
    const auto text = read_file(file, kMaxConfig);
    if (!text) {
        fmt::print(stderr, "warning: {}\n", text.error());
        return;
    }
    for (const std::string& problem : apply_config(*text, file, configuration)) {
        fmt::print(stderr, "warning: {}; line ignored\n", problem);
    }
}

}  // namespace

bool CommandLine::names(std::string_view option) const {
    return std::any_of(options.begin(), options.end(),
                       [&](const Assignment& a) { return a.name == option; });
}

Result<CommandLine> parse_command_line(int argc, const char* const* argv) {
    namespace style = po::command_line_style;
    const po::options_description known = known_options();
    try {
        return read(known, po::command_line_parser(normalised(argc, argv))
                               .options(known)
                               .style(style::allow_long | style::long_allow_adjacent |
                                      style::long_allow_next)
                               .run());
    } catch (const po::unknown_option& error) {
        return unknown_option(known, error.get_option_name());
    } catch (const po::error& error) {
        return Error{error.what()};
    }
}

std::string usage() {
    std::string text(kUsage);
    for (const Option& option : options()) {
        const std::string standard = option.default_value();
        text +=
            fmt::format("  --{} {}\n      {} ({}; default {})\n", dashed(option.name), option.type,
                        option.help, option.range, standard.empty() ? "nothing" : standard);
    }
    return text;
}

Result<Configuration> configure(const CommandLine& line) {
    Configuration configuration;
    configuration.player.book = "auto";
    if (line.config) {
        const Status read = read_required(*line.config, configuration);
        if (!read) return Error{read.error()};
    } else {
        const auto beside = beside_program("anqi.conf");
        if (beside) read_optional(*beside, configuration);
    }
    const auto problems = apply_all(line.options, configuration);
    if (!problems.empty()) return Error{problems.front()};
    return configuration;
}

}  // namespace anqi
