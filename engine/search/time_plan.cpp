#include "engine/search/time_plan.h"

#include <algorithm>
#include <bit>

namespace anqi {
namespace {

// Games of engines take about 140 plies on average and 95 % end within 254: so a side may expect
// some 70 own actions, fewer as pieces leave the board, but long endings are always possible.
constexpr int kActionsAtStart = 60;
constexpr int kReserveActions = 28;
// Time is held back for what each further action costs outside the engine: in any case for a game
// of middling length and for some actions beyond its end; and for games a little longer than any
// known, 503 plies, where half of the main time pays for that.
constexpr int kActionsPaidFor = 90;
constexpr int kActionsPaidForAfter = 40;
constexpr int kActionsAtMost = 260;
// A clock of more than a day is a host's way of saying "no limit", or an overflow of its own. Taken
// at its word it would mean minutes for an action, so it is played like one of a minute.
constexpr Milliseconds kLongestClock = 24 * 60 * 60 * 1000;
constexpr Milliseconds kAbsurdClock = 60 * 1000;
// No action may take more than this share of what can be spent.
constexpr Milliseconds kMaximumShare = 8;
constexpr Milliseconds kMaximumStretch = 4;

Milliseconds sane(Milliseconds value) { return std::clamp<Milliseconds>(value, 0, kLongestClock); }

// What must not be spent on thinking. `cost` is that of one action, net of what it brings.
Milliseconds held_back(Milliseconds main_time, Milliseconds cost, int own_actions) {
    if (cost == 0) return 0;
    const auto paid_for =
        std::clamp<Milliseconds>(main_time / 2 / cost, kActionsPaidFor, kActionsAtMost);
    return cost * std::max<Milliseconds>(paid_for - own_actions, kActionsPaidForAfter);
}

}  // namespace

Phase phase_of(const Position& position, int plies) {
    return {plies, std::popcount(position.face_down()), std::popcount(position.face_up())};
}

int expected_actions(const Phase& phase) {
    const int material = phase.face_down + phase.face_up;
    const int ahead = kActionsAtStart * material / kSquares;
    return std::max(kReserveActions, ahead);
}

TimePlan plan_time(const ClockState& given, const Phase& phase) {
    const bool absurd = given.remaining > kLongestClock;
    const Milliseconds remaining = absurd ? kAbsurdClock : sane(given.remaining);
    const Milliseconds byoyomi = sane(given.byoyomi), increment = sane(given.increment);
    const Milliseconds overhead = sane(given.overhead);
    const Milliseconds usable = remaining + byoyomi - overhead;
    if (usable <= 1) return TimePlan::exactly(1);
    const Milliseconds cost = std::max<Milliseconds>(0, overhead - increment - byoyomi);
    const Milliseconds main_time = std::max(remaining, sane(given.main_time));
    const Milliseconds spare =
        std::max<Milliseconds>(0, remaining - held_back(main_time, cost, phase.plies / 2));
    const Milliseconds brought = (increment + byoyomi) * 3 / 4;
    // Something may always come in between, so that not even the last of a byo-yomi is used up.
    const Milliseconds most = std::clamp<Milliseconds>(spare / kMaximumShare + brought, 1,
                                                       std::max<Milliseconds>(1, usable * 9 / 10));
    const Milliseconds target =
        std::clamp<Milliseconds>(spare / expected_actions(phase) + brought, 1, most);
    const Milliseconds maximum = std::min(target * kMaximumStretch, most);
    return {std::max<Milliseconds>(1, target / 4), target, maximum};
}

}  // namespace anqi
