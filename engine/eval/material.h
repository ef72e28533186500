// What a piece is worth by who can still take it.
#pragma once

#include <array>

#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// Living pieces of one side by kind, face up and face down together.
using Army = std::array<int, kKinds>;

Army army_of(const Position& position, Colour colour);

// Worth of one living piece of `kind` against the living enemies, in units of a piece that nobody
// can take any more.
template <class Shape>
double worth(Kind kind, const Army& enemies);

}  // namespace anqi
