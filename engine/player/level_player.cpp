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
        if (!level_.sees_wins || !bring_win_to_front(game, report)) add_noise(game, report);
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
        std::rotate(report.candidates.begin(), win, win + 1);
        return true;
    }

    // What was never looked at has no value to add noise to.
    void add_noise(const Game& game, Report& report) const {
        if (level_.noise <= 0) return;
        Random random((seed_ << 20) ^ game.position().key() ^
                      static_cast<std::uint64_t>(game.plies()));
        std::size_t best = 0;
        double most = -1e9;
        for (std::size_t i = 0; i < report.candidates.size(); ++i) {
            const Candidate& candidate = report.candidates[i];
            const double value = candidate.value + level_.noise * random.bell();
            if ((candidate.visits == 0 && i > 0) || value <= most) continue;
            most = value;
            best = i;
        }
        const auto chosen = report.candidates.begin() + static_cast<std::ptrdiff_t>(best);
        std::rotate(report.candidates.begin(), chosen, chosen + 1);
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
