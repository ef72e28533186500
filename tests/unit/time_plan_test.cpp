// The time manager: sane for any clock, never past the flag, enough for the longest games.
#include "engine/search/time_plan.h"

#include <doctest/doctest.h>
#include <limits>

#include "engine/search/stoppers.h"

namespace anqi {
namespace {

constexpr Phase kMiddle{60, 10, 14};

void check_order(const TimePlan& plan) {
    CHECK(plan.minimum >= 1);
    CHECK(plan.minimum <= plan.target);
    CHECK(plan.target <= plan.maximum);
}

TEST_CASE("a clock at or below zero, or absurd, gives a short legal plan") {
    for (Milliseconds left : {Milliseconds{0}, Milliseconds{-500}, Milliseconds{-9999},
                              std::numeric_limits<Milliseconds>::min()}) {
        const TimePlan plan = plan_time({.remaining = left}, kMiddle);
        CHECK(plan == TimePlan::exactly(1));
    }
    for (Milliseconds left :
         {Milliseconds{99999999999}, std::numeric_limits<Milliseconds>::max()}) {
        check_order(plan_time({.remaining = left, .overhead = left}, kMiddle));
        check_order(plan_time({.remaining = left, .increment = left, .byoyomi = left}, kMiddle));
    }
}

TEST_CASE("no plan goes past the flag") {
    for (Milliseconds left = 1; left < 1'000'000; left = left * 3 / 2 + 1) {
        for (Milliseconds overhead : {0, 20, 120}) {
            const TimePlan plan = plan_time({.remaining = left, .overhead = overhead}, kMiddle);
            CAPTURE(left);
            check_order(plan);
            const bool safe = plan.maximum == 1 || plan.maximum + overhead < left;
            CHECK(safe);
        }
    }
}

// Plays `plies` plies, each thinking as long as the plan allows at most.
Milliseconds left_after(Milliseconds clock, Milliseconds overhead, int own_actions) {
    for (int i = 0; i < own_actions; ++i) {
        const int men = std::max(2, 32 - i / 4);
        const Phase phase{2 * i, std::max(0, 32 - 2 * i), std::min(men, 2 * i)};
        const TimePlan plan = plan_time({.remaining = clock, .overhead = overhead}, phase);
        clock -= plan.target + overhead;
    }
    return clock;
}

TEST_CASE("sudden death lasts for the longest games at full use") {
    CHECK(left_after(600'000, 20, 200) > 0);  // 400 plies
    CHECK(left_after(900'000, 20, 251) > 0);  // the longest game known, 503 plies
}

TEST_CASE("a tournament clock is used, not hoarded") {
    const TimePlan plan = plan_time({.remaining = 900'000, .overhead = 20}, {1, 31, 1});
    CHECK(plan.target > 5'000);
    CHECK(plan.maximum < 120'000);
}

TEST_CASE("byo-yomi and increment are spent on every action") {
    CHECK(plan_time({.remaining = 0, .byoyomi = 5000, .overhead = 20}, kMiddle).target > 3000);
    CHECK(plan_time({.remaining = 1000, .increment = 1000, .overhead = 20}, kMiddle).target > 100);
}

TEST_CASE("the stopper keeps to visits, clock and flag") {
    FakeClock clock;
    StopFlag stop;
    const Limits limits{.visits = 100, .time = TimePlan::exactly(50), .root_moves = {}};
    Stopper stopper(limits, clock, stop);
    CHECK_FALSE(stopper.must_stop(0));
    CHECK_FALSE(stopper.must_stop(8));
    CHECK(stopper.must_stop(100));
    clock.advance(50'000);
    CHECK(stopper.must_stop(16));
    CHECK_FALSE(stopper.must_stop(0));  // one visit is always granted
    stop.request();
    CHECK(stopper.must_stop(1));
}

TEST_CASE("the stopper ends early when the runner-up cannot catch up") {
    FakeClock clock;
    const StopFlag stop;
    const Limits limits{.visits = 0, .time = {10, 100, 400}, .root_moves = {}};
    const Stopper stopper(limits, clock, stop);
    const RootState clear{.visits = 1000, .best_visits = 900, .next_visits = 50, .stable = true};
    const RootState close{.visits = 1000, .best_visits = 300, .next_visits = 290, .stable = true};
    const RootState unstable{
        .visits = 1000, .best_visits = 900, .next_visits = 50, .stable = false};
    CHECK_FALSE(stopper.may_stop(clear));
    clock.advance(60'000);
    CHECK(stopper.may_stop(clear));
    CHECK_FALSE(stopper.may_stop(close));
    clock.advance(50'000);
    CHECK(stopper.may_stop(close));
    CHECK_FALSE(stopper.may_stop(unstable));
}

}  // namespace
}  // namespace anqi
