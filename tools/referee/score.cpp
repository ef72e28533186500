#include "tools/referee/score.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace anqi {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double real(std::int64_t n) { return static_cast<double>(n); }

// Of a distribution over equidistant scores from 0 to 1, given by counts.
struct Moments {
    double count = 0;
    double mean = 0.5;
    double variance = 0;  // divided by the count
    double skewness = 0;  // 0 where there is no variance, as the next
    double kurtosis = 0;  // 3 for a normal distribution
};

template <std::size_t n>
Moments moments_of(const std::array<std::int64_t, n>& counts) {
    Moments m;
    double sum = 0;
    const auto score = [](std::size_t i) { return static_cast<double>(i) / (n - 1); };
    for (std::size_t i = 0; i < n; ++i) {
        m.count += real(counts[i]);
        sum += real(counts[i]) * score(i);
    }
    if (m.count <= 0) return m;
    m.mean = sum / m.count;
    double third = 0, fourth = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double off = score(i) - m.mean, weight = real(counts[i]) / m.count;
        m.variance += weight * off * off;
        third += weight * off * off * off;
        fourth += weight * off * off * off * off;
    }
    // With all counts but one 0 the mean may still be off by rounding.
    if (m.variance < 1e-20) {
        m.variance = 0;
        return m;
    }
    m.skewness = third / std::pow(m.variance, 1.5);
    m.kurtosis = fourth / (m.variance * m.variance);
    return m;
}

// How many independent won or lost games are as uncertain as these.
double effective_games(double score, std::int64_t games, const PairCounts& pairs) {
    const Moments m = moments_of(pairs.n);
    const double single = score * (1.0 - score);
    if (m.count < 2 || m.variance <= 0 || single <= 0) return real(games);
    const double variance = m.variance * m.count / (m.count - 1);
    return m.count * single / variance + std::max(real(games) - 2 * m.count, 0.0);
}

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// That A is stronger, from the distance of the score to 1/2 in standard errors; where the score is
// 0 or 1, these would be 0, so the hypothesis of equal strength gives them.
double likelihood_of_superiority(double score, double games) {
    if (games <= 0) return 0.5;
    const double single = score * (1.0 - score);
    return normal_distribution((score - 0.5) / std::sqrt((single > 0 ? single : 0.25) / games));
}

double normalised_without_variance(double score) {
    const double off = score - 0.5;
    const double single = score * (1.0 - score);
    if (single <= 0) return off > 0 ? kInfinite : -kInfinite;
    return kNormalisedUnit * off / std::sqrt(single);
}

struct Estimate {
    double value = 0;
    Interval range;
};

// From moments with variance; `games` are played in one unit of them. The interval is by the delta
// method: N Var((mean - 1/2) / sigma) = 1 - d skew + d^2 (kurtosis - 1) / 4 for d = (mean - 1/2) /
// sigma, since the estimates of mean and variance have the covariance matrix {s^2, m3; m3, m4 -
// s^4} / N. Never taken below 1, the value for a known sigma, as few units show too little spread.
Estimate normalised(const Moments& m, double games) {
    const double d = (m.mean - 0.5) / std::sqrt(m.variance);
    const double spread = std::max(1.0, 1 - d * m.skewness + d * d * (m.kurtosis - 1) / 4);
    const double unit = kNormalisedUnit / std::sqrt(games);
    const double half = kZ95 * std::sqrt(spread / m.count);
    return {unit * d, {unit * (d - half), unit * (d + half)}};
}

Estimate normalised_elo(const ScoreCounts& counts, double score, const Interval& range) {
    if (const Moments pairs = moments_of(counts.pairs.n); pairs.variance > 0) {
        return normalised(pairs, 2);
    }
    const Moments games = moments_of(std::array{counts.losses, counts.draws, counts.wins});
    if (games.variance > 0) return normalised(games, 1);
    return {normalised_without_variance(score),
            {normalised_without_variance(range.low), normalised_without_variance(range.high)}};
}

std::string range_text(const Interval& range) {
    return fmt::format("{} to {}", signed_text(range.low), signed_text(range.high));
}

std::string count_row(std::string_view label, std::int64_t count) {
    return fmt::format("{:<20}{:>14}\n", label, count);
}

std::string elo_row(std::string_view label, double value, const Interval& range) {
    return fmt::format("{:<20}{:>14}  (95 %: {})\n", label, signed_text(value), range_text(range));
}

std::string pairs_text(const PairCounts& pairs) {
    return fmt::format("{} {} {} {} {}", pairs.n[0], pairs.n[1], pairs.n[2], pairs.n[3],
                       pairs.n[4]);
}

}  // namespace

Interval wilson_interval(double score, double games) {
    if (games <= 0) return {};
    const double z2 = kZ95 * kZ95;
    const double centre = (score + z2 / (2 * games)) / (1 + z2 / games);
    const double half =
        kZ95 / (1 + z2 / games) * std::sqrt(score * (1 - score) / games + z2 / (4 * games * games));
    // At 0 and 1 the bound is the score itself, but for rounding.
    return {score > 0 ? std::max(centre - half, 0.0) : 0.0,
            score < 1 ? std::min(centre + half, 1.0) : 1.0};
}

Interval score_interval(double score, std::int64_t games, const PairCounts& pairs) {
    return wilson_interval(score, effective_games(score, games, pairs));
}

double elo_difference(double score) {
    if (score <= 0) return -kInfinite;
    if (score >= 1) return kInfinite;
    return 400 * std::log10(score / (1 - score));
}

void ScoreCounter::add(int pair, int half_points) {
    counts_.wins += half_points == 2;
    counts_.draws += half_points == 1;
    counts_.losses += half_points == 0;
    if (pair == 0) return;
    const auto [first, is_new] = open_.try_emplace(pair, half_points);
    if (is_new) return;
    counts_.pairs.add(first->second + half_points);
    open_.erase(first);
}

ScoreSummary summarise(const ScoreCounts& counts) {
    ScoreSummary s;
    s.counts = counts;
    const std::int64_t games = counts.games();
    if (games > 0) s.score = (real(counts.wins) + 0.5 * real(counts.draws)) / real(games);
    s.score_range = score_interval(s.score, games, counts.pairs);
    s.elo = elo_difference(s.score);
    s.elo_range = {elo_difference(s.score_range.low), elo_difference(s.score_range.high)};
    const Estimate nelo = normalised_elo(counts, s.score, s.score_range);
    s.nelo = nelo.value;
    s.nelo_range = nelo.range;
    s.los = likelihood_of_superiority(s.score, effective_games(s.score, games, counts.pairs));
    return s;
}

std::string signed_text(double value) {
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return std::abs(value) < 0.05 ? "0.0" : fmt::format("{:+.1f}", value);
}

std::string score_table(const ScoreSummary& s) {
    return count_row("games", s.counts.games()) + count_row("wins", s.counts.wins) +
           count_row("draws", s.counts.draws) + count_row("losses", s.counts.losses) +
           fmt::format("{:<20}{:>14}  (of 0, 1/2, 1, 3/2, 2 points)\n", "pairs",
                       pairs_text(s.counts.pairs)) +
           count_row("games without pair", s.counts.single_games()) +
           fmt::format("{:<20}{:>14.2f}  (95 %: {:.2f} to {:.2f})\n", "score %", 100 * s.score,
                       100 * s.score_range.low, 100 * s.score_range.high) +
           elo_row("Elo difference", s.elo, s.elo_range) +
           elo_row("normalised Elo", s.nelo, s.nelo_range) +
           fmt::format("{:<20}{:>14.1f}\n", "superiority %", 100 * s.los);
}

std::string score_line(const ScoreSummary& s) {
    return fmt::format(
        "{} games, +{} ={} -{}, score {:.1f} % ({:.1f} to {:.1f}), Elo {} ({}), LOS {:.1f} %",
        s.counts.games(), s.counts.wins, s.counts.draws, s.counts.losses, 100 * s.score,
        100 * s.score_range.low, 100 * s.score_range.high, signed_text(s.elo),
        range_text(s.elo_range), 100 * s.los);
}

}  // namespace anqi
