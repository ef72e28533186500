// Finished games of weak players within one process, as the referee would log them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/player/settings.h"
#include "tools/referee/game_log.h"

namespace anqi::test {

struct WeakPlayer {
    std::string name;
    PlayerKind kind = PlayerKind::random;
};

struct PlayedEvent {
    std::array<WeakPlayer, 2> players;
    int pairs = 1;  // each is one deal with the seats swapped
    std::uint64_t seed = 1;
    RuleSet rules = default_rules();
    Position start = Position::start();
};

// Whole games by the rules, with the times that the plies took. The same event gives the same games
// but for the times.
std::vector<GameLog> play_event(const PlayedEvent& event);

}  // namespace anqi::test
