#include "tools/match_statistics.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "engine/core/notation.h"

namespace anqi {
namespace {

double milliseconds(Microseconds time) { return static_cast<double>(time) / 1000.0; }

double average_left(const ClocksLeft& clocks) {
    return clocks.games == 0 ? 0.0 : milliseconds(clocks.total) / clocks.games;
}

double average_answer(const AnswerTimes& times) {
    return times.count == 0 ? 0.0 : milliseconds(times.total) / times.count;
}

std::string draw_list(const std::map<Reason, int>& reasons) {
    std::string text;
    for (const auto& [reason, count] : reasons) {
        text += fmt::format("{}{} {}", text.empty() ? "  (" : ", ", to_text(reason), count);
    }
    return text.empty() ? text : text + ")";
}

std::string time_row(std::string_view label, double first, double second) {
    return fmt::format("{:<20}{:>14.1f}{:>14.1f}\n", label, first, second);
}

std::string fault_row(std::string_view label, const MatchStatistics& statistics, Fault fault) {
    return fmt::format("{:<20}{:>14}{:>14}\n", label, statistics.faults(0, fault),
                       statistics.faults(1, fault));
}

// Nothing where the games had no clocks.
std::string clock_rows(const MatchStatistics& s) {
    const ClocksLeft& first = s.clocks(0);
    const ClocksLeft& second = s.clocks(1);
    if (first.games == 0) return {};
    return time_row("average left ms", average_left(first), average_left(second)) +
           time_row("least left ms", milliseconds(first.least), milliseconds(second.least));
}

std::string engine_rows(const MatchStatistics& s, const std::array<std::string, 2>& names) {
    const AnswerTimes& first = s.times(0);
    const AnswerTimes& second = s.times(1);
    return fmt::format("{:<20}{:>14}{:>14}\n", "", names[0], names[1]) +
           time_row("average answer ms", average_answer(first), average_answer(second)) +
           time_row("maximum answer ms", milliseconds(first.longest),
                    milliseconds(second.longest)) +
           time_row("maximum overrun ms", milliseconds(first.overrun),
                    milliseconds(second.overrun)) +
           clock_rows(s) + fault_row("illegal actions", s, Fault::illegal) +
           fault_row("timeouts", s, Fault::timeout) + fault_row("crashes", s, Fault::crash) +
           fault_row("bad answers", s, Fault::bad_answer);
}

}  // namespace

void AnswerTimes::add(const AnswerTimes& other) {
    count += other.count;
    total += other.total;
    longest = std::max(longest, other.longest);
    overrun = std::max(overrun, other.overrun);
}

void MatchStatistics::add(const GameReport& report) {
    wins_ += report.points == 2;
    draws_ += report.points == 1;
    losses_ += report.points == 0;
    plies_ += report.plies;
    longest_game_ = std::max(longest_game_, report.plies);
    Pair& pair = pairs_[report.pair];
    ++pair.games;
    pair.points += report.points;
    if (report.points == 1) ++draw_reasons_[report.reason];
    for (std::size_t engine = 0; engine < 2; ++engine) {
        ++faults_[engine][static_cast<std::size_t>(report.faults[engine])];
        times_[engine].add(report.times[engine]);
        if (report.clocks) clocks_[engine].add((*report.clocks)[engine]);
    }
}

void ClocksLeft::add(Microseconds left) {
    least = games == 0 ? left : std::min(least, left);
    total += left;
    ++games;
}

double MatchStatistics::score() const {
    return games() == 0 ? 0.5 : (wins_ + 0.5 * draws_) / games();
}

Interval MatchStatistics::interval() const {
    PairCounts complete;
    for (const auto& [number, pair] : pairs_) {
        if (pair.games == 2) complete.add(pair.points);
    }
    return score_interval(score(), games(), complete);
}

double MatchStatistics::average_plies() const {
    return games() == 0 ? 0.0 : static_cast<double>(plies_) / games();
}

int MatchStatistics::faults(int engine, Fault fault) const {
    return faults_[static_cast<std::size_t>(engine)][static_cast<std::size_t>(fault)];
}

bool MatchStatistics::any_fault() const {
    return faults(0, Fault::none) + faults(1, Fault::none) != 2 * games();
}

std::string table(const MatchStatistics& s, const std::array<std::string, 2>& names) {
    const Interval range = s.interval();
    std::string text = fmt::format("{} against {}\n", names[0], names[1]);
    text += fmt::format("{:<20}{:>14}\n", "games", s.games());
    text += fmt::format("{:<20}{:>14}\n", "wins", s.wins());
    text += fmt::format("{:<20}{:>14}{}\n", "draws", s.draws(), draw_list(s.draw_reasons()));
    text += fmt::format("{:<20}{:>14}\n", "losses", s.losses());
    text += fmt::format("{:<20}{:>14.2f}  (95 %: {:.2f} to {:.2f})\n", "score %", 100 * s.score(),
                        100 * range.low, 100 * range.high);
    text += fmt::format("{:<20}{:>+14.1f}  (95 %: {:+.1f} to {:+.1f})\n", "Elo difference",
                        elo_difference(s.score()), elo_difference(range.low),
                        elo_difference(range.high));
    text += fmt::format("{:<20}{:>14.1f}\n", "average plies", s.average_plies());
    text += fmt::format("{:<20}{:>14}\n", "longest game", s.longest_game());
    return text + engine_rows(s, names);
}

std::string summary(const MatchStatistics& s) {
    const Interval range = s.interval();
    return fmt::format("{} games, +{} ={} -{}, score {:.1f} % ({:.1f} to {:.1f})", s.games(),
                       s.wins(), s.draws(), s.losses(), 100 * s.score(), 100 * range.low,
                       100 * range.high);
}

}  // namespace anqi
