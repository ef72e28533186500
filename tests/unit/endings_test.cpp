// Endings whose truth is known: the engine keeps what is won and makes progress before the quiet
// limit. In full this is done by the program anqi-endings.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/eval/evaluator.h"
#include "engine/eval/network_source.h"
#include "engine/player/player.h"
#include "engine/util/clock.h"
#include "tests/support/ending_check.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/retrograde.h"

namespace anqi::test {
namespace {

// Sets of two and three men keep the truth cheap; the first one asked is always the same.
struct Table {
    SteadyClock clock;
    Settings settings;
    Retrograde truth{default_rules(), Measure::to_capture};
    Player player{settings, clock};
    EndingTally tally;
    std::string failures;

    void ask_set(const char* letters, int result, int quiet, std::size_t positions,
                 std::int64_t visits) {
        Random random(7);
        for (const Position& position :
             random_endings(truth, men_of(letters), result, quiet, positions, random)) {
            const Game game(default_rules(), position);
            const EndingAnswer answer = ask(player, truth, game, visits);
            tally.add(answer);
            if (answer.failed()) failures += describe(answer, truth) + '\n';
        }
    }
};

const std::vector<const char*> kSets = {"KGk", "GPg", "CCk", "CPk", "RNn", "MPc"};

// Fewer where assertions and sanitizers make the search slow.
std::size_t positions(int release) {
    return static_cast<std::size_t>(by_build(release, release / 3 + 1));
}

TEST_CASE("won endings of three men stay won") {
    Table table;
    for (const char* set : kSets) table.ask_set(set, 1, 0, positions(5), 5000);
    CAPTURE(table.failures);
    CHECK(table.tally.won >= by_build(28, 10));
    CHECK(table.tally.kept == table.tally.won);
}

TEST_CASE("without a search the network's sign is right in nearly all decided endings") {
    Retrograde truth{default_rules(), Measure::to_capture};
    const SharedNetwork network = load_network("builtin").network;
    Random random(3);
    int decided = 0, right = 0;
    for (const char* set : {"KGk", "GPg", "CCk", "CPk", "RNn", "MPc", "Kk", "GMm", "PPp", "Rrn"}) {
        for (const int result : {1, -1}) {
            const auto n = positions(60);
            for (const Position& position :
                 random_endings(truth, men_of(set), result, 0, n, random)) {
                const double value = evaluate(default_rules(), EvalParams(), position, network);
                ++decided;
                right += value * result > 0 ? 1 : 0;
            }
        }
    }
    CHECK(decided >= by_build(1'000, 300));
    CAPTURE(right);
    CHECK(right >= 0.95 * decided);
}

TEST_CASE("drawn endings of three men are not lost to the next capture") {
    Table table;
    for (const char* set : {"CCk", "CMk", "KCg", "Kgc"})
        table.ask_set(set, 0, 0, positions(8), 5000);
    CAPTURE(table.failures);
    CHECK(table.tally.drawn >= by_build(28, 8));
    CHECK(table.tally.hung == 0);
}

TEST_CASE("a won ending six plies before the quiet limit makes progress") {
    Table table;
    for (const char* set : kSets) {
        table.ask_set(set, 1, default_rules().quiet_limit - 6, positions(9), 5000);
    }
    CAPTURE(table.failures);
    CHECK(table.tally.won_with_choice >= by_build(25, 8));
    CHECK(table.tally.kept == table.tally.won);
}

TEST_CASE("a won ending is won against the longest defence") {
    Table table;
    Random random(11);
    for (const char* set : {"KGk", "GPg", "KPp"}) {
        for (const Position& position :
             random_endings(table.truth, men_of(set), 1, 0, positions(3), random)) {
            const EndingAnswer last =
                play_out(table.player, table.truth, Game(default_rules(), position), 5000);
            CAPTURE(describe(last, table.truth));
            CHECK(last.after == 1);
        }
    }
}

}  // namespace
}  // namespace anqi::test
