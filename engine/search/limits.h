// What bounds one search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/core/move.h"
#include "engine/util/clock.h"

namespace anqi {

// Three moments of one search, counted from its start: not to stop before the first except with a
// decided answer, to aim at the second, never to pass the third. All 0 = no time limit.
struct TimePlan {
    Milliseconds minimum = 0;
    Milliseconds target = 0;
    Milliseconds maximum = 0;

    bool limited() const { return maximum > 0; }
    static TimePlan exactly(Milliseconds ms) { return {ms, ms, ms}; }
    friend bool operator==(const TimePlan&, const TimePlan&) = default;
};

// Noise that MCTS mixes into the priors of the searched position's actions, for self-play; the
// other searchers have no priors and take no notice.
struct RootNoise {
    double fraction = 0;  // 0 = none, 1 = nothing but noise
    double shape = 0.3;   // of the Dirichlet distribution, above 0; a small one favours few actions
    std::uint64_t seed = 0;  // equal seeds give equal noise

    bool on() const { return fraction > 0; }
};

struct Limits {
    std::int64_t visits = 0;  // of the root; 0 = no limit
    TimePlan time = {};
    std::vector<Move> root_moves = {};  // the answer is one of these; empty = every legal move
    bool analysis = false;  // every action is to be valued, not only the best one answered
    RootNoise noise = {};
    bool tables = true;  // whether endgame tables may be asked
    bool book = true;    // whether an opening book may be asked

    bool allows(Move move) const {
        return root_moves.empty() ||
               std::find(root_moves.begin(), root_moves.end(), move) != root_moves.end();
    }
};

}  // namespace anqi
