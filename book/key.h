// One key for all positions that are the same game: over the board's 4 symmetries and the colour
// swap.
#pragma once

#include <cstdint>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/core/symmetry.h"

namespace anqi {

struct CanonicalKey {
    std::uint64_t key;  // the quiet count does not belong to it
    // What turns the position into its canonical image, and the image's actions back.
    Symmetry symmetry;
    bool swapped;  // whether the colours change places on the way
};

CanonicalKey canonical_key(const Position& position);

// The image that stands for all of the eight; its quiet count is 0.
Position canonical_image(const Position& position);

// The legal actions of a position, the game's draw rules aside; of those that a symmetry of the
// position turns into each other, the first one only. At the start: a flip on each of 8 squares.
MoveList distinct_moves(const RuleSet& rules, const Position& position);

}  // namespace anqi
