// What the network reads of a position: a fixed number of slots, each of which names one row of the
// first layer. Everything is seen from the side to move, so that the same network serves both.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/position.h"

namespace anqi {

// What stands on a square, for the side to move: its own pieces K to P, the enemy's, a face-down
// piece, nothing.
inline constexpr int kFaceDownCode = kPieces;
inline constexpr int kEmptyCode = kPieces + 1;
inline constexpr int kCodes = kPieces + 2;

// A piece kind has 0 to 5 pieces.
inline constexpr int kCounts = 6;
inline constexpr int kQuietSteps = 16;

// The handmade evaluation goes from -1 to 1 in twice so many steps.
inline constexpr int kHandSteps = 32;

// Up to so many quiet plies the count has no effect, so that a search may share what it finds among
// counts. `limit` in plies, 0 = off.
constexpr int free_quiet_plies(int limit) { return limit * 3 / 8; }

// The rows, group by group; row 0 adds nothing.
//   square    15 for each square: what stands there; nothing for an empty one
//   pair      256: what stands on two squares one step apart, if a face-up piece is one of it
//   hit       14 for each square: the face-up piece there, if a cannon of the other side takes it
//   alive     6 for each piece: how many live, face up and face down
//   pool      6 for each piece: how many lie face down
//   hidden    33: all pieces face down
//   quiet     16: the first for no effect, then parts of what is left up to the limit
//   by hand   65: the handmade evaluation in 32nds
struct RowLayout {
    static constexpr int kNothing = 0;
    static constexpr int kSquare = 1;
    static constexpr int kPair = kSquare + kSquares * (kCodes - 1);
    static constexpr int kHit = kPair + kCodes * kCodes;
    static constexpr int kAlive = kHit + kSquares * kPieces;
    static constexpr int kPool = kAlive + kPieces * kCounts;
    static constexpr int kHidden = kPool + kPieces * kCounts;
    static constexpr int kQuiet = kHidden + kSquares + 1;
    static constexpr int kByHand = kQuiet + kQuietSteps;
    static constexpr int kRows = kByHand + 2 * kHandSteps + 1;
};

// Slots by square for squares, pairs along a file, pairs along a rank, and hits; then what is
// counted, filled up with empty ones to whole registers of 16.
inline constexpr int kSlots = 4 * kSquares + 2 * kPieces + 4;
static_assert(kSlots % 16 == 0);
struct alignas(32) Rows : std::array<std::uint16_t, kSlots> {};

// The code of a piece, or of none, for a side.
constexpr int code_for(Colour side, Piece piece) {
    if (piece == Piece::none) return kEmptyCode;
    return side == Colour::black ? (index(piece) + kKinds) % kPieces : index(piece);
}

// Requires a side to move and no missing squares. `quiet_limit` is in plies, 0 = off; `by_hand` the
// handmade evaluation. Cannons jump as in all rule sets whose pieces step.
void read_features(const Position& position, int quiet_limit, float by_hand, Rows& rows);

}  // namespace anqi
