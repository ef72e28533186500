#include "tools/referee/sprt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "tools/referee/score.h"

namespace anqi {
namespace {

// A value for each outcome of a pair: a probability, a score, a constraint.
using Outcomes = std::array<double, kPairOutcomes>;

constexpr std::array<std::string_view, 2> kModelNames = {"logistic", "normalised"};

struct Spread {
    double mean;
    double sigma;
};

Spread spread_of(const Outcomes& p) {
    double mean = 0, variance = 0;
    for (std::size_t i = 0; i < p.size(); ++i) mean += p[i] * pair_score(i);
    for (std::size_t i = 0; i < p.size(); ++i) variance += p[i] * std::pow(pair_score(i) - mean, 2);
    return {mean, std::sqrt(variance)};
}

// The Lagrange multiplier t with sum p_i h_i / (1 + t h_i) = 0. The sum falls from +inf to -inf
// between the poles -1 / max h and -1 / min h, which bracket its one root; Newton's steps are taken
// while they stay inside. Requires p > 0 and h of both signs.
double multiplier(const Outcomes& p, const Outcomes& h) {
    constexpr int kMostSteps = 200;
    double low = -1 / *std::max_element(h.begin(), h.end());
    double high = -1 / *std::min_element(h.begin(), h.end());
    double t = 0;
    for (int step = 0; step < kMostSteps; ++step) {
        double sum = 0, slope = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const double term = h[i] / (1 + t * h[i]);
            sum += p[i] * term;
            slope -= p[i] * term * term;
        }
        (sum > 0 ? low : high) = t;
        double next = t - sum / slope;
        if (!(low < next && next < high)) next = (low + high) / 2;
        if (std::abs(next - t) <= 1e-14 * (1 + std::abs(t))) break;
        t = next;
    }
    return t;
}

// The distribution q with sum q_i h_i = 0 under which frequencies p are likeliest. Setting the
// derivatives of sum p_i log q_i - u (sum q_i - 1) - t sum q_i h_i to 0 gives q_i = p_i / (u + t
// h_i); times q_i and summed it says u = 1.
Outcomes likeliest(const Outcomes& p, const Outcomes& h) {
    const double t = multiplier(p, h);
    Outcomes q;
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += q[i] = p[i] / (1 + t * h[i]);
    for (double& x : q) x /= sum;  // 1 but for rounding
    return q;
}

// H: the expected score is that of `elo`.
Outcomes likeliest_logistic(const Outcomes& p, double elo) {
    const double score = 1 / (1 + std::pow(10, -elo / 400));
    Outcomes h;
    for (std::size_t i = 0; i < h.size(); ++i) h[i] = pair_score(i) - score;
    return likeliest(p, h);
}

// H: g(q) = mean - 1/2 - t sigma = 0, of pairs. sigma of a pair's score per game is that of a game
// over sqrt(2), so t = sqrt(2) nelo / unit. g is not linear in q, but at the likeliest q its
// gradient takes the place of h above. From d sigma / d q_i = ((a_i - mean)^2 - sigma^2) / (2
// sigma), up to a constant that does not change the tangent, the gradient, made 0 in the mean, is
// h_i = (a_i - mean) - t ((a_i - mean)^2 - sigma^2) / (2 sigma); with mean = 1/2 + t sigma put in,
// h_i = a_i - 1/2 - t sigma / 2 (1 + (a_i - mean)^2 / sigma^2). Repeated with the mean and sigma of
// the last q until these stay; then the mean of h, mean - 1/2 - t sigma, is 0 as the hypothesis
// demands (M. Van den Bergh, "Comments on Normalized Elo"). With nearly all pairs alike and a far
// hypothesis a second, higher maximum may exist, of less sigma. It was met only where both lie over
// 50 below the likelihood of the frequencies themselves, so the ratio is far beyond every bound.
Outcomes likeliest_normalised(const Outcomes& p, double nelo) {
    constexpr int kMostRounds = 200;
    constexpr double kSame = 1e-10;
    const double t = std::sqrt(2.0) * nelo / kNormalisedUnit;
    Outcomes q, h;
    q.fill(1.0 / kPairOutcomes);
    for (int round = 0; round < kMostRounds; ++round) {
        const auto [mean, sigma] = spread_of(q);
        for (std::size_t i = 0; i < h.size(); ++i) {
            const double off = (pair_score(i) - mean) / sigma;
            h[i] = pair_score(i) - 0.5 - t * sigma / 2 * (1 + off * off);
        }
        const Outcomes next = likeliest(p, h);
        double change = 0;
        for (std::size_t i = 0; i < q.size(); ++i)
            change = std::max(change, std::abs(next[i] - q[i]));
        q = next;
        if (change < kSame) break;
    }
    return q;
}

Outcomes likeliest_under(const Outcomes& p, double elo, SprtModel model) {
    return model == SprtModel::logistic ? likeliest_logistic(p, elo) : likeliest_normalised(p, elo);
}

Status check_bound(std::string_view name, double bound) {
    if (std::abs(bound) <= kMaxSprtBound) return Done{};
    return Error{
        fmt::format("{} {} is not between {} and {}", name, bound, -kMaxSprtBound, kMaxSprtBound)};
}

Status check_rate(std::string_view name, double rate) {
    if (rate > 0 && rate < 0.5) return Done{};
    return Error{fmt::format("{} {} is not between 0 and 0.5", name, rate)};
}

}  // namespace

Status check(const SprtSettings& settings) {
    for (const Status& status :
         {check_bound("elo0", settings.elo0), check_bound("elo1", settings.elo1),
          check_rate("alpha", settings.alpha), check_rate("beta", settings.beta)}) {
        if (!status) return status;
    }
    if (settings.elo0 < settings.elo1) return Done{};
    return Error{fmt::format("elo0 {} is not below elo1 {}", settings.elo0, settings.elo1)};
}

double log_likelihood_ratio(const PairCounts& counts, const SprtSettings& settings) {
    if (counts.pairs() == 0) return 0;
    Outcomes n, p;
    double total = 0;
    for (std::size_t i = 0; i < n.size(); ++i) {
        total += n[i] = counts.n[i] > 0 ? static_cast<double>(counts.n[i]) : kZeroCount;
    }
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = n[i] / total;
    const Outcomes p0 = likeliest_under(p, settings.elo0, settings.model);
    const Outcomes p1 = likeliest_under(p, settings.elo1, settings.model);
    double llr = 0;
    for (std::size_t i = 0; i < n.size(); ++i) llr += n[i] * std::log(p1[i] / p0[i]);
    return llr;
}

SprtBounds sprt_bounds(const SprtSettings& settings) {
    return {std::log(settings.beta / (1 - settings.alpha)),
            std::log((1 - settings.beta) / settings.alpha)};
}

SprtVerdict sprt_verdict(double llr, const SprtSettings& settings) {
    const SprtBounds bounds = sprt_bounds(settings);
    if (llr >= bounds.upper) return SprtVerdict::accept_h1;
    return llr <= bounds.lower ? SprtVerdict::accept_h0 : SprtVerdict::running;
}

std::string_view to_text(SprtVerdict verdict) {
    constexpr std::array<std::string_view, 3> kNames = {"running", "H0 accepted", "H1 accepted"};
    return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view to_text(SprtModel model) { return kModelNames[static_cast<std::size_t>(model)]; }

Result<SprtModel> parse_sprt_model(std::string_view text) {
    for (const SprtModel model : {SprtModel::logistic, SprtModel::normalised}) {
        if (to_text(model) == text) return model;
    }
    return Error{fmt::format("no SPRT model {}: logistic or normalised", quoted(text))};
}

}  // namespace anqi
