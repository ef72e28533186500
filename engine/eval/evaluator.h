// The static value of a position.
#pragma once

#include <memory>
#include <optional>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/eval/eval_params.h"
#include "engine/eval/material.h"
#include "engine/eval/network_evaluator.h"

namespace anqi {

// Values are expected scores for the side to move, strictly between -1 and 1; 0 before the first
// flip. They depend on nothing but what both sides see. One object per thread. They come from a
// network where there is one for the rules, else, and on small boards, from the handmade terms.
template <class Shape>
class Evaluator {
  public:
    Evaluator(const RuleSet& rules, const EvalParams& params, SharedNetwork network = nullptr);

    float value(const Position& position) { return value(position, -2, 2); }
    // For a caller to whom everything up to alpha, and everything from beta on, is the same: where
    // material alone, or all handmade terms, leave no doubt on which side the value lies, the rest
    // is not looked at.
    float value(const Position& position, float alpha, float beta);
    // Up to so many quiet plies a value does not depend on their number; below any quiet limit.
    int free_quiet() const;
    // The network if it speaks for the position; nullptr where the handmade terms do.
    NetworkEvaluator* network_for(const Position& position);
    // The handmade terms alone; see value(). Requires a side to move.
    float by_hand(const Position& position, float alpha = -2, float beta = 2);
    // What the pieces alive are worth here; valid until the next call.
    const Material& material(const Position& position) { return material_.of(position); }

  private:
    bool far_outside(float value, float alpha, float beta) const;
    float fade(int quiet) const;

    EvalParams params_;
    int quiet_limit_;
    MaterialCache<Shape> material_;
    std::optional<NetworkEvaluator> network_;
};

// One value for a rule set known at run time only.
double evaluate(const RuleSet& rules, const EvalParams& params, const Position& position,
                SharedNetwork network = nullptr);

}  // namespace anqi
