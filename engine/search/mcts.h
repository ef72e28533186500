// Monte Carlo graph search with chance nodes: PUCT with prior knowledge, transpositions that share
// nodes, proof bounds, several threads, reuse between actions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/eval/network.h"
#include "engine/search/params.h"
#include "engine/search/prior_source.h"
#include "engine/search/searcher.h"
#include "engine/tables/tables.h"

namespace anqi {

struct MctsSettings {
    SearchParams params;
    std::uint64_t seed = 1;  // spreads the priors by a hundredth and so breaks ties
    int threads = 1;
    std::size_t memory = 512;  // MiB for the graph, a hard limit
    std::shared_ptr<const Tables> tables = nullptr;
    SharedNetwork network = nullptr;                      // evaluates where it serves the rules
    std::shared_ptr<const PriorSource> priors = nullptr;  // knows some positions better
    // Standard deviation of what is added to each leaf's value, drawn by `seed` and position: plays
    // weaker.
    double misjudgement = 0;
};

// With one thread, the same settings, game, visit limit and earlier searches since forget(), the
// answer is the same to the bit. `clock` must outlive the searcher.
std::unique_ptr<Searcher> make_mcts(const MctsSettings& settings, const Clock& clock);

}  // namespace anqi
