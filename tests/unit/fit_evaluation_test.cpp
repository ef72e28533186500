// The fit of the evaluation: from values that known parameters gave, it finds these parameters.
#include "tools/fit_evaluation.h"

#include <cmath>
#include <doctest/doctest.h>

#include "engine/core/rules.h"
#include "engine/eval/evaluator.h"
#include "tests/support/engine_helpers.h"

namespace anqi::test {
namespace {

std::vector<Labelled> labelled_by(const SearchParams& truth, int positions) {
    std::vector<Labelled> result;
    Random random(11);
    while (static_cast<int>(result.size()) < positions) {
        Game game;
        play_randomly(game, random, 20 + static_cast<int>(random.below(60)));
        if (game.over()) continue;
        const Position& p = game.position();
        result.push_back({p, static_cast<float>(evaluate(game.rules(), truth.eval, p))});
    }
    return result;
}

SearchParams other_params() {
    SearchParams params;
    params.eval.early.slope *= 1.4;
    params.eval.early.cannon *= 0.7;
    params.eval.late.mobility += 0.02;
    return params;
}

TEST_CASE("the parameters that made the labels are found") {
    const auto positions = labelled_by(other_params(), 600);
    std::vector<const SearchParam*> which = parameters_named("eval_slope_early");
    for (const auto* name : {"eval_cannon_early", "eval_mobility_late"}) {
        which.push_back(parameters_named(name).front());
    }
    std::vector<FitStep> steps;
    const SearchParams found = fit({}, which, positions, {.iterations = 10, .block = 20},
                                   [&](const FitStep& step) { steps.push_back(step); });
    for (const SearchParam* p : which) {
        CAPTURE(p->name);
        CHECK(p->get(found) == doctest::Approx(p->get(other_params())).epsilon(0.02));
    }
    REQUIRE(steps.size() > 2);
    CHECK(steps.front().error > 1e-4);
    CHECK(steps.back().error < steps.front().error / 100);
    CHECK(steps.back().check_error < steps.front().check_error / 100);
}

TEST_CASE("what is not named stays, and nothing leaves its range") {
    const auto positions = labelled_by(other_params(), 200);
    const auto which = parameters_named("eval_floor_early");
    const SearchParams found = fit({}, which, positions, {.iterations = 3}, [](const FitStep&) {});
    SearchParams rest = found;
    which.front()->set(rest, which.front()->get(SearchParams()));
    CHECK(rest == SearchParams());
    CHECK(which.front()->get(found) >= which.front()->low);
    CHECK(parameters_named("no_such").empty());
}

}  // namespace
}  // namespace anqi::test
