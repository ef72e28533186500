// Iterative deepening alpha-beta with chance nodes: the searcher of another kind than MCTS, with
// the same evaluation.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/eval/network.h"
#include "engine/search/negamax.h"
#include "engine/search/params.h"
#include "engine/search/searcher.h"
#include "engine/tables/tables.h"

namespace anqi {

struct AlphaBetaSettings {
    SearchParams params;      // of the tree and the evaluation; the rest is not used
    std::size_t memory = 32;  // MiB, for the transposition table
    int max_depth = 100;      // plies
    int nodes_per_visit = 16;
    std::shared_ptr<const Tables> tables = nullptr;
    SharedNetwork network = nullptr;  // evaluates where it serves the rules
};

// Visits are counted so that one takes about as long as one of MCTS: `nodes_per_visit` nodes of the
// tree above the quiescence make one. With the same settings, game and visit limit
// a fresh or forgetful searcher answers the same to the bit. `clock` must outlive the searcher.
std::unique_ptr<Searcher> make_alphabeta(const AlphaBetaSettings& settings, const Clock& clock);

}  // namespace anqi
