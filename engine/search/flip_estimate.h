// What a flip promises before anything is searched: what may come up beside, or in the line of
// fire of, the pieces that already lie open.
#pragma once

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/eval/material.h"

namespace anqi {

// Expected gain in units of worth for the side to move, of the captures that the flip of the
// face-down piece on `square` makes possible at once: the opponent moves first.
template <class Shape>
float estimate_flip(const Position& position, const Material& material, Square square);

}  // namespace anqi
