// How a game stands or ended: a winner and a reason, always together.
#pragma once

#include <cstdint>

#include "engine/core/types.h"

namespace anqi {

enum class Winner : std::uint8_t { none, red, black, draw };

// The first four come from the rules, the rest from outside the board. `declared` is a host that
// announced a result without saying why.
enum class Reason : std::uint8_t {
    none,
    all_captured,
    no_legal_action,
    no_progress,
    repetition,
    resign,
    timeout,
    illegal_action,
    disconnect,
    stalled,
    declared,
};

struct Outcome {
    Winner winner = Winner::none;
    Reason reason = Reason::none;

    constexpr bool over() const { return winner != Winner::none; }
    friend constexpr bool operator==(Outcome, Outcome) = default;
};

constexpr Winner winner_for(Colour c) { return c == Colour::red ? Winner::red : Winner::black; }

}  // namespace anqi
