#include "engine/eval/eval_params.h"

#include <algorithm>
#include <iterator>

namespace anqi {
namespace {

constexpr double EvalTerms::*kTerms[] = {
    &EvalTerms::enemy_factor, &EvalTerms::soldier_factor, &EvalTerms::floor,   &EvalTerms::prey,
    &EvalTerms::cannon,       &EvalTerms::face_down,      &EvalTerms::slope,   &EvalTerms::mobility,
    &EvalTerms::chase,        &EvalTerms::threat,         &EvalTerms::fork,    &EvalTerms::attack,
    &EvalTerms::tempo,        &EvalTerms::barren,         &EvalTerms::trapped, &EvalTerms::caught,
    &EvalTerms::lone,
};
static_assert(sizeof(EvalTerms) == std::size(kTerms) * sizeof(double), "a term is missing");

}  // namespace

EvalTerms terms_at(const EvalParams& params, int face_down) {
    const double early = std::min(1.0, face_down / std::max(1.0, params.early_from));
    EvalTerms terms = params.late;
    for (auto term : kTerms) terms.*term += early * (params.early.*term - params.late.*term);
    return terms;
}

}  // namespace anqi
