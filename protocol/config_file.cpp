#include "protocol/config_file.h"

#include <fmt/format.h>
#include <utility>

#include "engine/core/notation.h"
#include "protocol/line_reader.h"
#include "protocol/options.h"

namespace anqi {
namespace {

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

void apply_one(const Assignment& assignment, Configuration& configuration,
               std::vector<std::string>& problems) {
    const Status set = set_option(configuration, assignment.name, assignment.value);
    if (!set) problems.push_back(fmt::format("{}: {}", assignment.source, set.error()));
}

// What a file's lines wish for, and what is wrong with them.
struct Lines {
    std::vector<Assignment> assignments;
    std::vector<std::string> problems;

    void read(const Line& line, const std::string& source) {
        const std::string_view text = trimmed(without_comment(line.text));
        const auto equals = text.find('=');
        if (line.too_long) {
            problems.push_back(fmt::format("{}: the line is too long", source));
        } else if (text.empty()) {
            return;
        } else if (equals == std::string_view::npos) {
            problems.push_back(fmt::format("{}: no '=' in {}", source, quoted(text)));
        } else {
            assignments.push_back({std::string(trimmed(text.substr(0, equals))),
                                   std::string(trimmed(text.substr(equals + 1))), source});
        }
    }
};

}  // namespace

std::vector<std::string> apply_all(const std::vector<Assignment>& assignments,
                                   Configuration& configuration) {
    std::vector<std::string> problems;
    for (const bool rules_now : {true, false}) {
        for (const Assignment& assignment : assignments) {
            const bool is_rules = assignment.name == "rules";
            if (is_rules == rules_now) apply_one(assignment, configuration, problems);
        }
    }
    return problems;
}

std::vector<std::string> apply_config(std::string_view text, const std::string& file,
                                      Configuration& configuration) {
    Lines lines;
    int number = 0;
    LineReader reader(
        [&](const Line& line) { lines.read(line, fmt::format("{}:{}", file, ++number)); });
    reader.feed(text);
    reader.finish();
    std::vector<std::string> problems = apply_all(lines.assignments, configuration);
    problems.insert(problems.begin(), lines.problems.begin(), lines.problems.end());
    return problems;
}

}  // namespace anqi
