#include "tools/referee/luck.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

#include "engine/core/apply.h"
#include "engine/core/notation.h"

namespace anqi {
namespace {

Result<double> value_after(const RuleSet& rules, Position position, Event event,
                           const Evaluate& evaluate) {
    apply(rules, position, event);
    auto value = evaluate(position);
    if (value && !(std::abs(*value) <= 1)) {
        return Error{fmt::format("the value {} is not between -1 and 1", *value)};
    }
    return value;
}

// The luck of whoever flips. What is evaluated afterwards is the opponent's turn.
Result<double> luck_of_flip(const RuleSet& rules, const Position& before, Event flip,
                            const Evaluate& evaluate) {
    if (before.pool().distinct() < 2) return 0.0;
    double shown = 0, sum = 0;
    std::string error;
    before.pool().for_each([&](Piece piece, int count) {
        if (!error.empty()) return;
        const auto value = value_after(rules, before, Event(flip.move(), piece), evaluate);
        if (!value) {
            error = value.error();
            return;
        }
        sum += count * *value;
        if (piece == flip.revealed()) shown = *value;
    });
    if (!error.empty()) return Error{error};
    return sum / before.pool().size() - shown;
}

// Scores of one kind, of single games and added up by unit.
struct Scores {
    std::vector<double> games;
    std::vector<double> unit_sums;
    std::vector<int> unit_games;
};

double without_rounding(double variance) { return variance < 1e-20 ? 0 : variance; }

double mean_of(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0.5 : sum / static_cast<double>(values.size());
}

double variance_of(const std::vector<double>& values, double mean) {
    if (values.size() < 2) return 0;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return without_rounding(squares / static_cast<double>(values.size() - 1));
}

// The squared standard error of the mean of all games where games of one unit depend on each other
// (the cluster-robust one). With nothing but complete pairs it is the variance of their scores over
// their number, with nothing but single games the same of games.
double squared_error(const Scores& scores, double mean) {
    const auto units = static_cast<double>(scores.unit_sums.size());
    const auto games = static_cast<double>(scores.games.size());
    if (units < 2) return 0;
    double squares = 0;
    for (std::size_t i = 0; i < scores.unit_sums.size(); ++i) {
        squares += std::pow(scores.unit_sums[i] - mean * scores.unit_games[i], 2);
    }
    // Pairs that cancel out exactly, as deterministic self-play's do, still differ by rounding.
    return without_rounding(squares / (games * games) * units / (units - 1));
}

Interval range_of(double mean, double squared_error, std::size_t games) {
    const double score = std::clamp(mean, 0.0, 1.0);
    const double single = score * (1 - score);
    const bool known = squared_error > 0 && single > 0;
    return wilson_interval(score, known ? single / squared_error : static_cast<double>(games));
}

Sample sample_of(const Scores& scores) {
    Sample sample;
    sample.mean = mean_of(scores.games);
    sample.game_variance = variance_of(scores.games, sample.mean);
    const double error = squared_error(scores, sample.mean);
    sample.unit_variance = error * static_cast<double>(scores.unit_sums.size());
    sample.range = range_of(sample.mean, error, scores.games.size());
    return sample;
}

// The score, 0 to 1, less `share` times the luck, of every game and unit.
Scores scores_of(std::span<const LuckGame> games, double share) {
    Scores scores;
    std::map<int, std::size_t> units;  // of pairs
    for (const LuckGame& game : games) {
        const double score = (game.points - share * game.luck + 1) / 2;
        scores.games.push_back(score);
        const std::size_t next = scores.unit_sums.size();
        const std::size_t unit =
            game.pair == 0 ? next : units.try_emplace(game.pair, next).first->second;
        if (unit == next) {
            scores.unit_sums.push_back(0);
            scores.unit_games.push_back(0);
        }
        scores.unit_sums[unit] += score;
        ++scores.unit_games[unit];
    }
    return scores;
}

double ratio(double adjusted, double raw) {
    if (raw > 0) return adjusted / raw;
    return adjusted > 0 ? std::numeric_limits<double>::infinity() : 1;
}

std::string sample_row(std::string_view label, const Sample& sample) {
    return fmt::format("{:<20}{:>14.2f}  (95 %: {:.2f} to {:.2f})\n", label, 100 * sample.mean,
                       100 * sample.range.low, 100 * sample.range.high);
}

std::string ratio_row(std::string_view label, double raw, double adjusted, double share) {
    return fmt::format("{:<20}{:>14.2f}  ({:.4f} of {:.4f})\n", label, share, adjusted, raw);
}

}  // namespace

Result<double> luck_of(const GameLog& log, const Evaluate& evaluate) {
    if (const auto game = replayed(log); !game) return Error{game.error()};
    Position position = log.start;
    double luck = 0;
    for (std::size_t ply = 0; ply < log.events.size(); ++ply) {
        const Event event = log.events[ply];
        if (event.move().is_flip()) {
            const auto gain = luck_of_flip(log.rules, position, event, evaluate);
            if (!gain) return Error{fmt::format("ply {}: {}", ply + 1, gain.error())};
            luck += ply % 2 == 0 ? *gain : -*gain;
        }
        apply(log.rules, position, event);
    }
    return luck;
}

std::vector<LuckGame> luck_games(std::span<const GameLog> logs, std::string_view engine) {
    std::vector<LuckGame> games;
    for (const GameLog& log : logs) {
        for (int seat = 0; seat < 2; ++seat) {
            if (!log.luck || log.engines[static_cast<std::size_t>(seat)] != engine) continue;
            games.push_back({.pair = log.pair,
                             .points = log.points(seat) - 1.0,
                             .luck = seat == 0 ? *log.luck : -*log.luck});
            break;
        }
    }
    return games;
}

double LuckSummary::game_variance_ratio() const {
    return ratio(adjusted.game_variance, raw.game_variance);
}

double LuckSummary::unit_variance_ratio() const {
    return ratio(adjusted.unit_variance, raw.unit_variance);
}

LuckSummary summarise_luck(std::span<const LuckGame> games) {
    const Scores raw = scores_of(games, 0);
    LuckSummary summary;
    summary.games = static_cast<std::int64_t>(raw.games.size());
    summary.units = static_cast<std::int64_t>(raw.unit_sums.size());
    summary.raw = sample_of(raw);
    summary.adjusted = sample_of(scores_of(games, 1));
    return summary;
}

std::string luck_table(const LuckSummary& s) {
    return fmt::format("{:<20}{:>14}\n", "games with luck", s.games) +
           sample_row("raw score %", s.raw) + sample_row("adjusted score %", s.adjusted) +
           ratio_row("variance, games", s.raw.game_variance, s.adjusted.game_variance,
                     s.game_variance_ratio()) +
           ratio_row("variance, pairs", s.raw.unit_variance, s.adjusted.unit_variance,
                     s.unit_variance_ratio());
}

}  // namespace anqi
