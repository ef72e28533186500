// What two engines scored against each other, how that score grew, and what it is without luck.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tools/referee/game_log.h"
#include "tools/referee/report/engines.h"
#include "tools/referee/score.h"
#include "tools/referee/tally.h"

namespace anqi {

struct ScorePoint {
    int games = 0;
    double score = 0.5;  // 0 to 1
    Interval band;       // 95 %
};

// Means over games with a luck of their own, with half the width of the 95 % interval. The interval
// is the normal one and taken from game to game; none is given for less than two games.
struct LuckScore {
    int games = 0;
    double raw = 0.5;       // 0 to 1
    double adjusted = 0.5;  // may leave 0 to 1
    std::optional<double> raw_half_width;
    std::optional<double> adjusted_half_width;
};

struct Pairing {
    std::size_t a = 0;  // index into EngineTable::engines; the results are a's
    std::size_t b = 0;
    Tally tally;
    Interval interval;
    std::vector<ScorePoint> progress;  // evenly spread, the last one being the final score
    std::optional<LuckScore> luck;
};

// Every two engines that met, the most games first. Games of an engine against itself form none.
std::vector<Pairing> gather_pairings(const std::vector<GameLog>& logs, const EngineTable& table);

}  // namespace anqi
