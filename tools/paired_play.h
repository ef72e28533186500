// Two settings of the engine against each other within one process: the same deal twice, seats
// swapped.
#pragma once

#include <cstdint>

#include "engine/player/settings.h"

namespace anqi {

struct PairScore {
    double first = 0;  // points of the first settings in both games: 0, 1/2, 1, 3/2 or 2
    int plies = 0;     // of both games

    // What the first settings scored more than the second.
    double lead() const { return 2 * first - 2; }
};

// Both sides play by the rules of `first`. The deal follows from the seed; with limits in visits
// the whole result does. Any thread may call.
PairScore play_pair(const Settings& first, const Settings& second, std::uint64_t seed);

}  // namespace anqi
