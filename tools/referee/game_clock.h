// Time for a game, and one side's clock under it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/util/clock.h"

namespace anqi {

struct TimeControl {
    std::optional<Milliseconds> main;      // a side and game; none = no clock
    Milliseconds increment = 0;            // added after every own ply
    Milliseconds byoyomi = 0;              // for every ply once `main` is used up
    std::optional<Milliseconds> movetime;  // at most for one action
    std::optional<std::int64_t> visits;    // for one action, told to engines that know it
    Milliseconds margin = 200;             // beyond a limit that is forgiven
    bool first_ply_free = true;            // as the platform does it

    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

class GameClock {
  public:
    explicit GameClock(const TimeControl& control)
        : control_(&control), left_(control.main.value_or(0) * 1000) {}

    // Whether there is a limit to the coming action at all. `free`: the clock stands still.
    bool limited(bool free) const { return control_->movetime || runs(free); }
    // How long the coming action may take, margin not included; requires limited().
    Microseconds allowed(bool free) const {
        const Microseconds clock = left_ + control_->byoyomi * 1000;
        if (!control_->movetime) return clock;
        const Microseconds action = *control_->movetime * 1000;
        return runs(free) ? std::min(clock, action) : action;
    }
    // Time goes by for this side. What byo-yomi pays for does not touch the rest.
    void spend(Microseconds elapsed, bool free) {
        if (!runs(free)) return;
        left_ =
            control_->byoyomi > 0 ? std::max<Microseconds>(left_ - elapsed, 0) : left_ - elapsed;
    }
    void end_ply(bool free) {
        if (runs(free)) left_ += control_->increment * 1000;
    }
    // Never below 0: within the margin a clock may run over.
    Milliseconds left() const { return std::max<Microseconds>(left_, 0) / 1000; }

  private:
    bool runs(bool free) const { return control_->main && !free; }

    const TimeControl* control_;
    Microseconds left_;
};

}  // namespace anqi
