// The platform's way to set up a board: 32 square letters and 14 counts.
#pragma once

#include <span>
#include <string_view>

#include "engine/core/position.h"
#include "engine/util/result.h"

namespace anqi {

// Reads 46 words: the squares a8 b8 c8 d8 a7 ... d1 (a piece letter, X face down, - empty), then
// how many of each kind are alive. Programs differ in the order of the counts: P C N R M G K or K G
// M R N C P, red first, then black. The one that fits the board is taken; when both fit and differ,
// or neither does, that is an error. Red is to move, or nobody has a colour if all 32 pieces are
// face down.
Result<Position> parse_board_setup(std::span<const std::string_view> words);

}  // namespace anqi
