// Who meets whom: the rounds of an event as a function of its settings and of what was played.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "tools/referee/game_log.h"
#include "tools/referee/play.h"
#include "tools/referee/standings.h"

namespace anqi {

// match: the first two engines, one round. gauntlet: the first engine against each other one.
// round_robin: all against all. swiss: in every round engines of about the same points, nobody
// twice while that can be avoided. knockout: losers leave; after a tie the one
// entered first goes on.
enum class Format : std::uint8_t { match, gauntlet, round_robin, swiss, knockout };

std::string_view to_text(Format format);
std::optional<Format> find_format(std::string_view text);

struct ScheduleSettings {
    Format format = Format::match;
    int engines = 2;
    int rounds = 1;       // of swiss, and how often the others are repeated; knockout needs none
    int pairs = 1;        // pairs of games in one meeting
    bool single = false;  // one game of each pair only, seats by turns
    std::vector<Position> starts = {Position::start()};  // taken in turn, pair by pair

    friend bool operator==(const ScheduleSettings&, const ScheduleSettings&) = default;
};

// Hands out rounds, each one as a list of games in the order in which they are to be begun. The
// games are numbered through the whole event, and so are pairs and deals, so the same results give
// the same schedule whenever it is asked for.
class Schedule {
  public:
    explicit Schedule(const ScheduleSettings& settings) : settings_(settings) {}

    // The next round given the games of all rounds before, or nothing when the event is over.
    std::vector<Fixture> next_round(const Standings& standings);
    // Who is left when a knockout has been played to its end; -1 otherwise.
    int knockout_winner() const { return alive_.size() == 1 ? alive_.front() : -1; }
    // How many games all rounds have that are known beforehand; for the progress line.
    int games_in_all() const;

  private:
    using Meeting = std::pair<int, int>;  // engines by their place in the event

    std::vector<Meeting> meetings(const Standings& standings);
    std::vector<Meeting> all_against_all() const;
    std::vector<Meeting> swiss_round(const Standings& standings) const;
    std::vector<Meeting> knockout_round(const Standings& standings);
    void add_meeting(Meeting meeting, std::vector<Fixture>& fixtures);

    ScheduleSettings settings_;
    int round_ = 0;
    int games_ = 0, pairs_ = 0;  // handed out so far
    std::vector<int> alive_;     // knockout: who is left, in the order of the bracket
    std::vector<Meeting> last_;  // the meetings of the last round
    std::vector<Tally> before_;  // knockout: each one's tally against its opponent before the round
};

}  // namespace anqi
