// Plays positions that an opening book knows straight from it, and leaves all others to a searcher.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "book/book.h"
#include "engine/search/searcher.h"

namespace anqi {

struct LoadedBook {
    SharedBook book;      // nullptr = none
    std::string problem;  // names what was refused and why; empty if nothing was
};

// `source` is "none", or "auto" for the book beside the program that bears the rule set's name, if
// there is one, or a file's path. A book for other rules is refused.
LoadedBook load_book(const std::string& source, const RuleSet& rules);

struct OpeningSettings {
    int plies = 0;      // of the game in which the book is asked
    double spread = 0;  // draws among actions that are at most so much worse than the best
    std::int64_t visits =
        0;  // for an action in these plies that the book does not know; 0 = as later
    std::uint64_t seed = 1;  // of the draw
};

// An analysis, or a search restricted to some actions, never asks the book, nor does one whose
// limits say so. With a spread, forget() begins a new game, whose draws are others. Neither may be
// null.
std::unique_ptr<Searcher> make_opening(std::unique_ptr<Searcher> inner, SharedBook book,
                                       const OpeningSettings& settings);

}  // namespace anqi
