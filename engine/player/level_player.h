// A searcher weakened to a strength level.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/player/level.h"
#include "engine/search/searcher.h"

namespace anqi {

// Weakens `inner` to a level below the top. Deterministic by seed and position. An analysis goes
// through as it is. `inner` may not be null.
std::unique_ptr<Searcher> make_level(std::unique_ptr<Searcher> inner, int level,
                                     std::uint64_t seed);

}  // namespace anqi
