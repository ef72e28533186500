// The value of positions for the luck of a game, by a short search of this engine in process. It
// sees what hangs after a flip, which a static value does not, and so foretells results better. In
// four samples of 40 to 60 games between equal players, alpha-beta with 5 to 50 visits and the
// engine with 100, values of 20 visits left 0.84, 0.68, 0.63, 0.64 of the variance, static ones
// 0.92, 0.77, 0.86, 0.89.
#pragma once

#include <cstdint>

#include "engine/core/rules.h"
#include "engine/player/player.h"
#include "engine/util/clock.h"
#include "tools/referee/luck.h"

namespace anqi {

// The same position always has the same value: each search starts afresh. One object per thread.
class LuckSearch {
  public:
    // The alpha-beta searcher with so many visits a position; at least 1.
    LuckSearch(const RuleSet& rules, std::int64_t visits);

    // For the side to move, -1 to 1. Errors: a position without a legal action.
    Result<double> value(const Position& position);
    // As luck_of() wants it; must not outlive this.
    Evaluate evaluate() {
        return [this](const Position& position) { return value(position); };
    }

  private:
    SteadyClock clock_;
    Player player_;
};

}  // namespace anqi
