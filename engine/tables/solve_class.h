// Solves one class for all rules that a table has to serve, given the classes that its captures and
// flips lead to.
#pragma once

#include <functional>
#include <vector>

#include "engine/tables/retrograde.h"
#include "engine/tables/solved_class.h"

namespace anqi {

// The solved class that a way out leads to.
using SolvedOf = std::function<const SolvedClass&(const EndgameClass&)>;

// Requires that solved_of() knows all targets of `passages`.
SolvedClass solve_class(const EndgameClass& cls, const Passages& passages,
                        const SolvedOf& solved_of);

// A node that does not follow from the nodes that its actions lead to, under some column;
// nothing when all do.
std::optional<NodeNumber> first_inconsistent(const SolvedClass& solved, const Passages& passages,
                                             const SolvedOf& solved_of);

}  // namespace anqi
