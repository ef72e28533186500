#include "tools/referee/evidence.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/notation.h"

namespace anqi {
namespace {

double milliseconds(Microseconds time) { return static_cast<double>(time) / 1000.0; }

std::string reasons_row(std::string_view label, const std::map<Reason, int>& reasons) {
    std::string text;
    for (const auto& [reason, count] : reasons) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_text(reason), count);
    }
    return fmt::format("{:<22}{}\n", label, text.empty() ? "none" : text);
}

}  // namespace

Evidence::Evidence(std::vector<std::string> names, std::optional<SprtSettings> sprt,
                   std::optional<Milliseconds> movetime)
    : standings_(std::move(names)),
      sprt_(sprt),
      movetime_(movetime),
      times_(static_cast<std::size_t>(standings_.engines())) {}

void Evidence::add(const GameLog& log) {
    standings_.add(log);
    ++games_;
    faults_ += log.fault ? 1 : 0;
    plies_ += static_cast<std::int64_t>(log.events.size());
    longest_ = std::max(longest_, log.events.size());
    ++(log.result == SeatResult::draw ? draws_ : wins_)[log.reason];
    for (std::size_t i = 0; i < log.times.size(); ++i) {
        const int engine = standings_.find(log.engines[i % 2]);
        if (engine < 0) continue;
        TimeUse& use = times_[static_cast<std::size_t>(engine)];
        ++use.plies;
        use.total += log.times[i];
        use.longest = std::max(use.longest, log.times[i]);
        if (movetime_) use.overrun = std::max(use.overrun, log.times[i] - *movetime_ * 1000);
        if (i < log.left.size()) {
            use.least_left = std::min(use.least_left.value_or(log.left[i]), log.left[i]);
        }
    }
    const int seat = log.engines[0] == standings_.name(0) ? 0 : 1;
    if (log.engines[static_cast<std::size_t>(seat)] != standings_.name(0)) return;
    if (standings_.engines() > 1 &&
        log.engines[static_cast<std::size_t>(1 - seat)] == standings_.name(1)) {
        counter_.add(log.pair, log.points(seat));
        if (sprt_ && verdict_ == SprtVerdict::running) verdict_ = sprt_verdict(llr(), *sprt_);
    }
    if (!log.luck) return;
    luck_.push_back({log.pair, log.points(seat) - 1.0, seat == 0 ? *log.luck : -*log.luck});
}

std::string Evidence::line() const {
    if (standings_.engines() != 2) {
        const int leader = standings_.ranking().front();
        return fmt::format("{} games, {} leads with {:.1f}", games_, standings_.name(leader),
                           standings_.total(leader).points());
    }
    std::string text = score_line(score());
    if (sprt_) {
        const auto bounds = sprt_bounds(*sprt_);
        text += fmt::format(", LLR {:.2f} ({:.2f} to {:.2f})", llr(), bounds.lower, bounds.upper);
    }
    return text;
}

std::string Evidence::games_table() const {
    return reasons_row("draws by reason", draws_) + reasons_row("decided by reason", wins_) +
           fmt::format("{:<22}{:.1f}\n", "average plies",
                       games_ == 0 ? 0.0 : static_cast<double>(plies_) / games_) +
           fmt::format("{:<22}{}\n", "longest game", longest_);
}

std::string Evidence::times_table() const {
    std::string text = fmt::format("{:<22} {:>10} {:>12} {:>12} {:>12} {:>12}\n", "ms an action",
                                   "actions", "average", "longest", "overrun", "least left");
    for (int i = 0; i < standings_.engines(); ++i) {
        const TimeUse& use = time_use(i);
        const double average =
            use.plies == 0 ? 0.0 : milliseconds(use.total) / static_cast<double>(use.plies);
        text +=
            fmt::format("{:<22} {:>10} {:>12.3f} {:>12.1f} {:>12.1f} {:>12}\n", standings_.name(i),
                        use.plies, average, milliseconds(use.longest), milliseconds(use.overrun),
                        use.least_left ? fmt::format("{}", *use.least_left) : "-");
    }
    return text;
}

std::string Evidence::table() const {
    std::string text = standings_table(standings_) + '\n';
    if (standings_.engines() == 2) {
        text += fmt::format("{} against {}\n", standings_.name(0), standings_.name(1)) +
                score_table(score());
        if (sprt_) {
            text +=
                fmt::format("{:<22}{:.3f} ({} {} to {}): {}\n", "SPRT LLR", llr(),
                            to_text(sprt_->model), sprt_->elo0, sprt_->elo1, to_text(verdict()));
        }
        text += '\n';
    }
    if (!luck_.empty()) text += luck_table(summarise_luck(luck_)) + '\n';
    return text + games_table() + '\n' + times_table();
}

}  // namespace anqi
