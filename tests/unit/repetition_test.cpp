// Both definitions of a repetition, the order of the verdicts, and the run-time numbers.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"

namespace anqi {
namespace {

RuleSet with_repetition(RuleSet rules, int times, RepetitionKind kind) {
    rules.repetition = times;
    rules.repetition_kind = kind;
    return rules;
}

// The ply after which the line is over, or 0; asked of engine and reference alike.
int ends_on_ply(const RuleSet& rules, const std::string& start, const std::string& line) {
    Game game = test::game_of(rules, start);
    reference::Game reference(test::reference_rules(rules), start);
    for (std::size_t i = 0; i < line.size(); i += 5) {
        const std::string event = line.substr(i, 4);
        test::play(game, event);
        reference.play(event);
        REQUIRE(test::result_text(game) == reference.result());
        if (game.over()) return game.plies();
    }
    return 0;
}

constexpr const char* kTwoGenerals = "3k/4/4/4/4/4/4/K3 r - 0";
// Ever the same four plies, and once the way back by other squares.
constexpr const char* kToAndFro =
    "a1a2 d8d7 a2a1 d7d8 a1a2 d8d7 a2a1 d7d8 a1a2 d8d7 a2a1 d7d8 a1a2 d8d7";
constexpr const char* kTwoWays =
    "a1a2 d8d7 a2a1 d7d8 a1b1 d8c8 b1a1 c8d8 a1a2 d8d7 a2a1 d7d8 a1b1 d8c8 b1a1 c8d8 "
    "a1a2 d8d7 a2a1 d7d8 a1b1 d8c8 b1a1 c8d8 a1a2 d8d7 a2a1 d7d8 a1b1 d8c8 b1a1 c8d8";

TEST_CASE("by position the set-up counts as the first time") {
    const RuleSet rules = test::rules_of("olympiad");
    const auto three = with_repetition(rules, 3, RepetitionKind::position);
    const auto two = with_repetition(rules, 2, RepetitionKind::position);
    CHECK(ends_on_ply(three, kTwoGenerals, kToAndFro) == 8);
    CHECK(ends_on_ply(two, kTwoGenerals, kToAndFro) == 4);
    CHECK(ends_on_ply(three, kTwoGenerals, kTwoWays) == 8);
}

TEST_CASE("by cycle the plies themselves must repeat, one after the other") {
    const RuleSet rules = test::rules_of("olympiad");
    const auto three = with_repetition(rules, 3, RepetitionKind::cycle);
    const auto two = with_repetition(rules, 2, RepetitionKind::cycle);
    CHECK(ends_on_ply(three, kTwoGenerals, kToAndFro) == 12);
    CHECK(ends_on_ply(two, kTwoGenerals, kToAndFro) == 8);
    CHECK(ends_on_ply(three, kTwoGenerals, kTwoWays) == 24);
    CHECK(ends_on_ply(two, kTwoGenerals, kTwoWays) == 16);
}

TEST_CASE("a cycle is found at any phase") {
    const auto three = with_repetition(test::rules_of("olympiad"), 3, RepetitionKind::cycle);
    const std::string late = std::string("a1b1 d8c8 b1a1 c8c7 a1a2 c7d7 a2a1 d7d8 ") + kToAndFro;
    // a1a2 stands before the first whole cycle, so the twelve plies begin no earlier than ply 7.
    CHECK(ends_on_ply(three, kTwoGenerals, late) == 18);
}

TEST_CASE("sequences of odd length are cycles too") {
    // Two chariots of different sides on one round trip of five moves: each sequence of five plies
    // is played by the one side and then by the other.
    auto rules = with_repetition(test::rules_of("xiangqi"), 2, RepetitionKind::cycle);
    const std::string round = "a1a2 b3b1 a2a3 b1a1 a3b3 ";
    CHECK(ends_on_ply(rules, "4/4/4/4/4/1r2/4/R3 r - 0", round + round + round) == 10);
}

TEST_CASE("switched off there is no repetition") {
    const RuleSet rules = test::rules_of("olympiad");
    CHECK(ends_on_ply(with_repetition(rules, 0, RepetitionKind::position), kTwoGenerals,
                      kTwoWays) == 0);
    CHECK(ends_on_ply(with_repetition(rules, 0, RepetitionKind::cycle), kTwoGenerals, kTwoWays) ==
          0);
    CHECK(ends_on_ply(test::rules_of("exchange"), kTwoGenerals, kTwoWays) == 0);
}

TEST_CASE("the position after a flip or a capture is a first time") {
    const auto two = with_repetition(test::rules_of("olympiad"), 2, RepetitionKind::position);
    CHECK(ends_on_ply(two, "3k/4/4/4/X3/4/4/K3 r p 0", "a1a2 d8d7 a4=p d7d8 a2a1 d8d7 a1a2 d7d8") ==
          7);
    CHECK(ends_on_ply(two, "3k/4/4/4/4/1g2/1G2/K3 r - 0",
                      "a1a2 d8d7 b2b3 d7d8 a2a1 d8d7 a1a2 d7d8") == 7);
}

TEST_CASE("a flip or a capture ends every cycle") {
    const auto two = with_repetition(test::rules_of("olympiad"), 2, RepetitionKind::cycle);
    CHECK(ends_on_ply(two, "3k/4/4/4/X3/4/4/K3 r p 0",
                      "a1a2 d8d7 a2a1 d7d8 a4=p d8d7 a1a2 d7d8 a2a1 d8d7 a1a2 d7d8 a2a1") == 13);
}

TEST_CASE("the same squares with the other side to move are another position") {
    const auto two = with_repetition(test::rules_of("olympiad"), 2, RepetitionKind::position);
    // The chariot is back after three moves: the squares as at first, but black to move.
    auto rules = two;
    rules.shape = Shape::xiangqi;
    CHECK(ends_on_ply(rules, "3k/4/4/4/4/4/4/R3 r - 0", "a1a2 d8d7 a2a3 d7d8 a3a1") == 0);
}

TEST_CASE("repetition numbers can be changed in the middle of a game") {
    Game game = test::game_of("olympiad", kTwoGenerals);
    test::play(game, "a1a2 d8d7 a2a1 d7d8");
    CHECK(test::result_text(game) == "none");
    game.set_rules(with_repetition(game.rules(), 2, RepetitionKind::position));
    CHECK(test::result_text(game) == "draw repetition");
    game.set_rules(with_repetition(game.rules(), 2, RepetitionKind::cycle));
    CHECK(test::result_text(game) == "none");
}

TEST_CASE("the limit ply that blocks the opponent wins or draws as the rules say") {
    RuleSet rules = test::rules_of("taiwan");
    Game won = test::game_of(rules, "4/4/4/4/4/4/gm2/P3 b - 39");
    CHECK(test::result_text(won) == "none");
    test::play(won, "b2b1");
    CHECK(test::result_text(won) == "black no-legal-action");

    rules.limit_ply = LimitPly::draw;
    Game drawn = test::game_of(rules, "4/4/4/4/4/4/gm2/P3 b - 39");
    test::play(drawn, "b2b1");
    CHECK(test::result_text(drawn) == "draw no-progress");

    Game earlier = test::game_of(rules, "4/4/4/4/4/4/gm2/P3 b - 38");
    test::play(earlier, "b2b1");
    CHECK(test::result_text(earlier) == "black no-legal-action");
}

TEST_CASE("the platform looks at draws first, and only after a quiet ply") {
    Game drawn = test::game_of("platform", "4/4/4/4/4/4/gm2/P3 b - 179");
    test::play(drawn, "b2b1");
    CHECK(test::result_text(drawn) == "draw no-progress");
    Game blocked = test::game_of("platform", "4/4/4/4/4/4/gR2/Pm2 b - 179");
    CHECK(test::result_text(blocked) == "none");
    Game captured = test::game_of("platform", "4/4/4/4/4/4/gm2/PN2 b - 179");
    test::play(captured, "b2b1");
    CHECK(test::result_text(captured) == "black no-legal-action");
    Game extinct = test::game_of("platform", "4/4/4/4/4/4/4/gN2 b - 179");
    test::play(extinct, "a1b1");
    CHECK(test::result_text(extinct) == "black all-captured");
}

TEST_CASE("a capture on the limit ply is progress") {
    Game game = test::game_of("taiwan", "3k/4/4/4/4/4/n3/N3 r - 39");
    test::play(game, "a1a2");
    CHECK(test::result_text(game) == "none");
}

TEST_CASE("the quiet limit comes before the repetition") {
    RuleSet rules = with_repetition(test::rules_of("olympiad"), 2, RepetitionKind::position);
    rules.quiet_limit = 4;
    Game game = test::game_of(rules, kTwoGenerals);
    test::play(game, "a1a2 d8d7 a2a1 d7d8");
    CHECK(test::result_text(game) == "draw no-progress");
}

TEST_CASE("a limit of 0 is no limit, and 180 holds from the start of a game") {
    RuleSet rules = with_repetition(test::rules_of("olympiad"), 0, RepetitionKind::position);
    Game reached = test::game_of(rules, "3n/4/4/4/4/4/4/N3 r - 178");
    test::play(reached, "a1a2");
    CHECK(test::result_text(reached) == "none");
    test::play(reached, "d8d7");
    CHECK(test::result_text(reached) == "draw no-progress");
    rules.quiet_limit = 0;
    Game endless = test::game_of(rules, "3n/4/4/4/4/4/4/N3 r - 0");
    for (int i = 0; i < 1000; ++i) test::play(endless, "a1a2 d8d7 a2a1 d7d8");
    CHECK(test::result_text(endless) == "none");
    CHECK(endless.position().quiet() == 4000);
}

TEST_CASE("a game may go on past a draw, but not past an end on the board") {
    RuleSet rules = test::rules_of("taiwan");
    Game drawn = test::game_of(rules, "3n/4/4/4/4/4/4/N3 r - 39");
    test::play(drawn, "a1a2");
    CHECK(test::result_text(drawn) == "draw no-progress");
    CHECK(drawn.legal_moves().empty());
    CHECK(drawn.play_past_draw(test::event_of("d8d7")) == Illegal::none);
    drawn.undo();
    CHECK(test::result_text(drawn) == "draw no-progress");
    Game won = test::game_of(rules, "4/4/4/4/4/4/n3/G2X r P 0");
    test::play(won, "a1a2");
    CHECK(won.play_past_draw(test::event_of("d1=P")) == Illegal::game_over);
}

TEST_CASE("a declared result stands until the game changes") {
    Game game = test::game_of("olympiad", kTwoGenerals);
    test::play(game, "a1a2");
    game.declare({Winner::red, Reason::resign});
    CHECK(test::result_text(game) == "red resign");
    CHECK(test::result_text(game) == "red resign");
    CHECK(game.board_outcome() == Outcome{});
    CHECK(game.play(test::event_of("d8d7")) == Illegal::game_over);
    game.undo();
    CHECK(test::result_text(game) == "none");
}

}  // namespace
}  // namespace anqi
