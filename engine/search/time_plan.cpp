#include "engine/search/time_plan.h"

#include <algorithm>
#include <bit>

namespace anqi {
namespace {

// Games of engines take about 140 plies on average and 95 % end within 254: so a side may expect
// some 70 own actions, fewer as pieces leave the board, but long endings are always possible.
constexpr int kActionsAtStart = 60;
constexpr int kReserveActions = 28;
// A clock of more than a day is a host's way of saying "no limit".
constexpr Milliseconds kLongestClock = 24 * 60 * 60 * 1000;
// No action may take more than this share of what is left.
constexpr Milliseconds kMaximumShare = 8;
constexpr Milliseconds kMaximumStretch = 4;

Milliseconds sane(Milliseconds value) { return std::clamp<Milliseconds>(value, 0, kLongestClock); }

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
    const Milliseconds remaining = sane(given.remaining), byoyomi = sane(given.byoyomi);
    const Milliseconds increment = sane(given.increment), overhead = sane(given.overhead);
    const Milliseconds usable = remaining + byoyomi - overhead;
    if (usable <= 1) return TimePlan::exactly(1);
    const Milliseconds actions = expected_actions(phase);
    const Milliseconds spare = std::max<Milliseconds>(0, remaining - overhead * actions);
    const Milliseconds share = spare / actions + increment * 3 / 4 + byoyomi * 3 / 4;
    const Milliseconds most = std::max(usable / kMaximumShare, byoyomi - overhead);
    const Milliseconds target = std::clamp<Milliseconds>(share, 1, std::max<Milliseconds>(1, most));
    const Milliseconds maximum =
        std::clamp<Milliseconds>(target * kMaximumStretch, target, std::max(target, most));
    return {std::max<Milliseconds>(1, target / 4), target, maximum};
}

}  // namespace anqi
