#include "tools/selfplay/summary.h"

#include <fmt/format.h>

#include "engine/core/notation.h"

namespace anqi {

void SelfPlaySummary::add(const GameLog& log) {
    ++games_;
    plies_ += static_cast<std::int64_t>(log.events.size());
    first_seat_ += log.points(0);
    // The first side has the lesser name and sits there in every odd game.
    first_side_ += log.points(log.engines[0] <= log.engines[1] ? 0 : 1);
    if (log.result == SeatResult::draw) ++draws_[static_cast<std::size_t>(log.reason)];
}

// Of the games; 0 without one.
double SelfPlaySummary::share(std::int64_t part) const {
    return games_ > 0 ? static_cast<double>(part) / games_ : 0;
}

std::string SelfPlaySummary::table(bool by_side) const {
    std::string text = fmt::format("{:<24}{}\n", "games", games_);
    text += fmt::format("{:<24}{:.2f} %\n", "first seat scores", 50 * share(first_seat_));
    if (by_side) {
        text += fmt::format("{:<24}{:.2f} %\n", "first side scores", 50 * share(first_side_));
    }
    for (int i = 0; i < kReasons; ++i) {
        const int draws = draws_[static_cast<std::size_t>(i)];
        if (draws == 0) continue;
        text += fmt::format("{:<24}{}\n", fmt::format("draws {}", to_text(static_cast<Reason>(i))),
                            draws);
    }
    return text + fmt::format("{:<24}{:.1f}\n", "average plies", share(plies_));
}

}  // namespace anqi
