// Monte Carlo tree search with chance: PUCT selection, one deal of the face-down pieces per
// simulation, short playouts ending in the static value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/search/params.h"
#include "engine/search/searcher.h"

namespace anqi {

struct MctsSettings {
    SearchParams params;
    std::uint64_t seed = 1;
    std::size_t max_nodes = 1'000'000;  // the tree stops growing there; the search goes on
};

// With the same settings, game and visit limit the answer is the same to the bit: the random
// numbers of a search depend on the seed and the position only. `clock` must outlive the searcher.
std::unique_ptr<Searcher> make_mcts(const MctsSettings& settings, const Clock& clock);

}  // namespace anqi
