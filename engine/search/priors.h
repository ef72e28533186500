// What looks promising before anything is searched: cheap knowledge about captures, dangers,
// threats and flips, as a share of the first visits.
#pragma once

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/eval/evaluator.h"
#include "engine/search/params.h"
#include "engine/util/list.h"

namespace anqi {

struct PriorMove {
    Move move;
    float prior;
};
using PriorList = FixedList<PriorMove, kMaxMoves>;

// Every legal action with its prior, by the evaluator's network where it has one, highest first;
// priors sum to 1. Actions of equal promise are ordered by `seed`, which also spreads the priors by
// about one in a hundred.
template <class Shape>
void rate_moves(const SearchParams& params, Evaluator<Shape>& evaluator, const Position& position,
                std::uint64_t seed, PriorList& rated);

// Puts the highest first.
void order(PriorList& rated);

}  // namespace anqi
