// A whole game of two players at one board, within one process.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "engine/core/deal.h"
#include "engine/core/game.h"
#include "engine/player/player.h"

namespace anqi {

// Ends games under rules without limits; they count as draws.
inline constexpr int kMaxDuelPlies = 10'000;

// The first one makes the first ply. Both play by the same rules.
using Seats = std::array<Player*, 2>;

// What the player to move does; none breaks the game off.
using Choice = std::function<std::optional<Move>(Player& mover)>;

// Both players begin a new game from `start` and play until it is over, is broken off, or has
// kMaxDuelPlies plies. Returns the game, which lies in the first player. `deal` must be one of
// `start`. Blocks; the players are used by the calling thread alone.
const Game& play_duel(const Seats& seats, const Position& start, const Deal& deal,
                      const Choice& choose);

// The seat that has won; none for a draw or a game that is not over. The game must have a ply.
std::optional<int> winning_seat(const Game& game);

}  // namespace anqi
