// Iterative deepening alpha-beta with chance nodes: the searcher of another kind than MCTS, with
// the same evaluation.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/search/negamax.h"
#include "engine/search/params.h"
#include "engine/search/searcher.h"

namespace anqi {

struct AlphaBetaSettings {
    SearchParams params;  // only the evaluation's numbers are used
    AlphaBetaParams tree;
    std::size_t memory = 32;  // MiB, for the transposition table
    int max_depth = 100;      // plies
};

// A visit is a node of the tree above the quiescence. With the same settings, game and visit limit
// a fresh or forgetful searcher answers the same to the bit. `clock` must outlive the searcher.
std::unique_ptr<Searcher> make_alphabeta(const AlphaBetaSettings& settings, const Clock& clock);

}  // namespace anqi
