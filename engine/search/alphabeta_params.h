// The numbers of the alpha-beta search. Their names for the outside are declared in params.cpp.
#pragma once

#include "engine/search/score.h"

namespace anqi {

// How the tree is cut. Plies are plies of remaining depth.
struct AlphaBetaParams {
    bool star1 = true;
    bool pass = true;       // a pass stands for a flip where flips are not looked at
    int flips_on_path = 1;  // flips followed as chance events on one line, the root's included
    int flip_cost = 2;      // plies that a flip costs beside its own
    int flip_depth = 4;     // least depth for flips inside the tree
    int flip_width = 4;     // squares looked at inside the tree, the most promising ones
    int quiescence = 4;     // plies of captures beyond the depth
    // Quiet moves from this place in the order on are searched less deep at first; 0 = none.
    int reduce_from = 4;
    // Up to this depth a static value so far above the window ends the line; 0 = never.
    int cut_depth = 3;
    Score cut_margin = 120'000;  // for each ply of depth
    // From this depth on a pass that still beats the window ends the line; 0 = never.
    int null_depth = 3;
    bool path_draws = true;    // the first return to a position on the line counts as a draw
    bool exact_depth = false;  // the score of a deeper search is not taken from the table

    // The value of the game's own tree to a fixed depth: nothing left out, nothing added. Slow.
    static AlphaBetaParams whole_tree();

    friend bool operator==(const AlphaBetaParams&, const AlphaBetaParams&) = default;
};

}  // namespace anqi
