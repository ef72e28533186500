// Endings whose truth is known: the engine keeps what is won and makes progress before the quiet
// limit. In full this is done by the program anqi-endings.
#include <doctest/doctest.h>
#include <string>
#include <vector>

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
