// Playing out captures until the position is quiet, so that the static value is asked only where no
// piece hangs.
#pragma once

#include "engine/core/position.h"
#include "engine/eval/evaluator.h"

namespace anqi {

// The best value the side to move can reach by captures alone, or by standing pat, within `plies`
// further plies; fail-soft within (alpha, beta). Finished games count 1, 0 or -1.
template <class Shape>
float quiesce(Evaluator<Shape>& evaluator, const Position& position, float alpha, float beta,
              int plies);

}  // namespace anqi
