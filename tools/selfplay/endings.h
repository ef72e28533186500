// Random endings to start games from, for positions that play from the deal seldom reaches.
#pragma once

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/util/random.h"

namespace anqi {

inline constexpr int kFewestMen = 3;
inline constexpr int kMostMen = 12;

// A position on the whole board with kFewestMen to kMostMen men, in which the game is not over. The
// number of men is drawn evenly; each side has a third of them or more, drawn from its sixteen. In
// one position of two some lie face down, at most half of them; in one of four quiet plies are
// counted already, any number below the limit. Equal rules and draws give equal positions.
Position random_ending(const RuleSet& rules, Random& random);

}  // namespace anqi
