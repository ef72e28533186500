// The numbers of the handmade evaluation. Their names, ranges and meanings for the outside are
// declared in engine/search/params.cpp.
#pragma once

namespace anqi {

// Worths are in units of a piece that no living enemy can take any more.
struct EvalParams {
    // One more natural enemy leaves this share of a piece's worth; soldiers trouble the general
    // less, because they are slow. Starting points as published for a tuned engine of this game.
    double enemy_factor = 0.60;
    double soldier_factor = 0.80;
    double floor = 0.10;      // what is left of a piece that everybody can take
    double cannon = 0.50;     // takes anything, is hard to trap
    double face_down = 0.83;  // share of its worth that a face-down piece has
    double slope = 3.0;       // how sharply a lead becomes an expected score
    double mobility = 0.004;  // per move more than the other side has
    double chase = 0.05;      // per unit of worth that a piece may hunt, one square away
    double barren = 0.35;     // share of a lead that cannot take some enemy piece any more
    double fade_from = 0.50;  // from this share of the quiet limit on a lead fades away

    friend bool operator==(const EvalParams&, const EvalParams&) = default;
};

}  // namespace anqi
