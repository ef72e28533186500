// Noise at a search's root: the draws have their distribution's moments, and noise moves visits of
// the searched position only, the same ones for the same seed.
#include "engine/search/root_noise.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <numeric>

#include "engine/search/mcts.h"
#include "tests/support/engine_helpers.h"

namespace anqi::test {
namespace {

constexpr const char* kMidgame = "RMCr/XRMN/XnXX/XXXX/XXgX/r1kn/Xp1X/m1G1 b KGCP3gmcp4 0";

struct Moments {
    double mean;
    double variance;
};

Moments moments_of_gamma(double shape) {
    constexpr int draws = 40'000;
    Random random(3);
    double sum = 0, squares = 0;
    for (int i = 0; i < draws; ++i) {
        const double x = draw_gamma(shape, random);
        sum += x;
        squares += x * x;
    }
    const double mean = sum / draws;
    return {mean, squares / draws - mean * mean};
}

Report search(Searcher& searcher, const RootNoise& noise, std::int64_t visits = 400) {
    Limits limits;
    limits.visits = visits;
    limits.noise = noise;
    const StopFlag never;
    return searcher.search(Game(default_rules(), position_of(kMidgame)), limits, never, nullptr);
}

Report search(const RootNoise& noise) {
    const SteadyClock clock;
    return search(*make_mcts({.params = {}, .memory = 16}, clock), noise);
}

bool same_visits(const Report& a, const Report& b) {
    return std::equal(a.candidates.begin(), a.candidates.end(), b.candidates.begin(),
                      b.candidates.end(), [](const Candidate& x, const Candidate& y) {
                          return x.move == y.move && x.visits == y.visits && x.value == y.value;
                      });
}

std::int64_t visits_of(const Report& report, Move move) {
    const auto found = std::find_if(report.candidates.begin(), report.candidates.end(),
                                    [move](const Candidate& c) { return c.move == move; });
    return found == report.candidates.end() ? 0 : found->visits;
}

TEST_CASE("gamma draws have the shape as mean and as variance") {
    for (const double shape : {0.1, 0.3, 1.0, 2.5, 30.0}) {
        CAPTURE(shape);
        const Moments moments = moments_of_gamma(shape);
        CHECK(moments.mean == doctest::Approx(shape).epsilon(0.06));
        CHECK(moments.variance == doctest::Approx(shape).epsilon(0.12));
    }
}

TEST_CASE("shares add up to 1, and a small shape gives nearly all to few") {
    const auto largest = [](double shape) {
        Random random(5);
        double sum = 0;
        for (int i = 0; i < 500; ++i) {
            const auto shares = draw_shares(20, shape, random);
            CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == doctest::Approx(1));
            CHECK(*std::min_element(shares.begin(), shares.end()) >= 0);
            sum += *std::max_element(shares.begin(), shares.end());
        }
        return sum / 500;
    };
    CHECK(largest(0.05) > 0.6);
    CHECK(largest(100) < 0.1);
    // Every draw is far too small for a double here.
    CHECK(largest(1e-9) == doctest::Approx(1));
}

TEST_CASE("noise is mixed into the priors by its fraction") {
    const std::vector<float> priors = {0.7F, 0.2F, 0.1F};
    const auto all = with_noise(priors, {.fraction = 1, .shape = 0.5, .seed = 9});
    const auto half = with_noise(priors, {.fraction = 0.5, .shape = 0.5, .seed = 9});
    for (std::size_t i = 0; i < priors.size(); ++i) {
        CHECK(half[i] == doctest::Approx((priors[i] + all[i]) / 2));
    }
    CHECK(std::accumulate(all.begin(), all.end(), 0.0F) == doctest::Approx(1));
    CHECK(all != with_noise(priors, {.fraction = 1, .shape = 0.5, .seed = 10}));
}

TEST_CASE("noise moves the visits of a search, equally for equal seeds") {
    const Report plain = search({});
    const RootNoise noise{.fraction = 0.5, .shape = 0.3, .seed = 1};
    const Report noisy = search(noise);
    CHECK(same_visits(noisy, search(noise)));
    CHECK_FALSE(same_visits(noisy, plain));
    CHECK_FALSE(same_visits(noisy, search({.fraction = 0.5, .shape = 0.3, .seed = 2})));
    CHECK(same_visits(search({.fraction = 0, .shape = 0.3, .seed = 2}), plain));
}

TEST_CASE("noise alone spreads visits over actions that a search would neglect") {
    const Move neglected = search({}).candidates.back().move;
    std::int64_t plain = visits_of(search({}), neglected), most = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Report noisy = search({.fraction = 1, .shape = 0.3, .seed = seed});
        most = std::max(most, visits_of(noisy, neglected));
    }
    CHECK(plain < 10);
    CHECK(most > 3 * plain + 3);
}

TEST_CASE("noise of one search does not reach the next") {
    const SteadyClock clock;
    const auto once = make_mcts({.params = {}, .memory = 16}, clock);
    const auto twice = make_mcts({.params = {}, .memory = 16}, clock);
    // A single visit: whatever the noise makes it, the priors that stay behind are the plain ones.
    (void)search(*once, {.fraction = 1, .shape = 0.1, .seed = 4}, 1);
    (void)search(*twice, {}, 1);
    const Report after = search(*once, {}), plain = search(*twice, {});
    for (const Candidate& c : plain.candidates) {
        CHECK(std::abs(c.visits - visits_of(after, c.move)) <= 40);
    }
}

}  // namespace
}  // namespace anqi::test
