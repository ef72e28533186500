// Lines on their way from the reading thread to the executing one, in order and of bounded size.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

#include "protocol/interrupts.h"
#include "protocol/line_reader.h"

namespace anqi {

class LineQueue {
  public:
    struct Item {
        Sequence sequence;
        Line line;
    };

    // Never blocks and never refuses: whoever pushes asks full() before reading on.
    void push(Item item);
    bool full() const;
    // No further item will come; those inside can still be taken.
    void close();
    // Closes, and drops what is inside.
    void abandon();
    // The next item; waits for it. Empty once the queue is closed and drained.
    std::optional<Item> pop();

  private:
    static constexpr std::size_t kMaxBytes = 1 << 20;
    static std::size_t cost(const Item& item);

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Item> items_;
    std::size_t bytes_ = 0;
    bool closed_ = false;
};

}  // namespace anqi
