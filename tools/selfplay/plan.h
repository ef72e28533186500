// What a run of self-play is to do, apart from how many games and by how many threads: two runs of
// equal plans give the same game for the same number.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/position.h"
#include "engine/player/settings.h"
#include "engine/util/result.h"
#include "tools/referee/game_log.h"

namespace anqi {

struct SelfPlayPlan {
    // Of the two sides. Equal rules, a limit in visits, one thread.
    std::array<Settings, 2> sides;
    // The sides differ: games 2n - 1 and 2n have the same deal, and in the second one the second
    // side moves first. Otherwise every game has a deal of its own.
    bool pairs = false;
    std::uint64_t seed = 1;
    std::vector<Position> starts = {Position::start()};  // used in turn
    double endings = 0;      // share of the deals, 0 to 1, that begin in a random_ending() instead
    int random_plies = 0;    // at the beginning
    int random_every = 0;    // one action in so many is drawn from the legal ones; 0 = none
    double temperature = 0;  // 0 = the best action, see draw_action()
    int temperature_plies = 0;
    double noise = 0;          // in the root's priors, 0 to 1, see RootNoise
    double noise_shape = 0.3;  // above 0
    bool values = false;       // kept in the log
    bool policy = false;
};

// What a game of the plan is before its first ply: numbers, names, deal, rules, start, and in its
// note everything else of the plan that could change a game. `number` counts from 1.
GameLog blank_log(const SelfPlayPlan& plan, int number);

// Empty when both games can come from one run; else what differs, with both texts.
std::string difference(const GameLog& a, const GameLog& b);

// Reads one position text a line; blank lines do not count. A line that is no position, or one of
// a game that is over, is added to `complaints` as "line 3: ..." and left out.
std::vector<Position> read_starts(std::string_view text, const RuleSet& rules,
                                  std::vector<std::string>& complaints);

// Why self-play cannot set this option, or empty: it limits searches by visits, gives each one
// thread, and talks to nobody.
std::string why_not_for_selfplay(std::string_view option);

}  // namespace anqi
