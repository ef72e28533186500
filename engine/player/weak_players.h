// Weak players behind the searcher's interface: opponents for tests and the lowest levels.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/search/searcher.h"

namespace anqi {

// Any legal action with equal probability.
std::unique_ptr<Searcher> make_random_player(std::uint64_t seed);

// Takes the most valuable piece it can without losing more at once; else flips at random; else
// moves at random.
std::unique_ptr<Searcher> make_greedy_player(std::uint64_t seed);

}  // namespace anqi
