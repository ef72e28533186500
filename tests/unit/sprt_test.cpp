// The SPRT: the log-likelihood ratio against an independent maximisation and against the normal
// approximation, and the error rates of whole tests with simulated engines of known difference.
//
// Independent maximisation. A distribution over the five outcomes of a pair is written as
//     p_i proportional to exp(v_i + theta a_i),  v_0 = v_4 = 0,  a_i = i / 4.
// Every distribution without zeros has exactly one such form (log p has five numbers, of which one
// is the norm). Under a hypothesis theta follows from v_1, v_2, v_3 by bisection: the more weight
// on the high outcomes, the larger the mean (or (mean - 1/2) / sigma). What remains is a search
// without constraints for the largest sum n_i log p_i in three dimensions, done by the downhill
// simplex method (Nelder and Mead, 1965). The code under test finds the same maxima by Lagrange
// multipliers.
#include "tools/referee/sprt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <vector>

#include "engine/util/random.h"
#include "tools/referee/score.h"

namespace anqi::test {
namespace {

using Outcomes = std::array<double, 5>;
using Point = std::array<double, 3>;

// What a hypothesis fixes, as a function of the distribution.
using Quantity = std::function<double(const Outcomes&)>;

double mean_of(const Outcomes& p) { return p[1] * 0.25 + p[2] * 0.5 + p[3] * 0.75 + p[4]; }

double variance_of(const Outcomes& p) {
    return p[1] * 0.0625 + p[2] * 0.25 + p[3] * 0.5625 + p[4] - mean_of(p) * mean_of(p);
}

double elo_of(const Outcomes& p) {
    const double s = mean_of(p);
    return 400 * std::log10(s / (1 - s));
}

// 800 / ln 10 times the distance to 1/2 in deviations of one game, of which a pair has two.
double nelo_of(const Outcomes& p) {
    return 800 / std::log(10.0) * (mean_of(p) - 0.5) / std::sqrt(2 * variance_of(p));
}

Quantity quantity(SprtModel model) { return model == SprtModel::logistic ? elo_of : nelo_of; }

Outcomes tilted(const Outcomes& weights, double theta) {
    Outcomes p;
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) {
        sum += p[i] = weights[i] * std::exp(theta * static_cast<double>(i) / 4);
    }
    for (double& x : p) x /= sum;
    return p;
}

// The tilt of the weights for which the quantity has this value.
Outcomes with_quantity(const Outcomes& weights, const Quantity& quantity, double value) {
    double low = -40, high = 40;
    for (int i = 0; i < 55; ++i) {
        const double middle = (low + high) / 2;
        (quantity(tilted(weights, middle)) < value ? low : high) = middle;
    }
    return tilted(weights, (low + high) / 2);
}

double log_likelihood(const Outcomes& n, const Outcomes& p) {
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) sum += n[i] * std::log(p[i]);
    return sum;
}

struct Vertex {
    Point at;
    double value;
};

// a + share * (b - a)
Point between(const Point& a, const Point& b, double share) {
    Point p;
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = a[i] + share * (b[i] - a[i]);
    return p;
}

// One step of the downhill simplex method, uphill.
template <class F>
void step(std::array<Vertex, 4>& s, const F& f) {
    std::sort(s.begin(), s.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    Point centre{};
    for (std::size_t i = 0; i < 3; ++i) centre[i] = (s[0].at[i] + s[1].at[i] + s[2].at[i]) / 3;
    const auto try_at = [&](double share) {
        const Point at = between(centre, s[3].at, share);
        return Vertex{at, f(at)};
    };
    const Vertex mirrored = try_at(-1);
    if (mirrored.value > s[0].value) {
        const Vertex further = try_at(-2);
        s[3] = further.value > mirrored.value ? further : mirrored;
    } else if (mirrored.value > s[2].value) {
        s[3] = mirrored;
    } else if (const Vertex nearer = try_at(mirrored.value > s[3].value ? -0.5 : 0.5);
               nearer.value > s[3].value) {
        s[3] = nearer;
    } else {
        for (std::size_t k = 1; k < 4; ++k) {
            s[k].at = between(s[0].at, s[k].at, 0.5);
            s[k].value = f(s[k].at);
        }
    }
}

// The largest f, searched from `start`, again and again from where the last search ended.
template <class F>
double maximum(const F& f, const Point& start) {
    Point best = start;
    for (int round = 0; round < 4; ++round) {
        std::array<Vertex, 4> simplex;
        for (std::size_t k = 0; k < 4; ++k) {
            simplex[k].at = best;
            if (k > 0) simplex[k].at[k - 1] += 1;
            simplex[k].value = f(simplex[k].at);
        }
        for (int i = 0; i < 120; ++i) step(simplex, f);
        best = simplex[0].at;
    }
    return f(best);
}

Outcomes regularised(const PairCounts& counts) {
    Outcomes n;
    for (std::size_t i = 0; i < 5; ++i) {
        n[i] = counts.n[i] == 0 ? 0.001 : static_cast<double>(counts.n[i]);
    }
    return n;
}

double best_log_likelihood(const PairCounts& counts, SprtModel model, double value) {
    const Outcomes n = regularised(counts);
    const auto f = [&](const Point& v) {
        const Outcomes weights = {1, std::exp(v[0]), std::exp(v[1]), std::exp(v[2]), 1};
        return log_likelihood(n, with_quantity(weights, quantity(model), value));
    };
    // From the frequencies themselves: log p_i less the straight line through both ends.
    const auto off = [&](std::size_t i) {
        const double share = static_cast<double>(i) / 4;
        return std::log(n[i]) - (1 - share) * std::log(n[0]) - share * std::log(n[4]);
    };
    return maximum(f, {off(1), off(2), off(3)});
}

double independent_ratio(const PairCounts& counts, const SprtSettings& s) {
    return best_log_likelihood(counts, s.model, s.elo1) -
           best_log_likelihood(counts, s.model, s.elo0);
}

// For many pairs and near hypotheses: pairs * (s1 - s0) (2 s - s0 - s1) / (2 variance), and the
// same in t = (s - 1/2) / sigma.
double normal_approximation(const PairCounts& counts, const SprtSettings& settings) {
    Outcomes p;
    const auto pairs = static_cast<double>(counts.pairs());
    for (std::size_t i = 0; i < 5; ++i) p[i] = static_cast<double>(counts.n[i]) / pairs;
    if (settings.model == SprtModel::normalised) {
        const double scale = std::sqrt(2.0) * std::log(10.0) / 800;
        const double t0 = settings.elo0 * scale, t1 = settings.elo1 * scale;
        const double t = (mean_of(p) - 0.5) / std::sqrt(variance_of(p));
        return pairs * (t1 - t0) * (2 * t - t0 - t1) / 2;
    }
    const double s0 = 1 / (1 + std::pow(10, -settings.elo0 / 400));
    const double s1 = 1 / (1 + std::pow(10, -settings.elo1 / 400));
    return pairs * (s1 - s0) * (2 * mean_of(p) - s0 - s1) / (2 * variance_of(p));
}

constexpr std::array kModels = {SprtModel::logistic, SprtModel::normalised};

SprtSettings settings_of(SprtModel model, double elo0, double elo1) {
    return {.elo0 = elo0, .elo1 = elo1, .alpha = 0.05, .beta = 0.05, .model = model};
}

const std::vector<PairCounts> kCounts = {
    {{10, 20, 40, 25, 15}}, {{0, 0, 7, 0, 0}},       {{1, 0, 0, 0, 0}}, {{0, 0, 0, 0, 30}},
    {{0, 0, 3, 5, 1}},      {{50, 0, 100, 0, 60}},   {{0, 1, 0, 0, 0}}, {{3, 9, 81, 9, 4}},
    {{200, 5, 30, 4, 190}}, {{900, 2, 1700, 3, 950}}};

TEST_CASE("the log-likelihood ratio is what an independent maximisation finds") {
    const std::array<std::array<double, 2>, 4> bounds = {{{0, 5}, {-5, 0}, {-100, 20}, {60, 90}}};
    for (const SprtModel model : kModels) {
        for (const auto& bound : bounds) {
            for (const PairCounts& counts : kCounts) {
                const SprtSettings settings = settings_of(model, bound[0], bound[1]);
                const double expected = independent_ratio(counts, settings);
                CAPTURE(to_text(model));
                CAPTURE(settings.elo1);
                CAPTURE(counts.n[0]);
                CAPTURE(counts.n[2]);
                CHECK(log_likelihood_ratio(counts, settings) ==
                      doctest::Approx(expected).epsilon(1e-6));
            }
        }
    }
}

TEST_CASE("with many pairs and near bounds the ratio is near the normal approximation") {
    for (const SprtModel model : kModels) {
        for (const PairCounts& counts :
             {PairCounts{{1000, 2000, 4000, 2100, 1050}}, PairCounts{{3000, 50, 4000, 60, 3050}}}) {
            const SprtSettings settings = settings_of(model, 0, 5);
            const double approximate = normal_approximation(counts, settings);
            CHECK(std::abs(approximate) > 0.4);
            CHECK(log_likelihood_ratio(counts, settings) ==
                  doctest::Approx(approximate).epsilon(0.02));
        }
    }
}

TEST_CASE("without a pair nothing is known, and wins and losses are mirrored") {
    const PairCounts counts{{3, 1, 5, 2, 8}}, mirrored{{8, 2, 5, 1, 3}};
    for (const SprtModel model : kModels) {
        CHECK(log_likelihood_ratio({}, settings_of(model, 0, 5)) == 0);
        CHECK(log_likelihood_ratio(counts, settings_of(model, 0, 20)) ==
              doctest::Approx(-log_likelihood_ratio(mirrored, settings_of(model, -20, 0))));
    }
}

// The number of pairs for each outcome, from the digits of a number to base 5.
PairCounts counts_of(int digits) {
    constexpr std::array<std::int64_t, 5> kSizes = {0, 1, 7, 400, 1'000'000};
    PairCounts counts;
    for (auto& n : counts.n) {
        n = kSizes[static_cast<std::size_t>(digits % 5)];
        digits /= 5;
    }
    return counts;
}

TEST_CASE("no counts and no bounds leave the ratio undefined") {
    for (const SprtModel model : kModels) {
        for (const double elo0 : {-kMaxSprtBound, -1.0, 0.0, kMaxSprtBound - 1}) {
            const SprtSettings settings = settings_of(model, elo0, kMaxSprtBound);
            int undefined = 0;
            for (int i = 0; i < 3125; ++i) {
                undefined += !std::isfinite(log_likelihood_ratio(counts_of(i), settings));
            }
            CAPTURE(elo0);
            CHECK(undefined == 0);
        }
    }
}

TEST_CASE("bounds and verdicts") {
    const SprtSettings settings{.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.1};
    const SprtBounds bounds = sprt_bounds(settings);
    CHECK(bounds.lower == doctest::Approx(-2.251292));  // log(0.1 / 0.95)
    CHECK(bounds.upper == doctest::Approx(2.890372));   // log(0.9 / 0.05)
    CHECK(sprt_verdict(2.88, settings) == SprtVerdict::running);
    CHECK(sprt_verdict(bounds.upper, settings) == SprtVerdict::accept_h1);
    CHECK(sprt_verdict(-2.25, settings) == SprtVerdict::running);
    CHECK(sprt_verdict(bounds.lower, settings) == SprtVerdict::accept_h0);
    CHECK(to_text(SprtVerdict::accept_h1) == "H1 accepted");
    CHECK(*parse_sprt_model("normalised") == SprtModel::normalised);
    CHECK(parse_sprt_model("bayes").error().find("bayes") != std::string::npos);
}

TEST_CASE("settings that make no test are refused with the setting's name") {
    const auto error = [](SprtSettings settings) {
        const Status status = check(settings);
        return status ? std::string() : status.error();
    };
    CHECK(error({}).empty());
    CHECK(error({.elo0 = 5, .elo1 = 5}).starts_with("elo0"));
    CHECK(error({.elo0 = -101}).starts_with("elo0"));
    CHECK(error({.elo1 = NAN}).starts_with("elo1"));
    CHECK(error({.alpha = 0}).starts_with("alpha"));
    CHECK(error({.beta = 0.5}).starts_with("beta"));
    CHECK(error({.beta = NAN}).starts_with("beta"));
}

// Engines that draw a third of their games and share luck within a pair, at a given difference.
Outcomes engines_of_difference(SprtModel model, double elo) {
    const Outcomes level = {0.16, 0.15, 0.38, 0.15, 0.16};
    return with_quantity(level, quantity(model), elo);
}

int draw_pair(const Outcomes& p, Random& random) {
    double rest = random.unit();
    for (int i = 0; i < 4; ++i) {
        rest -= p[static_cast<std::size_t>(i)];
        if (rest < 0) return i;
    }
    return 4;
}

SprtVerdict run_test(const Outcomes& truth, const SprtSettings& settings, Random& random) {
    PairCounts counts;
    SprtVerdict verdict = SprtVerdict::running;
    while (verdict == SprtVerdict::running) {
        counts.add(draw_pair(truth, random));
        verdict = sprt_verdict(log_likelihood_ratio(counts, settings), settings);
    }
    return verdict;
}

TEST_CASE("1,000 tests under each hypothesis keep the stated error rates") {
    Random random(1);
    for (const SprtModel model : kModels) {
        const SprtSettings settings = settings_of(model, 0, 40);
        const Outcomes h0 = engines_of_difference(model, settings.elo0);
        const Outcomes h1 = engines_of_difference(model, settings.elo1);
        int wrong_h1 = 0, wrong_h0 = 0;
        for (int i = 0; i < 1000; ++i) {
            wrong_h1 += run_test(h0, settings, random) == SprtVerdict::accept_h1;
            wrong_h0 += run_test(h1, settings, random) == SprtVerdict::accept_h0;
        }
        // 50 at most are expected, with a deviation of sqrt(1000 * 0.05 * 0.95) = 6.9: three of
        // them are allowed. At least 20: a test far from its rates wastes games.
        CAPTURE(to_text(model));
        CHECK(wrong_h1 <= 70);
        CHECK(wrong_h0 <= 70);
        CHECK(wrong_h1 >= 20);
        CHECK(wrong_h0 >= 20);
    }
}

}  // namespace
}  // namespace anqi::test
