// One finished game of an event as the referee keeps it, and its form as one line of JSON. The
// files of these lines feed reports, statistics, the book and training; described in
// tools/referee/REFEREE.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/core/record.h"
#include "engine/util/clock.h"
#include "engine/util/result.h"

namespace anqi {

// What an engine did wrong; each is counted apart. A flag that falls is `timeout`, an engine that
// gives no answer at all `hang`.
enum class FaultKind : std::uint8_t {
    none,
    crash,     // the process ended
    hang,      // no answer, long after the time was over
    timeout,   // an answer that came too late
    illegal,   // a well-formed action that the rules do not allow
    garbage,   // a success without an action in it
    refusal,   // `?` to a sound request
    wrong_id,  // an answer to something that was not asked
    flood,     // more output than anybody reads
};
inline constexpr int kFaultKinds = 9;

// "crash", "wrong-id", ...
std::string_view to_text(FaultKind kind);

struct FaultLog {
    int seat = 0;  // 0 = the side that moved first
    FaultKind kind = FaultKind::none;
    std::string detail;        // for a person: "exit code 3", "played 'e9 e9'"
    Microseconds overrun = 0;  // beyond the time allowed, for timeout and hang

    friend bool operator==(const FaultLog&, const FaultLog&) = default;
};

// One action of a search's root with how often it was visited.
struct VisitCount {
    Move move;
    std::int64_t visits = 0;

    friend bool operator==(const VisitCount&, const VisitCount&) = default;
};

enum class SeatResult : std::uint8_t { first, second, draw };

struct GameLog {
    int game = 0;                        // place in the schedule, from 1
    int round = 1;                       // from 1
    int pair = 0;                        // from 1: the games of one pair have the same deal
    std::array<std::string, 2> engines;  // by seat: the first one makes the first ply
    std::uint64_t seed = 0;              // of the deal, with its index
    std::int64_t deal = 0;
    RuleSet rules = default_rules();
    Position start = Position::start();
    std::vector<Event> events;
    std::vector<Microseconds> times;  // of each ply, from request to answer; may be empty
    std::vector<Milliseconds> left;   // the mover's clock after each ply; empty without clocks
    // Of each ply, or empty: what the search thought the position was worth to the side to move,
    // -1 to 1. Written with 4 decimals.
    std::vector<double> values;
    // Of each ply, or empty: the actions that the search looked at most.
    std::vector<std::vector<VisitCount>> policy;
    SeatResult result = SeatResult::draw;
    Reason reason = Reason::none;
    std::optional<FaultLog> fault;
    // What chance gave the first seat, in points from -1 to 1 a game: the sum over all flips of
    // what the value rose beyond its expectation. The raw score less this has the same expectation
    // and less variance.
    std::optional<double> luck;
    // One line of free text for what does not fit elsewhere, e.g. search values; usually empty.
    std::string note;

    // Half points of a seat: 0, 1 or 2.
    int points(int seat) const;
    // The colour of the first seat: that of the first flip, or of the side to move in a position
    // with colours; none when no ply was played from the start.
    Colour first_colour() const;

    friend bool operator==(const GameLog&, const GameLog&) = default;
};

// One line of JSON with a newline; keys in a fixed order, so equal games give equal bytes.
std::string to_json_line(const GameLog& log);
// Errors say what is missing or wrong. Unknown keys are left alone. Events are only read, not
// replayed: see replayed().
Result<GameLog> parse_json_line(std::string_view line);
// The game played again; errors name the ply.
Result<Game> replayed(const GameLog& log);
// The same game in the project's text form, with the event's data as tags.
GameRecord to_record(const GameLog& log);

}  // namespace anqi
