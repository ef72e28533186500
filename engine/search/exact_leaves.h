// Exact values in place of estimates, where the board is small enough to be solved.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/tables/small_board.h"
#include "engine/util/stop_flag.h"

namespace anqi {

// Solves on demand and remembers. What is solved ignores the draw rules, so it counts only while
// the quiet limit is far. Any thread may ask. A first question may take seconds, unless the search
// is stopped.
class ExactLeaves {
  public:
    // Pieces face down up to which positions are solved; with more it would take too long.
    static constexpr int kMostFaceDown = 4;

    static constexpr std::size_t kMostMemory = 224;  // MiB, the most that it ever uses

    static bool fits(const Position& position) { return SmallBoard::fits(position.missing()); }

    // Requires fits(position) of all positions to come, with the same squares missing.
    ExactLeaves(const RuleSet& rules, Squares missing);

    bool serves(const RuleSet& rules, Squares missing) const;
    // Until the next call: leaves off solving when `stop` is requested. `stop` must outlive that.
    void watch(const StopFlag& stop);

    // For the side to move, or nothing when the position is not for it or solving was left off.
    std::optional<float> value(const Position& position);

  private:
    // No way to a capture or flip on eight squares is so long.
    static constexpr int kFarLimit = 200;

    RuleSet rules_;
    Squares missing_;
    std::mutex solving_;
    SmallBoard board_;
};

}  // namespace anqi
