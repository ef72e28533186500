// The symmetries of the game: the board's mirrorings and the exchange of the colours.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/move.h"
#include "engine/core/position.h"

namespace anqi {

// Left-right, top-bottom, both (a half turn), or nothing.
enum class Symmetry : std::uint8_t { identity, files, ranks, both };

inline constexpr std::array kSymmetries = {Symmetry::identity, Symmetry::files, Symmetry::ranks,
                                           Symmetry::both};

// Each symmetry is its own inverse.
constexpr Square transform(Square s, Symmetry symmetry) {
    const int flips = static_cast<int>(symmetry);
    const int file = flips & 1 ? kFiles - 1 - file_of(s) : file_of(s);
    const int rank = flips & 2 ? kRanks - 1 - rank_of(s) : rank_of(s);
    return make_square(file, rank);
}
constexpr Move transform(Move m, Symmetry symmetry) {
    return Move(transform(m.from(), symmetry), transform(m.to(), symmetry));
}

constexpr Squares transform(Squares squares, Symmetry symmetry) {
    const int flips = static_cast<int>(symmetry);
    // A file is a byte and a rank a bit of each: mirroring reverses bytes or the bits in them.
    if (flips & 1) squares = __builtin_bswap32(squares);
    if (flips & 2) {
        squares = (squares >> 4 & 0x0F0F0F0F) | (squares & 0x0F0F0F0F) << 4;
        squares = (squares >> 2 & 0x33333333) | (squares & 0x33333333) << 2;
        squares = (squares >> 1 & 0x55555555) | (squares & 0x55555555) << 1;
    }
    return squares;
}

constexpr Piece swap_colour(Piece p) { return make_piece(opponent(colour_of(p)), kind_of(p)); }

Position transform(const Position& position, Symmetry symmetry);
// Red becomes black and black red: pieces, pool and side to move.
Position swap_colours(const Position& position);

}  // namespace anqi
