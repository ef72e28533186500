// Two searchers of different kinds behind one: whichever is the stronger in a phase plays it.
#pragma once

#include <memory>

#include "engine/search/searcher.h"

namespace anqi {

struct Pair {
    std::unique_ptr<Searcher> mcts;
    std::unique_ptr<Searcher> alphabeta;
};

// Positions with `mcts_from` pieces face down or more are left to MCTS, the others to alpha-beta;
// analysis is always left to MCTS, which values every action. Neither may be null.
std::unique_ptr<Searcher> make_by_phase(Pair searchers, int mcts_from);

}  // namespace anqi
