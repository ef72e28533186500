// Counting the leaves of the game tree: the standard check of a move generator.
#pragma once

#include <cstdint>

#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// Leaves after `depth` actions, each flip counted once per distinct piece that can appear. Draw
// rules are off; a finished game has no children. depth 0 counts 1.
std::uint64_t perft(const RuleSet& rules, const Position& position, int depth);

}  // namespace anqi
