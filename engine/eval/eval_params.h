// The numbers of the handmade evaluation. Their names, ranges and meanings for the outside are
// declared in engine/search/params.cpp; how they were found stands in engine/search/TUNING.md.
#pragma once

namespace anqi {

// One phase's numbers. Worths are in units of a piece that no living enemy can take any more.
struct EvalTerms {
    double enemy_factor;    // one more natural enemy leaves this share of a piece's worth
    double soldier_factor;  // the same for the general and enemy soldiers, which are slow
    double floor;           // what is left of a piece that everybody can take
    double prey;            // for a piece, times the share of living enemies that it takes
    double cannon;          // worth of a cannon, which takes anything and is hard to trap
    double face_down;       // share of its worth that a face-down piece has
    double slope;           // how sharply a lead becomes an expected score
    double mobility;        // per move more than the other side has
    double chase;           // per unit of worth that a piece may hunt, one square away
    double threat;          // per unit of worth: the best own piece that the enemy can take
    double fork;            // per unit of worth: all further ones
    double attack;          // per unit of worth: enemy pieces that one's own can take
    double trapped;         // per unit of worth: pieces without a safe square to go to
    double caught;          // the same for pieces that can be taken as well
    double tempo;           // for having the move
    double barren;          // share of a lead that counts when some enemy piece has no taker left
    double lone;            // the same when some enemy piece has only one

    friend bool operator==(const EvalTerms&, const EvalTerms&) = default;
};

struct EvalParams {
    EvalTerms early = {.enemy_factor = 0.387,
                       .soldier_factor = 0.754,
                       .floor = 0,
                       .prey = 0.107,
                       .cannon = 0.185,
                       .face_down = 0.913,
                       .slope = 2.9,
                       .mobility = 0.00498,
                       .chase = 0,
                       .threat = 2.15,
                       .fork = 1.26,
                       .attack = 0.204,
                       .trapped = 0.361,
                       .caught = 0.98,
                       .tempo = 0.00755,
                       .barren = 0.155,
                       .lone = 0.134};
    EvalTerms late = {.enemy_factor = 0.505,
                      .soldier_factor = 0.841,
                      .floor = 0.14,
                      .prey = 0.00562,
                      .cannon = 0.529,
                      .face_down = 0.698,
                      .slope = 4.62,
                      .mobility = 0,
                      .chase = 3.4,
                      .threat = -1.05,
                      .fork = 0.12,
                      .attack = -1.35,
                      .trapped = 0.867,
                      .caught = 1.17,
                      .tempo = 0.0169,
                      .barren = 0,
                      .lone = 0.629};
    // From so many pieces face down on `early` alone counts, at 0 `late`.
    double early_from = 6.41;
    // How far outside the window material alone settles the value.
    double lazy = 0.3;
    // From this share of the quiet limit on a lead fades away.
    double fade_from = 0.368;

    friend bool operator==(const EvalParams&, const EvalParams&) = default;
};

// The numbers that hold with so many pieces face down.
EvalTerms terms_at(const EvalParams& params, int face_down);

}  // namespace anqi
