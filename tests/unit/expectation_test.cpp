// Expected scores of endings with face-down pieces against plain value iteration.
#include "engine/tables/expectation.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <string>

#include "engine/core/notation.h"
#include "engine/tables/on_demand.h"
#include "engine/tables/tables.h"
#include "tests/support/endings.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/expected_scores.h"

namespace anqi {
namespace {

// Each flip rounds the score by half a unit of 2^-40.
constexpr double kRounding = 1e-11;

constexpr std::array kShapes = {"olympiad", "exchange", "xiangqi"};

RuleSet with_limit(const char* name, int limit) {
    RuleSet rules = test::rules_of(name);
    rules.quiet_limit = limit;
    rules.repetition = 0;
    return rules;
}

struct Differences {
    std::string first;
    int compared = 0;
    int uneven = 0;  // neither won, drawn nor lost

    void add(const Position& position, double found, double expected) {
        ++compared;
        uneven += expected != std::round(expected);
        if (std::abs(found - expected) < kRounding || !first.empty()) return;
        first =
            to_text(position) + ": " + std::to_string(found) + ", not " + std::to_string(expected);
    }
};

void compare(OnDemand& tables, test::ExpectedScores& plain, const Men& men,
             Differences& differences) {
    test::for_each_position(men, [&](const Position& position) {
        differences.add(position, tables.score(position), plain.score(position));
    });
}

TEST_CASE("expected scores of 2 men are those of plain value iteration") {
    for (const char* const rules : kShapes) {
        OnDemand tables(test::rules_of(rules).shape, 2, 2);
        test::ExpectedScores plain(with_limit(rules, 0));
        Differences differences;
        for (const int face_down : {1, 2}) {
            for (const Men& men : test::endings(2, face_down)) {
                compare(tables, plain, men, differences);
            }
        }
        CAPTURE(rules);
        CHECK(differences.first == "");
        CHECK(differences.compared > 200'000);
    }
}

void compare_three(const char* rules) {
    Random random(21);
    OnDemand tables(test::rules_of(rules).shape, 3, 3);
    test::ExpectedScores plain(with_limit(rules, 0));
    Differences differences;
    for (const int face_down : {1, 2, 3}) {
        const auto sets = static_cast<std::size_t>(test::by_build(4, 2));
        for (const Men& men : test::random_endings(3, face_down, sets, random)) {
            compare(tables, plain, men, differences);
        }
    }
    CHECK(differences.first == "");
    CHECK(differences.uneven > 0);
}

TEST_CASE("expected scores of 3 men: standard") { compare_three("olympiad"); }
TEST_CASE("expected scores of 3 men: exchange") { compare_three("exchange"); }
TEST_CASE("expected scores of 3 men: xiangqi") { compare_three("xiangqi"); }

// Where the tables answer in spite of a limit, the limit must not matter.
TEST_CASE("expected scores are given only where the quiet limit does not matter") {
    for (const char* const name : kShapes) {
        const RuleSet rules = with_limit(name, kLeastLimit);
        const Tables tables(rules.shape, 2, 2);
        test::ExpectedScores plain(rules);
        Differences differences;
        int silent = 0;
        for (const Men& men : test::endings(2, 1)) {
            test::for_each_position(men, [&](Position position) {
                position.set_quiet((position.quiet() + differences.compared + silent) %
                                   kLeastLimit);
                const auto score = tables.score(rules, position);
                if (!score) return void(++silent);
                differences.add(position, *score, plain.score(position));
            });
        }
        CAPTURE(name);
        CHECK(differences.first == "");
        CHECK(differences.compared > 1'000);
        CHECK(silent > 1'000);
    }
}

}  // namespace
}  // namespace anqi
