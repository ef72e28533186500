// What came of a run of self-play, as a small table.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tools/referee/game_log.h"

namespace anqi {

class SelfPlaySummary {
  public:
    // Any order.
    void add(const GameLog& log);

    int games() const { return games_; }
    std::int64_t plies() const { return plies_; }

    // One line each: games, the first seat's score, with `by_side` also that of the plan's first
    // side, draws by reason, average plies. Defined without a game, too.
    std::string table(bool by_side) const;

  private:
    double share(std::int64_t part) const;

    static constexpr int kReasons = static_cast<int>(Reason::declared) + 1;

    int games_ = 0;
    std::int64_t plies_ = 0;
    std::int64_t first_seat_ = 0;  // half points
    std::int64_t first_side_ = 0;  // half points
    std::array<int, kReasons> draws_{};
};

}  // namespace anqi
