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
        const TimePlan plan = plan_time({.remaining = left, .main_time = left}, kMiddle);
        check_order(plan);
        CHECK(plan.maximum <= 10'000);
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

// One side's clock in a game from its start. Pieces leave the board as they do in games of engines:
// ten are left after 140 plies.
class ClockedGame {
  public:
    // `lost`: what an action really costs outside the engine.
    ClockedGame(const ClockState& clock, Milliseconds lost) : clock_(clock), lost_(lost) {
        clock_.main_time = clock.remaining;
    }

    // Thinks `plies / 2` times until the given moment of the plan; false when the flag falls.
    bool play(int plies, Milliseconds TimePlan::*moment) {
        for (int i = 0; i < plies / 2; ++i) {
            const int men = std::max(10, 32 - 22 * i / 70);
            const int face_down = std::max(0, men - i);
            const TimePlan plan = plan_time(clock_, {2 * i, face_down, men - face_down});
            clock_.remaining -= plan.*moment + lost_;
            if (clock_.remaining + clock_.byoyomi <= 0) return false;
            clock_.remaining = std::max<Milliseconds>(clock_.remaining, 0) + clock_.increment;
        }
        return true;
    }
    Milliseconds left() const { return clock_.remaining; }

  private:
    ClockState clock_;
    Milliseconds lost_;
};

TEST_CASE("15 minutes last for 500 plies, whatever is made of the plans") {
    for (const auto moment : {&TimePlan::minimum, &TimePlan::target, &TimePlan::maximum}) {
        for (const Milliseconds lost : {1, 10, 20}) {
            CAPTURE(lost);
            CHECK(ClockedGame({.remaining = 900'000, .overhead = 20}, lost).play(504, moment));
        }
    }
}

TEST_CASE("10 minutes at the target last for 500 plies, 3 s for 400") {
    CHECK(ClockedGame({.remaining = 600'000, .overhead = 20}, 20).play(500, &TimePlan::target));
    CHECK(ClockedGame({.remaining = 3000, .overhead = 20}, 3).play(400, &TimePlan::target));
    CHECK(ClockedGame({.remaining = 3000, .overhead = 20}, 3).play(400, &TimePlan::maximum));
}

TEST_CASE("10 s with 100 ms lost an action last nearly as long as they can") {
    const ClockState clock{.remaining = 10'000, .overhead = 120};
    CHECK(ClockedGame(clock, 100).play(180, &TimePlan::target));
    CHECK(ClockedGame(clock, 100).play(180, &TimePlan::maximum));
}

TEST_CASE("a game of 140 plies leaves at most 35 % of its 15 minutes") {
    ClockedGame game({.remaining = 900'000, .overhead = 20}, 5);
    CHECK(game.play(140, &TimePlan::target));
    CHECK(game.left() < 900'000 * 35 / 100);
    CHECK(game.left() > 900'000 * 5 / 100);
}

TEST_CASE("byo-yomi and increment keep a game going for ever") {
    for (const auto moment : {&TimePlan::target, &TimePlan::maximum}) {
        CHECK(ClockedGame({.remaining = 0, .byoyomi = 5000, .overhead = 100}, 100)
                  .play(1000, moment));
        CHECK(ClockedGame({.remaining = 60'000, .byoyomi = 5000, .overhead = 100}, 100)
                  .play(1000, moment));
        CHECK(ClockedGame({.remaining = 60'000, .increment = 1000, .overhead = 100}, 100)
                  .play(1000, moment));
        CHECK(ClockedGame({.remaining = 1000, .increment = 500, .overhead = 20}, 20)
                  .play(1000, moment));
    }
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
