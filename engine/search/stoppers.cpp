#include "engine/search/stoppers.h"

namespace anqi {

bool Stopper::must_stop(std::int64_t visits) {
    if (visits == 0) return false;
    if (stop_.requested()) return true;
    if (limits_.visits > 0 && visits >= limits_.visits) return true;
    if (!limits_.time.limited() || visits % kVisitsPerClockLook != 0) return false;
    return elapsed() >= limits_.time.maximum * 1000;
}

bool Stopper::may_stop(const RootState& root) const {
    const Microseconds now = elapsed();
    const Microseconds target = limits_.time.target * 1000;
    if (!root.stable) return false;
    if (now >= target) return true;
    if (now < limits_.time.minimum * 1000 || now <= 0) return false;
    // The runner-up cannot catch up in the time that is left, even if it gets every visit.
    const std::int64_t to_come = root.visits * (target - now) / now;
    return root.best_visits - root.next_visits > to_come;
}

}  // namespace anqi
