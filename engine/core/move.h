// A move is a decision of the side to move; an event is a move together with what it revealed.
#pragma once

#include <cstdint>

#include "engine/core/types.h"
#include "engine/util/list.h"

namespace anqi {

//  bit  15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
//        0  0  0  0  0  0 [     to     ] [    from    ]      a flip has from = to
class Move {
  public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to) : bits_(static_cast<std::uint16_t>(from | (to << 5))) {}
    static constexpr Move flip(Square s) { return Move(s, s); }

    constexpr Square from() const { return bits_ & 31; }
    constexpr Square to() const { return bits_ >> 5; }
    constexpr bool is_flip() const { return from() == to(); }
    constexpr std::uint16_t raw() const { return bits_; }

    friend constexpr bool operator==(Move, Move) = default;
    // By from, then to: the order in which actions are listed.
    friend constexpr bool operator<(Move a, Move b) {
        return a.from() != b.from() ? a.from() < b.from() : a.to() < b.to();
    }

  private:
    std::uint16_t bits_ = 0;
};

//  bit  15 14 13 12 11 10  9  8  7  6  5  4  3  2  1  0
//        0  0 [  piece  ] [     to     ] [    from    ]      piece = 14 (none) unless a flip
class Event {
  public:
    constexpr Event() = default;
    constexpr explicit Event(Move move, Piece revealed = Piece::none)
        : bits_(static_cast<std::uint16_t>(move.raw() | (index(revealed) << 10))) {}

    constexpr Move move() const { return Move(bits_ & 31, (bits_ >> 5) & 31); }
    constexpr Piece revealed() const { return piece_at_index(bits_ >> 10); }

    friend constexpr bool operator==(Event, Event) = default;

  private:
    std::uint16_t bits_ = static_cast<std::uint16_t>(index(Piece::none) << 10);
};

// Room for every legal move of any position. The widest rule set is xiangqi's: two chariots and two
// cannons reach at most 10 squares each, two horses 8, elephants and advisors 4, the general and
// five soldiers 4: 96 together, and at most 31 flips beside them.
inline constexpr int kMaxMoves = 128;
using MoveList = FixedList<Move, kMaxMoves>;

}  // namespace anqi
