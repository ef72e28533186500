// Values of the alpha-beta search. Whole numbers, because bounds that are passed down and back up
// must not pick up rounding errors: a bound that came back a little better would pass for a value.
#pragma once

#include <cstdlib>

namespace anqi {

// For the side to move, in millionths of an expected score; a draw is 0. A game won n plies after
// the root counts kWin - n, so that the shortest win and the longest defence are preferred.
using Score = int;

inline constexpr Score kWin = 1'000'000;
inline constexpr Score kInfinity = kWin + 1;
inline constexpr int kMaxPly = 128;  // no line is followed further from the root
// Values above this, or below its opposite, are wins and losses that hold against any play and any
// luck; nothing else is ever valued so high.
inline constexpr Score kProven = kWin - 2 * kMaxPly;

constexpr bool is_proven(Score score) { return score > kProven || score < -kProven; }

// What is not proven stays below what is.
constexpr Score unproven(Score score) {
    return score > kProven ? kProven : score < -kProven ? -kProven : score;
}

}  // namespace anqi
