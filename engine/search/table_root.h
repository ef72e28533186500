// Plays positions that endgame tables hold straight from them, and leaves all others to a searcher.
#pragma once

#include <memory>

#include "engine/search/searcher.h"
#include "engine/tables/tables.h"

namespace anqi {

// A won position is answered by the action that comes nearest to a winning capture without
// repeating, a lost one by the longest resistance, both at once and with exact values. In a drawn
// position `inner` chooses among the actions that hold the draw, without tables, so that an
// opponent has something to solve. Neither may be null.
std::unique_ptr<Searcher> make_table_root(std::unique_ptr<Searcher> inner,
                                          std::shared_ptr<const Tables> tables);

}  // namespace anqi
