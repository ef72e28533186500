// What is known before the search about the actions of some positions, from outside it: by an
// opening book, for instance.
#pragma once

#include "engine/core/position.h"
#include "engine/search/priors.h"

namespace anqi {

class PriorSource {
  public:
    virtual ~PriorSource() = default;
    // Changes the priors of a position's legal actions where it knows the position; they go on to
    // sum to 1, in any order. Threads call it at the same time. Must not throw.
    virtual void adjust(const Position& position, PriorList& rated) const = 0;
};

}  // namespace anqi
