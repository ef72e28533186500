// The retrograde solver against whole endings counted by programs independent of this one, and its
// two measures against each other.
#include "tests/support/retrograde.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "engine/core/movegen.h"
#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/test_data.h"

namespace anqi::test {
namespace {

using Count = Retrograde::Count;

// Four columns of the table: won, drawn, lost, longest.
Count read_count(const std::vector<std::string>& row, std::size_t column) {
    return {std::stoll(row[column]), std::stoll(row[column + 1]), std::stoll(row[column + 2]),
            std::stoi(row[column + 3])};
}

// How many rows of the table with so many men were compared.
int compare_rows(std::string_view rules, std::size_t least_men, std::size_t most_men) {
    Retrograde solver(rules_of(rules), Measure::to_end);
    int compared = 0;
    for (const auto& row : read_table("endgame_counts.tsv")) {
        const Men men = men_of(row[1]);
        if (row[0] != rules || men.size() < least_men || men.size() > most_men) continue;
        CAPTURE(row[1]);
        CHECK(solver.count(men, Colour::red) == read_count(row, 2));
        CHECK(solver.count(men, Colour::black) == read_count(row, 6));
        ++compared;
    }
    return compared;
}

// All sets of `red` red men against one black man, both sides to move.
Count count_sets(std::size_t red) {
    Retrograde solver(default_rules(), Measure::to_end);
    Count sum;
    const auto add = [&](const Men& men) {
        for (const Colour side : {Colour::red, Colour::black}) {
            const Count count = solver.count(men, side);
            sum.won += count.won;
            sum.drawn += count.drawn;
            sum.lost += count.lost;
            sum.longest = std::max(sum.longest, count.longest);
        }
    };
    for (int black = kKinds; black < kPieces; ++black) {
        for (int first = 0; first < kKinds; ++first) {
            if (red == 1) add({piece_at_index(first), piece_at_index(black)});
            for (int second = first; red == 2 && second < kKinds; ++second) {
                if (second == first && kKindCount[first] == 1) continue;
                add({piece_at_index(first), piece_at_index(second), piece_at_index(black)});
            }
        }
    }
    return sum;
}

// Compares every stored judgement under a quiet limit with what the rules say about the position's
// successors, at the quiet count `quiet`. Returns how many positions were compared.
int compare_with_successors(Retrograde& solver, const RuleSet& rules, std::string_view letters,
                            int quiet) {
    Random random(static_cast<std::uint64_t>(quiet) + 1);
    const Men men = men_of(letters);
    int compared = 0;
    while (compared < 300) {
        Position position;
        for (const Piece p : men) {
            Square s = static_cast<Square>(random.below(kSquares));
            while (position.at(s) != Piece::none) s = static_cast<Square>(random.below(kSquares));
            position.put(s, p);
        }
        position.set_side(random.below(2) == 0 ? Colour::red : Colour::black);
        position.set_quiet(quiet);
        const Game game(rules, position);
        int best = game.over() ? score_for(game.outcome(), position.side()) : -1;
        for (const Move move : game.legal_moves()) {
            Game next = game;
            (void)next.play(Event(move));
            const int result = next.over() ? score_for(next.outcome(), position.side())
                                           : -solver.result(next.position());
            best = std::max(best, result);
        }
        CAPTURE(to_text(position));
        CHECK(solver.result(position) == best);
        ++compared;
    }
    return compared;
}

TEST_CASE("retrograde analysis counts the endings of up to 3 men as others do: olympiad") {
    CHECK(compare_rows("olympiad", 2, 3) >= 11);
}

TEST_CASE("retrograde analysis counts the endings of up to 3 men as others do: exchange") {
    CHECK(compare_rows("exchange", 2, 3) == 6);
}

TEST_CASE("retrograde analysis counts the endings of up to 3 men as others do: xiangqi") {
    CHECK(compare_rows("xiangqi", 2, 3) == 6);
}

TEST_CASE("retrograde analysis counts four men as others do" * doctest::test_suite("slow")) {
    CHECK(compare_rows("olympiad", 4, 4) == 4);
}

TEST_CASE("retrograde analysis finds the longest lines known" * doctest::test_suite("slow")) {
    Retrograde solver(default_rules(), Measure::to_end);
    const auto longest = [&](std::string_view letters) {
        const Men men = men_of(letters);
        return std::max(solver.count(men, Colour::red).longest,
                        solver.count(men, Colour::black).longest);
    };
    CHECK(longest("KPcc") == 115);
    CHECK(longest("KCkc") == 105);
}

TEST_CASE("retrograde analysis of all endings of one against one") {
    CHECK(count_sets(1) == Count{26'624, 45'632, 24'960, 18});
}

TEST_CASE("retrograde analysis of all endings of two against one" * doctest::test_suite("slow")) {
    CHECK(count_sets(2) == Count{3'911'032, 2'563'128, 3'525'200, 24});
}

TEST_CASE("results under a quiet limit follow from those of the successors") {
    for (const auto* name : {"olympiad", "platform", "exchange", "xiangqi"}) {
        for (const int limit : {8, 14, 40}) {
            RuleSet rules = rules_of(name);
            rules.quiet_limit = limit;
            rules.repetition = 0;
            Retrograde solver(rules, Measure::to_capture);
            CAPTURE(name);
            CAPTURE(limit);
            for (const int quiet : {0, limit / 2, limit - 3, limit - 1, limit}) {
                CHECK(compare_with_successors(solver, rules, "KGk", quiet) == 300);
                CHECK(compare_with_successors(solver, rules, "CPk", quiet) == 300);
            }
        }
    }
}

TEST_CASE("a quiet limit turns won endings into draws and never the other way round") {
    Retrograde to_end(default_rules(), Measure::to_end);
    const Count unlimited = to_end.count(men_of("KGk"), Colour::red);
    std::int64_t won_before = 0;
    for (const int limit : {2, 10, 20, 40}) {
        RuleSet rules = default_rules();
        rules.quiet_limit = limit;
        Retrograde solver(rules, Measure::to_capture);
        const Count count = solver.count(men_of("KGk"), Colour::red);
        CHECK(count.won + count.drawn + count.lost ==
              unlimited.won + unlimited.drawn + unlimited.lost);
        CHECK(count.won > won_before);
        CHECK(count.longest <= limit);
        won_before = count.won;
    }
    CHECK(won_before == unlimited.won);
}

TEST_CASE("a win exactly as far away as the limit allows is still a win") {
    Retrograde solver(default_rules(), Measure::to_capture);
    Position position = position_of("4/4/4/4/4/1G2/4/p3 r - 0");
    const Judgement judgement = solver.judge(position);
    REQUIRE(judgement.result == 1);
    REQUIRE(judgement.distance > 1);
    position.set_quiet(default_rules().quiet_limit - judgement.distance);
    CHECK(solver.result(position) == 1);
    position.set_quiet(position.quiet() + 1);
    CHECK(solver.result(position) == 0);
}

}  // namespace
}  // namespace anqi::test
