// The smallest words of the game: colours, kinds, pieces, squares and sets of squares.
#pragma once

#include <cassert>
#include <cstdint>

namespace anqi {

// `none` is the side to move before the first flip: nobody has a colour yet.
enum class Colour : std::uint8_t { red, black, none };

constexpr Colour opponent(Colour c) {
    assert(c != Colour::none);
    return c == Colour::red ? Colour::black : Colour::red;
}
constexpr int index(Colour c) { return static_cast<int>(c); }

// In rank order, highest first, as positions and pools are written: K G M R N C P.
enum class Kind : std::uint8_t { general, advisor, elephant, chariot, horse, cannon, soldier };

inline constexpr int kKinds = 7;
constexpr int index(Kind k) { return static_cast<int>(k); }

// How many of each kind one side starts with.
inline constexpr int kKindCount[kKinds] = {1, 2, 2, 2, 2, 2, 5};

// A coloured piece as an index 0..13: red K G M R N C P, then black.
enum class Piece : std::uint8_t { none = 14 };

inline constexpr int kPieces = 14;
constexpr int index(Piece p) { return static_cast<int>(p); }
constexpr Piece piece_at_index(int i) { return static_cast<Piece>(i); }
constexpr Piece make_piece(Colour c, Kind k) {
    return piece_at_index(index(c) * kKinds + index(k));
}
constexpr Colour colour_of(Piece p) { return index(p) < kKinds ? Colour::red : Colour::black; }
constexpr Kind kind_of(Piece p) { return static_cast<Kind>(index(p) % kKinds); }

// A square is file * 8 + rank: a1 = 0, a8 = 7, b1 = 8, d8 = 31. A file is then one byte of a
// Squares mask, and the order of squares is the order of their names.
using Square = int;

inline constexpr int kFiles = 4;
inline constexpr int kRanks = 8;
inline constexpr int kSquares = 32;

constexpr Square make_square(int file, int rank) { return file * kRanks + rank; }
constexpr int file_of(Square s) { return s / kRanks; }
constexpr int rank_of(Square s) { return s % kRanks; }

// A set of squares, bit s for square s.
using Squares = std::uint32_t;

constexpr Squares bit(Square s) { return Squares{1} << s; }

}  // namespace anqi
