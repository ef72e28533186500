// One game between two engines, the referee alone knowing the arrangement.
#pragma once

#include <optional>

#include "engine/core/deal.h"
#include "engine/util/stop_flag.h"
#include "tools/referee/game_log.h"
#include "tools/referee/seat.h"

namespace anqi {

// What is played: place in the schedule and deal.
struct Fixture {
    int game = 1;   // from 1
    int round = 1;  // from 1
    int pair = 1;   // from 1; the games of a pair share deal and start
    int first = 0;  // engine in the first seat, by its place in the event
    int second = 1;
    std::int64_t deal = 0;
    Position start = Position::start();
};

// The arrangement follows from the seed, the deal's number and the face-down squares alone.
Deal deal_of(std::uint64_t seed, std::int64_t deal, const Position& start);

// What came of a fixture: a game, or an engine that did not get ready (there is then no result), or
// neither when `stop` was requested before the end.
struct Played {
    std::optional<GameLog> log;
    std::optional<int> refused;  // the seat that did not get ready
    std::string reason;          // why
};

Played play_fixture(const Fixture& fixture, std::uint64_t seed, const HostSettings& settings,
                    Seat& first, Seat& second, const StopFlag& stop);

}  // namespace anqi
