// What the games of an event show so far, kept up game by game: standings, the score of the first
// engine against the second, SPRT, draws by reason, times, luck.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/referee/game_log.h"
#include "tools/referee/luck.h"
#include "tools/referee/score.h"
#include "tools/referee/sprt.h"
#include "tools/referee/standings.h"

namespace anqi {

// How one engine used its time, over all own plies.
struct TimeUse {
    std::int64_t plies = 0;
    Microseconds total = 0;
    Microseconds longest = 0;
    Microseconds overrun = 0;  // the most beyond what an action may take, within the margin too
    std::optional<Milliseconds> least_left;  // on its clock after a ply
};

class Evidence {
  public:
    // `movetime` = the limit of an action that overruns are counted against.
    Evidence(std::vector<std::string> names, std::optional<SprtSettings> sprt,
             std::optional<Milliseconds> movetime);

    void add(const GameLog& log);

    const Standings& standings() const { return standings_; }
    int games() const { return games_; }
    // Of the first engine against the second.
    ScoreSummary score() const { return summarise(counter_.counts()); }
    // The first one reached holds, whatever games in flight add.
    SprtVerdict verdict() const { return verdict_; }
    const TimeUse& time_use(int engine) const { return times_[static_cast<std::size_t>(engine)]; }
    bool any_fault() const { return faults_ > 0; }

    // "120 games, +80 =30 -10, score ..." for two engines; who leads for more.
    std::string line() const;
    // Everything, as lines with a newline each.
    std::string table() const;

  private:
    double llr() const { return log_likelihood_ratio(counter_.counts().pairs, *sprt_); }
    std::string times_table() const;
    std::string games_table() const;

    Standings standings_;
    std::optional<SprtSettings> sprt_;
    SprtVerdict verdict_ = SprtVerdict::running;
    std::optional<Milliseconds> movetime_;
    ScoreCounter counter_;
    int games_ = 0;
    int faults_ = 0;
    std::int64_t plies_ = 0;
    std::size_t longest_ = 0;
    std::map<Reason, int> draws_, wins_;  // by reason
    std::vector<TimeUse> times_;
    std::vector<LuckGame> luck_;  // of the first engine
};

}  // namespace anqi
