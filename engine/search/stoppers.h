// When to end a search: limits, clock, the outside, and a root that leaves nothing to decide. Asked
// after every visit.
#pragma once

#include <cstdint>

#include "engine/search/limits.h"
#include "engine/util/clock.h"
#include "engine/util/stop_flag.h"

namespace anqi {

// What the root looks like, as far as stopping depends on it.
struct RootState {
    std::int64_t visits = 0;       // of this search
    std::int64_t best_visits = 0;  // of the most visited action
    std::int64_t next_visits = 0;  // of the runner-up
    bool stable = true;            // the most visited action also has the best value
};

class Stopper {
  public:
    // All three must outlive the stopper; its search starts now.
    Stopper(const Limits& limits, const Clock& clock, const StopFlag& stop)
        : limits_(limits), clock_(clock), stop_(stop), start_(clock.now()) {}

    // Whether a hard limit is reached after `visits` visits. The first visit is always granted.
    bool must_stop(std::int64_t visits);
    // Whether somebody is waiting, or the time is over.
    bool interrupted() const {
        return stop_.requested() ||
               (limits_.time.limited() && elapsed() >= limits_.time.maximum * 1000);
    }
    // Whether the clock allows, and the root suggests, to stop before the last moment.
    bool may_stop(const RootState& root) const;
    // Whether may_stop() is worth asking now: it costs a look at all edges of the root.
    bool time_to_look(std::int64_t visits) const {
        return limits_.time.limited() && visits % kVisitsPerRootLook == 0;
    }
    Microseconds elapsed() const { return clock_.now() - start_; }

  private:
    static constexpr std::int64_t kVisitsPerClockLook = 8;
    static constexpr std::int64_t kVisitsPerRootLook = 256;

    const Limits& limits_;
    const Clock& clock_;
    const StopFlag& stop_;
    Microseconds start_;
};

}  // namespace anqi
