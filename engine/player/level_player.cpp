#include "engine/player/level_player.h"

#include <algorithm>
#include <utility>

#include "engine/core/apply.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

bool wins_at_once(const Game& game, Move move) {
    if (move.is_flip()) return false;
    Game after = game;
    if (after.play(Event(move)) != Illegal::none || !after.over()) return false;
    return score_for(after.outcome(), game.position().side()) > 0;
}

class LevelPlayer final : public Searcher {
  public:
    LevelPlayer(std::unique_ptr<Searcher> inner, const Level& level, std::uint64_t seed)
        : inner_(std::move(inner)), level_(level), seed_(seed) {}

    Report search(const Game& game, const Limits& limits, const StopFlag& stop,
                  ReportSink* sink) override {
        if (limits.analysis) return inner_->search(game, limits, stop, sink);
        Report report = inner_->search(game, weakened(limits), stop, sink);
        if (report.candidates.size() < 2) return report;
        if (!level_.sees_wins || !bring_win_to_front(game, report)) err(game, report);
        return report;
    }

    void forget() override { inner_->forget(); }

  private:
    Limits weakened(Limits limits) const {
        const bool fewer = limits.visits > 0 && limits.visits < level_.visits;
        if (!fewer) limits.visits = level_.visits;
        return limits;
    }

    static bool bring_win_to_front(const Game& game, Report& report) {
        const auto win =
            std::find_if(report.candidates.begin(), report.candidates.end(),
                         [&](const Candidate& c) { return wins_at_once(game, c.move); });
        if (win == report.candidates.end()) return false;
        bring_to_front(report, static_cast<std::size_t>(win - report.candidates.begin()));
        return true;
    }

    static void bring_to_front(Report& report, std::size_t i) {
        const auto chosen = report.candidates.begin() + static_cast<std::ptrdiff_t>(i);
        std::rotate(report.candidates.begin(), chosen, chosen + 1);
    }

    void err(const Game& game, Report& report) const {
        Random random((seed_ << 20) ^ game.position().key() ^
                      static_cast<std::uint64_t>(game.plies()));
        if (random.unit() < level_.random) {
            const auto n = static_cast<std::uint32_t>(report.candidates.size());
            bring_to_front(report, random.below(n));
        } else if (level_.noise > 0) {
            add_noise(report, random);
        }
    }

    // What was never looked at has no value to add noise to.
    void add_noise(Report& report, Random& random) const {
        std::size_t best = 0;
        double most = -1e9;
        for (std::size_t i = 0; i < report.candidates.size(); ++i) {
            const Candidate& candidate = report.candidates[i];
            const double value = candidate.value + level_.noise * random.bell();
            if ((candidate.visits == 0 && i > 0) || value <= most) continue;
            most = value;
            best = i;
        }
        bring_to_front(report, best);
    }

    std::unique_ptr<Searcher> inner_;
    const Level& level_;
    std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Searcher> make_level(std::unique_ptr<Searcher> inner, int level,
                                     std::uint64_t seed) {
    return std::make_unique<LevelPlayer>(std::move(inner), level_at(level), seed);
}

}  // namespace anqi
