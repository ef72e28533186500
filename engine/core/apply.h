// Playing an event on a position, in place. To take it back, keep a copy of the position.
#pragma once

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// Requires a legal move and, for a flip, a revealed piece that the pool holds (asserted). The first
// flip of a game gives the flipper the colour that appears.
template <class Shape>
void apply(Position& position, Event event);

// The same for a rule set known at run time only.
void apply(const RuleSet& rules, Position& position, Event event);

}  // namespace anqi
