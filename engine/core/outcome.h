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
    // A draw by the quiet limit or by repetition: the board would allow to go on.
    constexpr bool drawn_by_count() const {
        return reason == Reason::no_progress || reason == Reason::repetition;
    }
    friend constexpr bool operator==(Outcome, Outcome) = default;
};

constexpr Winner winner_for(Colour c) { return c == Colour::red ? Winner::red : Winner::black; }

// What a finished game counts for a side: 1, 0 or -1.
constexpr int score_for(Outcome outcome, Colour side) {
    if (outcome.winner == Winner::draw) return 0;
    return outcome.winner == winner_for(side) ? 1 : -1;
}

}  // namespace anqi
