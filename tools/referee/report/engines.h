// What the games say of each engine: its results by seat, its faults, its use of time.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/util/clock.h"
#include "tools/referee/game_log.h"
#include "tools/referee/tally.h"

namespace anqi {

struct AnswerTime {
    long long count = 0;
    Microseconds total = 0;
    Microseconds longest = 0;

    void add(Microseconds time);
    // 0 without an answer.
    double mean() const {
        return count == 0 ? 0.0 : static_cast<double>(total) / static_cast<double>(count);
    }
};

struct EngineSummary {
    std::string name;
    std::array<Tally, 2> seats;
    std::array<int, kFaultKinds> faults{};
    Microseconds longest_overrun = 0;
    AnswerTime time;
    // Of the plies i * width + 1 to (i + 1) * width of a game; the width is EngineTable's.
    std::vector<AnswerTime> time_by_ply;

    Tally total() const { return seats[0] + seats[1]; }
    bool faulty() const;
};

struct EngineTable {
    std::vector<EngineSummary> engines;  // the best score first, else by their first game
    int width = 2;                       // plies; even, so that both seats are in every group
};

EngineTable gather_engines(const std::vector<GameLog>& logs);

}  // namespace anqi
