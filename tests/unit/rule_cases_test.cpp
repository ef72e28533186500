// The single cases of tests/data/rule_cases.tsv, asked of the engine and of the reference.
#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"
#include "tests/support/test_data.h"

namespace anqi {
namespace {

struct RuleCase {
    std::string id, rules, position;
    std::vector<std::string> events;
    std::string demand;             // legal, illegal, only, result
    std::vector<std::string> list;  // what follows it
};

std::vector<std::string> words(const std::string& text) {
    auto list = test::split(text, ' ');
    std::erase(list, "");
    return list;
}

std::vector<RuleCase> rule_cases() {
    std::vector<RuleCase> cases;
    for (const auto& row : test::read_table("rule_cases.tsv")) {
        auto expected = words(row.at(4));
        const std::string demand = expected.front();
        expected.erase(expected.begin());
        cases.push_back({row[0], row[1], row[2], words(row[3]), demand, expected});
    }
    return cases;
}

std::string joined(const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& word : list) text += (text.empty() ? "" : " ") + word;
    return text;
}

// `legal` sorted.
void judge(const RuleCase& c, const std::vector<std::string>& legal, const std::string& result) {
    if (c.demand == "result") {
        // "none" and bare winners leave the reason open.
        const bool reason_given = c.list.size() > 1 || c.list[0] == "none";
        CHECK(joined(c.list) == (reason_given ? result : result.substr(0, result.find(' '))));
    } else if (c.demand == "only") {
        auto sorted = c.list;
        std::sort(sorted.begin(), sorted.end());
        CHECK(joined(sorted) == joined(legal));
    } else {
        REQUIRE((c.demand == "legal" || c.demand == "illegal"));
        for (const std::string& action : c.list) {
            CAPTURE(action);
            const bool found = std::binary_search(legal.begin(), legal.end(), action);
            CHECK(found == (c.demand == "legal"));
        }
    }
}

TEST_CASE("rule cases hold in the engine") {
    const auto cases = rule_cases();
    CHECK(cases.size() >= 42);
    for (const RuleCase& c : cases) {
        CAPTURE(c.id);
        Game game = test::game_of(c.rules, c.position);
        for (const std::string& event : c.events) test::play(game, event);
        judge(c, test::texts(game.legal_moves()), test::result_text(game));
    }
}

TEST_CASE("rule cases hold in the reference") {
    for (const RuleCase& c : rule_cases()) {
        CAPTURE(c.id);
        const std::string start = c.position == "start" ? test::kStartText : c.position;
        reference::Game game(reference::preset(c.rules), start);
        for (const std::string& event : c.events) game.play(event);
        judge(c, game.legal_actions(), game.result());
    }
}

}  // namespace
}  // namespace anqi
