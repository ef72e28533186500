// How much of a game's result was what the flips happened to show. Where V is any value of
// positions, each flip's luck is V after what appeared less the expectation of V over the pool; the
// expectation of that is 0 whatever V is, since every arrangement of the pool is equally likely. So
// the result less the luck has the same expectation, and the better V foretells results, the
// smaller its variance. The advantage-sum estimator of M. Zinkevich et al., "Optimal unbiased
// estimators for evaluating agent performance" (2006); backgammon's "luck adjusted result".
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/position.h"
#include "engine/util/result.h"
#include "tools/referee/game_log.h"
#include "tools/referee/score.h"

namespace anqi {

// The value of a position for the side to move, from -1 (loss) to 1 (win), without knowledge of
// what lies where. Never asked about a finished position.
using Evaluate = std::function<Result<double>(const Position&)>;

// The luck of the first seat, in points from -1 to 1 a game, summed over all flips. By seat, so the
// first flip, which gives its maker the colour that appears, needs no word of its own. A flip of
// which the pool allows one kind only is no chance; since the game goes on while anything lies face
// down, all others lead to positions that have no verdict yet. Errors name the ply: of a log that
// cannot be replayed, of an evaluation that failed or is not within -1 to 1.
Result<double> luck_of(const GameLog& log, const Evaluate& evaluate);

// One game seen from one engine; points and luck from -1 to 1, luck also beyond.
struct LuckGame {
    int pair = 0;  // games of the same pair share it; 0 = without a pair
    double points = 0;
    double luck = 0;
};

// The games of `engine` whose luck is known. Pair numbers must differ between opponents.
std::vector<LuckGame> luck_games(std::span<const GameLog> logs, std::string_view engine);

// Of scores from 0 (loss) to 1 (win).
struct Sample {
    double mean = 0.5;         // an adjusted one may lie outside 0 to 1
    double game_variance = 0;  // between games
    double unit_variance = 0;  // between pairs' scores per game; games without a pair are units too
    // 95 %, of the expected score, so within 0 to 1. From the variance between pairs where there is
    // some, else as if every game were won or lost independently; see wilson_interval().
    Interval range;
};

struct LuckSummary {
    std::int64_t games = 0;
    std::int64_t units = 0;  // pairs, and games without one
    Sample raw;
    Sample adjusted;  // score less luck

    // Adjusted over raw. 1 when neither has any, infinite when only the raw one has none.
    double game_variance_ratio() const;
    double unit_variance_ratio() const;
};

// Defined for any games, none and one included; never NaN.
LuckSummary summarise_luck(std::span<const LuckGame> games);

// A table of raw and adjusted score, a few lines with a newline each.
std::string luck_table(const LuckSummary& summary);

}  // namespace anqi
