// One side's clock: what a ply costs under each kind of time.
#include "tools/referee/game_clock.h"

#include <doctest/doctest.h>

namespace anqi::test {
namespace {

constexpr Microseconds kMs = 1000;

TEST_CASE("a clock without an increment only falls, and the free ply costs nothing") {
    const TimeControl control{.main = 100, .margin = 10};
    GameClock clock(control);
    CHECK_FALSE(clock.limited(true));
    clock.spend(50 * kMs, true);
    clock.end_ply(true);
    CHECK(clock.left() == 100);
    CHECK(clock.limited(false));
    clock.spend(30 * kMs, false);
    CHECK(clock.left() == 70);
    CHECK(clock.allowed(false) == 70 * kMs);
    clock.end_ply(false);
    clock.spend(75 * kMs, false);
    CHECK(clock.left() == 0);
    CHECK_FALSE(clock.flag_fell(false));
    clock.spend(6 * kMs, false);
    CHECK(clock.flag_fell(false));
}

TEST_CASE("an increment comes after the ply") {
    const TimeControl control{.main = 100, .increment = 20};
    GameClock clock(control);
    for (int ply = 0; ply < 5; ++ply) {
        clock.spend(30 * kMs, false);
        clock.end_ply(false);
        CHECK(clock.left() == 100 - 10 * (ply + 1));
    }
}

TEST_CASE("byo-yomi gives every ply its period, echoes included") {
    const TimeControl control{.main = 10, .byoyomi = 50, .margin = 0};
    GameClock clock(control);
    CHECK(clock.allowed(false) == 60 * kMs);
    clock.spend(40 * kMs, false);
    clock.end_ply(false);
    CHECK(clock.left() == 0);
    CHECK(clock.allowed(false) == 50 * kMs);
    clock.spend(20 * kMs, false);  // the echo
    CHECK(clock.allowed(false) == 30 * kMs);
    clock.spend(31 * kMs, false);
    CHECK(clock.flag_fell(false));
    clock.end_ply(false);
    CHECK(clock.allowed(false) == 50 * kMs);
}

TEST_CASE("a time for each action holds with and without a clock") {
    const TimeControl action{.movetime = 20};
    GameClock alone(action);
    CHECK(alone.limited(true));
    alone.spend(1'000 * kMs, false);
    CHECK(alone.allowed(false) == 20 * kMs);
    CHECK_FALSE(alone.flag_fell(false));
    const TimeControl both{.main = 30, .movetime = 20};
    GameClock clock(both);
    CHECK(clock.allowed(true) == 20 * kMs);
    clock.spend(15 * kMs, false);
    clock.end_ply(false);
    CHECK(clock.allowed(false) == 15 * kMs);
}

}  // namespace
}  // namespace anqi::test
