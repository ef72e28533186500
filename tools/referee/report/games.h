// What the games say whoever played them: lengths, reasons, and the square of the first flip. Wins
// and losses are the first seat's.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "engine/core/types.h"
#include "tools/referee/game_log.h"
#include "tools/referee/tally.h"

namespace anqi {

struct LengthBin {
    int won = 0;
    int drawn = 0;
};

// Bin i counts the games of i * width to (i + 1) * width - 1 plies.
struct Lengths {
    int width = 1;
    std::vector<LengthBin> bins;
    int shortest = 0;
    int longest = 0;
    double mean = 0.0;
};

struct GameFacts {
    Tally first_seat;
    Lengths lengths;
    std::map<Reason, Tally> reasons;
    // Only games that began before anybody had a colour have a first flip.
    std::array<Tally, kSquares> first_flips{};
};

GameFacts gather_games(const std::vector<GameLog>& logs);

}  // namespace anqi
