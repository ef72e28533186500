// The table of solved small boards: eight face-down pieces on two files of four squares.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi::test {

struct SolvedBoard {
    std::string pieces;  // of each side
    double corner = 0;   // values of the two kinds of first flip, for whoever flips
    double inner = 0;
};

// tests/data/small_boards.tsv.
std::vector<SolvedBoard> solved_boards();

// All pieces face down on a1 to b4, from the first rank on; at most four pieces a side.
Position small_board(std::string_view pieces_of_each_side);

inline constexpr Move kCornerFlip = Move::flip(make_square(0, 0));
inline constexpr Move kInnerFlip = Move::flip(make_square(0, 1));

// Without repetition, and with a quiet limit so large that it does not matter.
RuleSet rules_without_draws();

}  // namespace anqi::test
