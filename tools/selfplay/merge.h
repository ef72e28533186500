// Files of seed ranges become one.
#pragma once

#include <string>
#include <vector>

#include "engine/util/result.h"

namespace anqi {

struct MergeCount {
    int games = 0;
    int duplicates = 0;             // dropped
    std::vector<std::string> torn;  // inputs whose incomplete last line was left out
};

// Writes the games of all inputs to `output`, sorted by number: aside first, then renamed. Equal
// games of one number become one; times are not compared. Refused, with the old `output` untouched:
// different games of one number, games of runs with different settings, damaged lines, and an
// `output` that is there already without being an input or that a run is writing to. All games
// are held in memory.
Result<MergeCount> merge_games(const std::string& output, const std::vector<std::string>& inputs);

}  // namespace anqi
