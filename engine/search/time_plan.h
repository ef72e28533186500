// How long to think about one action: a pure function of the clock and the phase of the game.
#pragma once

#include "engine/core/position.h"
#include "engine/search/limits.h"

namespace anqi {

// The mover's clock before this action. Any value may be negative or absurd: hosts send such.
struct ClockState {
    Milliseconds remaining = 0;  // of the main time
    Milliseconds increment = 0;  // added after each own action
    Milliseconds byoyomi = 0;    // per action, once the main time is used up
    Milliseconds main_time = 0;  // at the start of the game, as far as known
    Milliseconds overhead = 0;   // lost outside the engine for each own action, its echo included
};

// What the plan needs to know of the game.
struct Phase {
    int plies = 0;      // played so far
    int face_down = 0;  // pieces
    int face_up = 0;
};
Phase phase_of(const Position& position, int plies);

// Own actions still to be expected; never below a reserve that covers the long endings of this
// game.
int expected_actions(const Phase& phase);

// Never plans past the flag: maximum + overhead stays below what is left. A clock at or below zero
// yields a plan of 1 ms.
TimePlan plan_time(const ClockState& clock, const Phase& phase);

}  // namespace anqi
