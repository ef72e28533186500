// What a search answers: which of the root's actions, and how the candidates look.
#pragma once

#include "engine/core/game.h"
#include "engine/search/explorer.h"
#include "engine/search/graph.h"
#include "engine/search/searcher.h"
#include "engine/search/stoppers.h"

namespace anqi {

// Whether further visits cannot change the answer: one action, a proven win, or all proven.
bool decided(const Graph& graph, const Root& root);

RootState root_state(const Graph& graph, const Root& root, std::int64_t visits);

// Candidates best first: the shortest proven win, else the most visited action that is not proven
// worse than another, else the longest proven loss. Flips in a line show their most visited
// outcome.
std::vector<Candidate> candidates(const Graph& graph, const Root& root);

}  // namespace anqi
