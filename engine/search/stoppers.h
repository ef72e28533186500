// When to end a search: the limits, the clock and the outside, asked after every visit.
#pragma once

#include <cstdint>

#include "engine/search/limits.h"
#include "engine/util/clock.h"
#include "engine/util/stop_flag.h"

namespace anqi {

// One search's deadline watch. Reads the clock only every few visits.
class Stopper {
  public:
    Stopper(const Limits& limits, const Clock& clock, const StopFlag& stop)
        : limits_(limits), clock_(clock), stop_(stop), start_(clock.now()) {}

    // Whether to stop now, after `visits` visits in all. The first visit is always granted.
    bool due(std::int64_t visits);
    Microseconds elapsed() const { return clock_.now() - start_; }

  private:
    static constexpr std::int64_t kVisitsPerLook = 16;

    const Limits& limits_;
    const Clock& clock_;
    const StopFlag& stop_;
    Microseconds start_;
};

}  // namespace anqi
