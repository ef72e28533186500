#include "tools/referee/report/pairings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace anqi {
namespace {

// As many points as a chart can show apart.
constexpr std::size_t kMostPoints = 200;

// Games of one pair have this in common; seed and deal tell the pairs of different files apart.
using PairKey = std::tuple<int, int, std::uint64_t, std::int64_t>;

struct Met {
    std::vector<const GameLog*> games;
    std::string a;  // whose results are counted
};

int points_of(const std::string& engine, const GameLog& log) {
    return log.points(log.engines[0] == engine ? 0 : 1);
}

// Grows game by game; a pair counts from its second game on.
class Score {
  public:
    void add(const GameLog& log, int half_points) {
        tally_.add(half_points);
        const PairKey key{log.round, log.pair, log.seed, log.deal};
        const auto [half, is_new] = open_.try_emplace(key, half_points);
        if (is_new) return;
        pairs_.add(half->second + half_points);
        open_.erase(half);
    }
    const Tally& tally() const { return tally_; }
    Interval interval() const { return score_interval(tally_.score(), tally_.games(), pairs_); }
    ScorePoint point() const { return {tally_.games(), tally_.score(), interval()}; }

  private:
    Tally tally_;
    std::map<PairKey, int> open_;  // pairs with one game so far
    PairCounts pairs_;
};

double mean(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return values.empty() ? 0.5 : sum / static_cast<double>(values.size());
}

std::optional<double> half_width(const std::vector<double>& values) {
    if (values.size() < 2) return std::nullopt;
    const auto n = static_cast<double>(values.size());
    const double centre = mean(values);
    double squares = 0.0;
    for (const double value : values) squares += (value - centre) * (value - centre);
    return kZ95 * std::sqrt(squares / (n - 1.0) / n);
}

// Luck runs from -1 (a game lost by it) to 1 as values do, a score from 0 to 1: half as far.
std::optional<LuckScore> luck_score(const Met& met) {
    std::vector<double> raw, adjusted;
    for (const GameLog* log : met.games) {
        if (!log->luck || !std::isfinite(*log->luck)) continue;
        const double luck = log->engines[0] == met.a ? *log->luck : -*log->luck;
        raw.push_back(points_of(met.a, *log) / 2.0);
        adjusted.push_back(raw.back() - luck / 2.0);
    }
    if (raw.empty()) return std::nullopt;
    return LuckScore{static_cast<int>(raw.size()), mean(raw), mean(adjusted), half_width(raw),
                     half_width(adjusted)};
}

Pairing make_pairing(std::size_t a, std::size_t b, const Met& met) {
    Pairing pairing;
    pairing.a = a;
    pairing.b = b;
    pairing.luck = luck_score(met);
    const std::size_t step = (met.games.size() + kMostPoints - 1) / kMostPoints;
    Score score;
    for (std::size_t i = 0; i < met.games.size(); ++i) {
        score.add(*met.games[i], points_of(met.a, *met.games[i]));
        const bool last = i + 1 == met.games.size();
        if (last || (i + 1) % step == 0) pairing.progress.push_back(score.point());
    }
    pairing.tally = score.tally();
    pairing.interval = score.interval();
    return pairing;
}

}  // namespace

std::vector<Pairing> gather_pairings(const std::vector<GameLog>& logs, const EngineTable& table) {
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < table.engines.size(); ++i) places[table.engines[i].name] = i;
    std::map<std::pair<std::size_t, std::size_t>, Met> meetings;
    for (const GameLog& log : logs) {
        const std::size_t first = places.at(log.engines[0]), second = places.at(log.engines[1]);
        if (first == second) continue;
        Met& met = meetings[std::minmax(first, second)];
        met.games.push_back(&log);
        met.a = table.engines[std::min(first, second)].name;
    }
    std::vector<Pairing> pairings;
    for (const auto& [who, met] : meetings) {
        pairings.push_back(make_pairing(who.first, who.second, met));
    }
    std::stable_sort(pairings.begin(), pairings.end(), [](const Pairing& a, const Pairing& b) {
        return a.tally.games() > b.tally.games();
    });
    return pairings;
}

}  // namespace anqi
