// One position of self-play as training reads it: what it was, what the search found, how the game
// ended; and its form as 64 bytes. The layout stands as a table in tools/selfplay/SELFPLAY.md.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/outcome.h"
#include "engine/core/position.h"
#include "engine/util/result.h"
#include "tools/referee/game_log.h"

namespace anqi {

inline constexpr std::size_t kPolicyMoves = 8;
inline constexpr int kAllShares = 255;
inline constexpr double kValueUnits = 10'000;  // as the values of a game log are rounded

struct MoveShare {
    Move move;
    int share = 0;  // of the visits, 1 to kAllShares

    friend bool operator==(const MoveShare&, const MoveShare&) = default;
};

// The bytes as they lie in a file, least significant first. There is no gap between members.
struct PackedPosition {
    std::array<std::uint8_t, kSquares / 2> board;
    std::array<std::uint8_t, kPieces / 2> pool;
    std::uint8_t side_and_end;
    std::uint16_t quiet;
    std::int16_t value;
    std::uint16_t plies_left;
    std::uint16_t played;
    std::array<std::uint16_t, kPolicyMoves> moves;
    std::array<std::uint8_t, kPolicyMoves> shares;
    std::uint32_t game;
    std::uint16_t visits;
    std::uint16_t ply;
};
static_assert(sizeof(PackedPosition) == 64 && std::endian::native == std::endian::little);

struct TrainingPosition {
    int game = 0;  // its number in the run
    int ply = 0;   // played before it, up to 65,535
    Position position;
    double value = 0;  // what the search thought, -1 to 1 for the side to move; 4 decimals
    int result = 0;    // of the game for the side to move: 1, 0 or -1
    Reason reason = Reason::none;
    int plies_left = 0;  // to the end of the game, this one included; up to 65,535
    Move played;
    int visits = 0;                 // of the actions in the policy, up to 65,535
    std::vector<MoveShare> policy;  // most visited first; the shares add up to kAllShares
};

// `visits` as shares that add up to kAllShares, each less than 1 off; actions of which nothing is
// left are dropped. Empty without a visit.
std::vector<MoveShare> shares_of(const std::vector<VisitCount>& visits);

// Requires a position on the whole board and kPolicyMoves actions at most.
PackedPosition packed(const TrainingPosition& training);
// Errors say what no packed position can hold.
Result<TrainingPosition> unpacked(const PackedPosition& bytes);

// The searched positions of a game in their order: those with a policy. Errors: a game without
// values or policy, one on a small board, one that cannot be replayed, and one whose values or
// policy no search can have found.
Result<std::vector<TrainingPosition>> training_positions(const GameLog& log);

}  // namespace anqi
