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

}  // namespace anqi::tables_tool
