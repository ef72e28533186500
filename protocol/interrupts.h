// What ends a running search from outside, without a race: every line has a sequence number, and a
// stop applies to all commands that were queued before it, whether they run already or not yet.
#pragma once

#include <cstdint>
#include <mutex>

#include "engine/util/stop_flag.h"

namespace anqi {

// Counts the lines of one server, from 1.
using Sequence = std::uint64_t;

class Interrupts {
  public:
    // --- from the reading thread
    // A request line was queued; analyses end at it.
    void line_arrived(Sequence line);
    // `line` was a `stop` or a `quit`.
    void stop_before(Sequence line);
    // No further line will come: searches without an end of their own end here.
    void input_ended();
    // Nobody listens any more: everything ends, now and later.
    void hang_up();

    // --- from the executing thread
    // With the sequence number of the line that was executed last: begins what is done while
    // waiting for the next.
    void begin(Sequence line);
    void finish();
    // The running command has no end of its own.
    void end_with_input();
    // The running command ends at the next line too.
    void end_with_any_line();

    // What the running command has to watch. Cleared by begin() only.
    const StopFlag& flag() const { return flag_; }
    bool hung_up() const;

  private:
    void update();

    mutable std::mutex mutex_;
    StopFlag flag_;
    Sequence running_ = 0;  // 0 = none
    Sequence newest_line_ = 0;
    Sequence stop_before_ = 0;
    bool with_input_ = false;
    bool with_any_line_ = false;
    bool input_ended_ = false;
    bool hung_up_ = false;
};

}  // namespace anqi
