// The solver of small boards against values computed by programs independent of this one, against
// retrograde analysis, and against its own definition.
#include "engine/tables/small_board.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/notation.h"
#include "engine/core/symmetry.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/small_boards.h"

namespace anqi {
namespace {

constexpr double kRounding = 1e-12;

void compare(const std::vector<std::string_view>& sets) {
    std::size_t compared = 0;
    for (const auto& board : test::solved_boards()) {
        if (std::find(sets.begin(), sets.end(), board.pieces) == sets.end()) continue;
        CAPTURE(board.pieces);
        const Position start = test::small_board(board.pieces);
        SmallBoard solver(default_rules(), start.missing());
        const double corner = solver.value(start, test::kCornerFlip);
        const double inner = solver.value(start, test::kInnerFlip);
        CHECK(std::abs(corner - board.corner) < kRounding);
        CHECK(std::abs(inner - board.inner) < kRounding);
        CHECK(solver.value(start) == std::max(corner, inner));
        ++compared;
    }
    CHECK(compared == sets.size());
}

TEST_CASE("small boards are solved exactly: few kinds") {
    compare({"PPPP", "KPPP", "CPPP", "CCPP"});
}

TEST_CASE("small boards are solved exactly: two of a kind" * doctest::test_suite("slow")) {
    compare({"GGMM", "KGPP", "KGGP"});
}

TEST_CASE("small boards are solved exactly: four kinds" * doctest::test_suite("slow")) {
    compare({"KGMP"});
}

// Plays random games and demands of every position that its value is that of its best move, and the
// same after an exchange of colours.
void check_consistency(const char* rules_name, const char* pieces) {
    RuleSet rules = test::rules_of(rules_name);
    rules.quiet_limit = 8;
    const Position start = test::small_board(pieces);
    SmallBoard solver(rules, start.missing());
    Random random(3);
    for (int i = 0; i < 20; ++i) {
        Game game(rules, start);
        while (!game.over()) {
            const Position& position = game.position();
            double best = -1;
            for (const Move move : game.legal_moves()) {
                best = std::max(best, solver.value(position, move));
            }
            CAPTURE(to_text(position));
            CHECK(std::abs(solver.value(position) - best) < kRounding);
            CHECK(std::abs(solver.value(swap_colours(position)) - best) < kRounding);
            (void)game.play(test::random_event(game, random));
        }
    }
}

TEST_CASE("a solved position is worth what its best move is worth") {
    for (const auto* rules : {"olympiad", "exchange", "xiangqi"}) {
        CAPTURE(rules);
        check_consistency(rules, "PPPP");
        check_consistency(rules, "KRC");
    }
}

TEST_CASE("two pieces on two squares") {
    const std::string board = "####/####/####/####/####/####/X###/X### ? ";
    // Whoever flips first takes the other soldier.
    const Position soldiers = test::position_of(board + "Pp 0");
    CHECK(SmallBoard(default_rules(), soldiers.missing()).value(soldiers) == 1);
    // In half of the cases the general comes up first, is blocked and loses.
    const Position mixed = test::position_of(board + "Kp 0");
    CHECK(SmallBoard(default_rules(), mixed.missing()).value(mixed) == 0);
}

TEST_CASE("a side that can shuffle for ever has a draw") {
    // Two cannons without a screen take nothing.
    const Position cannons = test::position_of("####/####/####/####/c1##/2##/2##/C1## b - 0");
    CHECK(SmallBoard(default_rules(), cannons.missing()).value(cannons) == 0);
    // A chariot to move at an odd distance catches its like on so small a board.
    const Position chariots = test::position_of("####/####/####/####/r1##/2##/2##/R1## b - 0");
    CHECK(SmallBoard(default_rules(), chariots.missing()).value(chariots) == 1);
}

TEST_CASE("boards of up to eight squares can be solved") {
    CHECK(SmallBoard::fits(test::small_board("PPPP").missing()));
    CHECK_FALSE(SmallBoard::fits(Position::start().missing()));
    CHECK_FALSE(
        SmallBoard::fits(test::position_of("####/####/####/####/g2#/3#/3#/K2# b - 0").missing()));
}

}  // namespace
}  // namespace anqi
