// The static value of a position.
#pragma once

#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// Expected score for the side to move, strictly between -1 and 1, from material by natural enemies:
// a piece is worth more the fewer living enemies, face up or face down, can still take it. Ignores
// whose turn it is otherwise. 0 before the first flip. Reads nothing but what both sides see.
template <class Shape>
double evaluate(const Position& position);

// The same for a rule set known at run time only.
double evaluate(const RuleSet& rules, const Position& position);

}  // namespace anqi
