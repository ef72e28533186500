// One game of self-play, from its number to its log.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/player/player.h"
#include "engine/util/random.h"
#include "engine/util/stop_flag.h"
#include "tools/referee/game_log.h"
#include "tools/selfplay/plan.h"

namespace anqi {

// The two players of one worker thread, in the order of the plan's sides.
using PlayerPair = std::array<std::unique_ptr<Player>, 2>;

// Throws std::bad_alloc when the memory is not to be had. `clock` must outlive the players.
PlayerPair make_players(const SelfPlayPlan& plan, const Clock& clock);

// Plays the game of that number. The log follows from plan and number alone, whatever the players
// played before. None when `stop` was requested meanwhile.
std::optional<GameLog> play_numbered(const SelfPlayPlan& plan, const PlayerPair& players,
                                     int number, const StopFlag& stop);

// Draws a candidate with probability proportional to visits^(1 / temperature); the first one when
// none was visited. Requires candidates and a temperature above 0.
Move draw_action(const std::vector<Candidate>& candidates, double temperature, Random& random);

// The actions that were visited most, most visited first, equals in the order of the candidates;
// those without a visit are left out.
std::vector<VisitCount> most_visited(const std::vector<Candidate>& candidates, std::size_t most);

}  // namespace anqi
