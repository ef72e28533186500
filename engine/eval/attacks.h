// Which pieces can be taken, for sets of squares at once.
#pragma once

#include <array>

#include "engine/core/geometry.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// What one side's face-up pieces can take: by stepping, for each kind of victim the squares where
// it could be taken, whether or not something stands there; and what its cannons hit now.
struct Attacks {
    std::array<Squares, kKinds> reach{};
    Squares cannon_hits = 0;

    // Where a piece of this kind would be taken, or is hit by a cannon already.
    Squares on(Kind victim) const { return reach[static_cast<std::size_t>(victim)] | cannon_hits; }
};

// Where a jump of `own`'s cannons over one piece lands: on whatever stands there.
Squares cannon_hits(const Position& position, Colour own);

// Who of `own` takes a piece of this kind by stepping.
Squares takers(const Position& position, Colour own, Kind victim);

// Requires a colour.
template <class Shape>
Attacks attacks_of(const Position& position, Colour own);

}  // namespace anqi
