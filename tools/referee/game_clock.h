// Time for a game, and one side's clock under it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/util/clock.h"

namespace anqi {

struct TimeControl {
    std::optional<Milliseconds> main = std::nullopt;      // a side and game; none = no clock
    Milliseconds increment = 0;                           // added after every own ply
    Milliseconds byoyomi = 0;                             // for every ply once `main` is used up
    std::optional<Milliseconds> movetime = std::nullopt;  // at most for one action
    std::optional<std::int64_t> visits =
        std::nullopt;            // for one action, told to engines that know it
    Milliseconds margin = 200;   // beyond a limit that is forgiven
    bool first_ply_free = true;  // as the platform does it

    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// What is spent within a ply, echoes before the action included, adds up until the ply ends.
class GameClock {
  public:
    explicit GameClock(const TimeControl& control)
        : control_(&control), left_(control.main.value_or(0) * 1000) {}

    // Whether there is a limit to the coming action at all. `free`: the clock stands still.
    bool limited(bool free) const { return control_->movetime || runs(free); }
    // How long the coming action may still take, margin not included; requires limited().
    Microseconds allowed(bool free) const {
        if (!runs(free)) return *control_->movetime * 1000;
        const Microseconds clock = left_ + control_->byoyomi * 1000 - spent_;
        return control_->movetime ? std::min(clock, *control_->movetime * 1000) : clock;
    }
    void spend(Microseconds elapsed, bool free) {
        if (runs(free)) spent_ += elapsed;
    }
    // Whether more was spent in this ply than there was, margin included.
    bool flag_fell(bool free) const {
        return runs(free) && spent_ > left_ + (control_->byoyomi + control_->margin) * 1000;
    }
    // What byo-yomi pays for does not touch the rest.
    void end_ply(bool free) {
        if (!runs(free)) return;
        left_ -= spent_;
        if (control_->byoyomi > 0) left_ = std::max<Microseconds>(left_, 0);
        left_ += control_->increment * 1000;
        spent_ = 0;
    }
    // Never below 0: within the margin a clock may run over.
    Milliseconds left() const { return std::max<Microseconds>(left_ - spent_, 0) / 1000; }

  private:
    bool runs(bool free) const { return control_->main && !free; }

    const TimeControl* control_;
    Microseconds left_;
    Microseconds spent_ = 0;  // in the present ply
};

}  // namespace anqi
