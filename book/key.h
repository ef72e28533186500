// One key for all positions that are the same game: over the board's 4 symmetries and the colour
// swap.
#pragma once

#include <cstdint>

#include "engine/core/position.h"
#include "engine/core/symmetry.h"

namespace anqi {

struct CanonicalKey {
    std::uint64_t key;  // the quiet count does not belong to it
    // What turns the position into its canonical image, and the image's actions back.
    Symmetry symmetry;
};

CanonicalKey canonical_key(const Position& position);

}  // namespace anqi
