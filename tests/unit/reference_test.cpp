// The reference is what the engine is compared with, so it has to meet the published leaf counts
// itself, as deep as its pace allows.
#include <cstdint>
#include <doctest/doctest.h>
#include <set>
#include <stdexcept>
#include <string>

#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"
#include "tests/support/test_data.h"

namespace anqi {
namespace {

std::uint64_t leaves(const reference::Game& game, std::size_t depth) {
    if (depth == 0) return 1;
    if (game.result() != "none") return 0;
    std::uint64_t count = 0;
    const auto add = [&](const std::string& event) {
        reference::Game next = game;
        next.play(event);
        count += leaves(next, depth - 1);
    };
    for (const std::string& action : game.legal_actions()) {
        if (action.substr(0, 2) != action.substr(2)) {
            add(action);
            continue;
        }
        for (const auto& [letter, n] : game.pool()) add(action.substr(0, 2) + '=' + letter);
    }
    return count;
}

TEST_CASE("the reference meets the leaf counts") {
    const auto largest = static_cast<std::uint64_t>(test::by_build(30'000, 3'000));
    for (const auto& row : test::read_table("perft.tsv")) {
        auto rules = reference::preset(row[0]);
        rules.quiet_limit = rules.repetition = 0;
        const reference::Game game(rules, row[1]);
        for (std::size_t depth = 1; depth + 1 < row.size(); ++depth) {
            const std::uint64_t expected = std::stoull(row[depth + 1]);
            if (expected > largest) break;
            CAPTURE(row[1]);
            CAPTURE(depth);
            CHECK(leaves(game, depth) == expected);
        }
    }
}

TEST_CASE("the reference's presets are the engine's") {
    CHECK(rule_presets().size() == 5);
    for (const RuleSet& rules : rule_presets()) {
        CAPTURE(rules.name);
        const auto mine = test::reference_rules(rules);
        const auto theirs = reference::preset(std::string(rules.name));
        CHECK(mine.shape == theirs.shape);
        CHECK(mine.quiet_limit == theirs.quiet_limit);
        CHECK(mine.repetition == theirs.repetition);
        CHECK(mine.kind == theirs.kind);
        CHECK(mine.limit_ply_wins == theirs.limit_ply_wins);
    }
}

TEST_CASE("random positions come in every sort, and each seed gives its own") {
    test::RandomPositions one(1, reference::preset("taiwan"));
    test::RandomPositions again(1, reference::preset("taiwan"));
    test::RandomPositions other(2, reference::preset("taiwan"));
    std::set<std::string> boards;
    int differing = 0, before_first = 0, small = 0, red = 0, black = 0, near_limit = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::string text = one.next();
        CHECK(text == again.next());
        differing += text != other.next();
        boards.insert(text.substr(0, text.find(' ')));
        before_first += text.find(" ? ") != std::string::npos;
        red += text.find(" r ") != std::string::npos;
        black += text.find(" b ") != std::string::npos;
        small += text.find('#') != std::string::npos;
        near_limit += text.ends_with(" 39");
    }
    CHECK(boards.size() > 800);
    CHECK(differing > 900);
    for (const int count : {before_first, small, red, black}) CHECK(count > 50);
    CHECK(near_limit > 10);
}

}  // namespace
}  // namespace anqi
