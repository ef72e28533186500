// A request to end a running search, set by one thread and polled by another.
#pragma once

#include <atomic>

namespace anqi {

class StopFlag {
  public:
    void request() { requested_.store(true, std::memory_order_relaxed); }
    void clear() { requested_.store(false, std::memory_order_relaxed); }
    bool requested() const { return requested_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> requested_{false};
};

}  // namespace anqi
