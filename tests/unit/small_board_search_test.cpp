// The search against exact values of whole small games: the first flips of the boards that
// small_boards.tsv lists. In full, with more visits, this is done by the program anqi-small-boards.
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <string_view>

#include "engine/player/player.h"
#include "engine/util/clock.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/small_boards.h"

namespace anqi::test {
namespace {

constexpr std::int64_t kVisits = 100'000;

const SolvedBoard& board_of(std::string_view pieces) {
    static const auto boards = solved_boards();
    return *std::find_if(boards.begin(), boards.end(),
                         [&](const SolvedBoard& board) { return board.pieces == pieces; });
}

Candidate first_flip(std::string_view pieces, std::vector<Move> allowed) {
    const SteadyClock clock;
    Settings settings;
    settings.rules = rules_without_draws();
    Player player(settings, clock);
    player.new_game(small_board(pieces));
    const StopFlag never;
    return player
        .choose({.visits = kVisits, .root_moves = std::move(allowed), .analysis = true}, never)
        .report.candidates.at(0);
}

double largest_error(std::string_view pieces) {
    const SolvedBoard& board = board_of(pieces);
    return std::max(std::abs(first_flip(pieces, {kCornerFlip}).value - board.corner),
                    std::abs(first_flip(pieces, {kInnerFlip}).value - board.inner));
}

bool is_corner(Square s) { return rank_of(s) == 0 || rank_of(s) == 3; }

// The aim is meant for three times the visits.
constexpr double kTolerance = 0.03;

TEST_CASE("values of first flips on small boards") {
    for (const auto* pieces : {"PPPP", "CCPP", "KGPP"}) {
        CAPTURE(pieces);
        CHECK(largest_error(pieces) < kTolerance);
    }
}

TEST_CASE("values of first flips on small boards: all sets" * doctest::test_suite("slow")) {
    for (const SolvedBoard& board : solved_boards()) {
        CAPTURE(board.pieces);
        CHECK(largest_error(board.pieces) < kTolerance);
    }
}

TEST_CASE("the better square for the first flip on small boards") {
    for (const auto* pieces : {"CPPP", "KPPP", "GGMM"}) {
        CAPTURE(pieces);
        const SolvedBoard& board = board_of(pieces);
        const bool corner_is_better = board.corner > board.inner;
        CHECK(is_corner(first_flip(pieces, {}).move.from()) == corner_is_better);
    }
}

}  // namespace
}  // namespace anqi::test
