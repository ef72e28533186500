// What a match between two engines came to: points, their certainty, and how the engines behaved.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/core/outcome.h"
#include "engine/util/clock.h"
#include "tools/referee/score.h"

namespace anqi {

// Why an engine lost a game otherwise than on the board. bad_answer: it refused a sound request or
// answered with another id.
enum class Fault : std::uint8_t { none, illegal, timeout, crash, bad_answer };
inline constexpr int kFaults = 5;

struct AnswerTimes {
    int count = 0;
    Microseconds total = 0;
    Microseconds longest = 0;
    Microseconds overrun = 0;  // the most beyond the time for an action

    void add(const AnswerTimes& other);
};

// What games left on one side's clock.
struct ClocksLeft {
    int games = 0;
    Microseconds total = 0;
    Microseconds least = 0;

    void add(Microseconds left);
};

// One game, seen by engine: 0 is the first engine, wherever it sat.
struct GameReport {
    int pair = 0;    // games of one pair have the same deal
    int points = 0;  // half points of engine 0: 0, 1 or 2
    int plies = 0;
    Reason reason = Reason::none;
    std::array<Fault, 2> faults{};
    std::array<AnswerTimes, 2> times{};
    std::optional<std::array<Microseconds, 2>> clocks;  // at the end, where there are clocks
    std::string note;  // what went wrong, for a person; usually empty
};

class MatchStatistics {
  public:
    void add(const GameReport& report);

    int games() const { return wins_ + draws_ + losses_; }
    int wins() const { return wins_; }
    int draws() const { return draws_; }
    int losses() const { return losses_; }
    // Of engine 0, from 0 to 1; 0.5 without a game.
    double score() const;
    Interval interval() const;
    double average_plies() const;
    const std::map<Reason, int>& draw_reasons() const { return draw_reasons_; }
    int faults(int engine, Fault fault) const;
    bool any_fault() const;
    int longest_game() const { return longest_game_; }  // in plies
    const ClocksLeft& clocks(int engine) const { return clocks_[static_cast<std::size_t>(engine)]; }
    const AnswerTimes& times(int engine) const { return times_[static_cast<std::size_t>(engine)]; }

  private:
    struct Pair {
        int games = 0;
        int points = 0;
    };

    int wins_ = 0;
    int draws_ = 0;
    int losses_ = 0;
    long long plies_ = 0;
    int longest_game_ = 0;
    std::map<int, Pair> pairs_;
    std::map<Reason, int> draw_reasons_;
    std::array<std::array<int, kFaults>, 2> faults_{};
    std::array<AnswerTimes, 2> times_{};
    std::array<ClocksLeft, 2> clocks_{};
};

// The table that ends a match, several lines with a newline each.
std::string table(const MatchStatistics& statistics, const std::array<std::string, 2>& names);
// "120 games, +80 =30 -10, score 79.2 % (71.9 to 85.0)".
std::string summary(const MatchStatistics& statistics);

}  // namespace anqi
