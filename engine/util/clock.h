// Time behind an interface, so that everything that depends on it can be tested with a fake.
#pragma once

#include <chrono>
#include <cstdint>

namespace anqi {

using Milliseconds = std::int64_t;
using Microseconds = std::int64_t;

class Clock {
  public:
    virtual ~Clock() = default;
    // Microseconds since some fixed moment; never runs backwards. Any thread may call.
    virtual Microseconds now() const = 0;
};

class SteadyClock final : public Clock {
  public:
    Microseconds now() const override {
        return std::chrono::duration_cast<std::chrono::microseconds>(
                   std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }
};

// Advances only when told to. For tests.
class FakeClock final : public Clock {
  public:
    Microseconds now() const override { return now_; }
    void advance(Microseconds step) { now_ += step; }

  private:
    Microseconds now_ = 0;
};

}  // namespace anqi
