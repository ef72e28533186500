// The tuner: it climbs where there is a hill, stays within the ranges, and goes on from its file.
#include "tools/spsa.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <string>

#include "tools/paired_play.h"

namespace anqi {
namespace {

TunedParameter parameter(std::string_view name, double step) {
    for (const SearchParam& param : search_params()) {
        if (param.name == name) return {&param, step, param.get(SearchParams{})};
    }
    FAIL("no such parameter");
    return {};
}

// Strength with a single top at the given values, in points of a pair.
double strength(const SearchParams& p) {
    return -std::abs(p.exploration - 2.0) - std::abs(p.eval.late.slope - 5.0);
}

// Two settings meet; the result is as coarse as a pair's.
double lead(const SearchParams& a, const SearchParams& b, Random& random) {
    const double noise = 2 * (random.unit() + random.unit() - 1);
    return std::clamp(std::round(2 * (strength(a) - strength(b)) + noise), -2.0, 2.0);
}

void iterate(Spsa& spsa, Random& random) {
    const Signs signs = spsa.draw_signs(random);
    const auto plus = spsa.perturbed(signs, 1, random), minus = spsa.perturbed(signs, -1, random);
    spsa.learn(signs, lead(plus, minus, random));
}

Spsa two_parameters(int iterations) {
    return Spsa({.iterations = iterations, .rate = 0.1},
                {parameter("exploration", 0.1), parameter("eval_slope_late", 0.2)});
}

TEST_CASE("the tuner climbs to the top of a hill") {
    Spsa spsa = two_parameters(2000);
    Random random(1);
    while (!spsa.over()) iterate(spsa, random);
    CHECK(std::abs(spsa.present().exploration - 2.0) < 0.15);
    CHECK(std::abs(spsa.present().eval.late.slope - 5.0) < 0.3);
}

TEST_CASE("the tuner goes on from its state as if it had never stopped") {
    Spsa whole = two_parameters(50);
    Random random(2);
    for (int i = 0; i < 20; ++i) iterate(whole, random);
    Spsa resumed = two_parameters(50);
    REQUIRE(resumed.read(whole.to_text()));
    CHECK(resumed.done() == 20);
    Random same = random;
    while (!whole.over()) iterate(whole, random);
    while (!resumed.over()) iterate(resumed, same);
    CHECK(resumed.to_text() == whole.to_text());
}

TEST_CASE("a cut, foreign or damaged state is refused and changes nothing") {
    Spsa spsa = two_parameters(50);
    const std::string text = spsa.to_text();
    for (std::size_t length = 0; length + 1 < text.size(); ++length) {
        CHECK_FALSE(spsa.read(text.substr(0, length)).ok());
    }
    CHECK_FALSE(Spsa({}, {parameter("exploration", 0.1)}).read(text).ok());
    CHECK_FALSE(
        Spsa({}, {parameter("eval_slope_late", 1), parameter("exploration", 1)}).read(text).ok());
    CHECK(spsa.to_text() == text);
}

TEST_CASE("perturbed values lie on both sides and within their ranges") {
    const Spsa spsa({}, {parameter("exploration", 100), parameter("quiescence", 0.5)});
    Random random(3);
    double sum = 0;
    for (int i = 0; i < 400; ++i) {
        const SearchParams plus = spsa.perturbed({1, 1}, 1, random);
        CHECK(plus.exploration == spsa.parameters()[0].param->high);
        CHECK(spsa.perturbed({1, 1}, -1, random).exploration == spsa.parameters()[0].param->low);
        sum += plus.quiescence;
    }
    // Half a step up, and more at the beginning of a run: between the whole numbers on the average.
    const double mean = sum / 400 - SearchParams{}.quiescence;
    CHECK(mean > 0.6);
    CHECK(mean < 1.5);
}

TEST_CASE("a pair of games between equal settings is even, and the same every time") {
    Settings settings;
    settings.visits = 20;
    settings.memory = 1;
    const PairScore score = play_pair(settings, settings, 5);
    CHECK(score.lead() == 0);
    CHECK(score.plies > 20);
    Settings other = settings;
    other.player = PlayerKind::random;
    CHECK(play_pair(settings, other, 5).lead() > 0);
}

}  // namespace
}  // namespace anqi
