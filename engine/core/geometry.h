// The board as constexpr tables: neighbours, lines, and the leaps of the xiangqi rule set.
#pragma once

#include <array>

#include "engine/core/types.h"

namespace anqi::geometry {

inline constexpr Squares kRank1 = 0x01010101;
inline constexpr Squares kRank8 = 0x80808080;

// Every square one step along file or rank from a square of `s`. The four directions are also
// needed apart, to count moves set-wise.
constexpr Squares north(Squares s) { return (s & ~kRank8) << 1; }
constexpr Squares south(Squares s) { return (s & ~kRank1) >> 1; }
constexpr Squares east(Squares s) { return s << 8; }
constexpr Squares west(Squares s) { return s >> 8; }
constexpr Squares steps(Squares s) { return north(s) | south(s) | east(s) | west(s); }

constexpr bool on_board(int file, int rank) {
    return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}

template <class F>
constexpr std::array<Squares, kSquares> table(F squares_from) {
    std::array<Squares, kSquares> result{};
    for (Square s = 0; s < kSquares; ++s) result[static_cast<std::size_t>(s)] = squares_from(s);
    return result;
}

inline constexpr auto kSteps = table([](Square s) { return steps(bit(s)); });

// One square diagonally (the xiangqi advisor).
inline constexpr auto kDiagonals = table([](Square s) {
    const Squares vertical = north(bit(s)) | south(bit(s));
    return east(vertical) | west(vertical);
});

// A leap over one square: the square that must not be blocked, and where it leads.
struct Leap {
    Squares over = 0;
    Squares to = 0;
};
// Up to four leaps per square; unused ones have to = 0.
using Leaps = std::array<std::array<Leap, 4>, kSquares>;

struct Offset {
    int file;
    int rank;
};
inline constexpr Offset kOrthogonal[4] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
inline constexpr Offset kDiagonal[4] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

constexpr Squares square_or_nothing(int file, int rank) {
    return on_board(file, rank) ? bit(make_square(file, rank)) : 0;
}

// The horse steps one square along a line, then one diagonally outward.
constexpr Leap horse_leap(Square s, Offset d) {
    const int file = file_of(s), rank = rank_of(s);
    const int side_file = d.rank != 0, side_rank = d.file != 0;
    return {square_or_nothing(file + d.file, rank + d.rank),
            square_or_nothing(file + 2 * d.file + side_file, rank + 2 * d.rank + side_rank) |
                square_or_nothing(file + 2 * d.file - side_file, rank + 2 * d.rank - side_rank)};
}

// The elephant goes two squares diagonally.
constexpr Leap elephant_leap(Square s, Offset d) {
    const int file = file_of(s), rank = rank_of(s);
    return {square_or_nothing(file + d.file, rank + d.rank),
            square_or_nothing(file + 2 * d.file, rank + 2 * d.rank)};
}

template <class F>
constexpr Leaps leaps(F leap, const Offset (&directions)[4]) {
    Leaps result{};
    for (std::size_t s = 0; s < kSquares; ++s) {
        for (std::size_t d = 0; d < 4; ++d) {
            result[s][d] = leap(static_cast<Square>(s), directions[d]);
        }
    }
    return result;
}

inline constexpr Leaps kHorseLeaps = leaps(horse_leap, kOrthogonal);
inline constexpr Leaps kElephantLeaps = leaps(elephant_leap, kDiagonal);

// Lines. A file of the board is a byte of a mask and a rank is one bit of each byte, so what a line
// piece reaches is looked up by its place on the line and the occupancy of that line.

// On a line of `length` squares: the squares reached by sliding from `place`, the first occupied
// square in each direction included.
constexpr unsigned slide_on_line(int length, int place, unsigned occupied) {
    unsigned reached = 0;
    for (int direction : {-1, 1}) {
        for (int i = place + direction; i >= 0 && i < length; i += direction) {
            reached |= 1U << i;
            if (occupied >> i & 1) break;
        }
    }
    return reached;
}

// On a line of `length` squares: the second occupied square in each direction from `place`, which
// is where a jump over exactly one piece lands.
constexpr unsigned jump_on_line(int length, int place, unsigned occupied) {
    unsigned reached = 0;
    for (int direction : {-1, 1}) {
        int seen = 0;
        for (int i = place + direction; i >= 0 && i < length && seen < 2; i += direction) {
            if ((occupied >> i & 1) && ++seen == 2) reached |= 1U << i;
        }
    }
    return reached;
}

// Reached squares by place and occupancy: [place][occupied byte] for files; for ranks, whose four
// squares stand eight bits apart, already spread to file a..d of rank 1.
struct LineTable {
    std::array<std::array<std::uint8_t, 256>, kRanks> file{};
    std::array<std::array<Squares, 16>, kFiles> rank{};
};

constexpr Squares spread_rank(unsigned four) {
    return (four & 1) | (four & 2) << 7 | (four & 4) << 14 | (four & 8) << 21;
}

template <class F>
constexpr LineTable line_table(F on_line) {
    LineTable t;
    for (int place = 0; place < kRanks; ++place) {
        for (unsigned occupied = 0; occupied < 256; ++occupied) {
            t.file[static_cast<std::size_t>(place)][occupied] =
                static_cast<std::uint8_t>(on_line(kRanks, place, occupied));
        }
    }
    for (int place = 0; place < kFiles; ++place) {
        for (unsigned occupied = 0; occupied < 16; ++occupied) {
            t.rank[static_cast<std::size_t>(place)][occupied] =
                spread_rank(on_line(kFiles, place, occupied));
        }
    }
    return t;
}

inline constexpr LineTable kSlides = line_table(slide_on_line);
inline constexpr LineTable kJumps = line_table(jump_on_line);

constexpr Squares look_up(const LineTable& table, Square s, Squares occupied) {
    const auto file = static_cast<std::size_t>(file_of(s)),
               rank = static_cast<std::size_t>(rank_of(s));
    const Squares on_file = table.file[rank][(occupied >> (8 * file)) & 0xFF];
    // Gathers bits 0, 8, 16, 24 into the top nibble: each product term lands on its own bit.
    const unsigned gathered = (((occupied >> rank) & kRank1) * 0x10204080U) >> 28;
    return on_file << (8 * file) | table.rank[file][gathered] << rank;
}

// Squares reached by sliding along file and rank, first occupied ones included.
constexpr Squares slide(Square s, Squares occupied) { return look_up(kSlides, s, occupied); }

// Squares reached by jumping exactly one occupied square.
constexpr Squares jump(Square s, Squares occupied) { return look_up(kJumps, s, occupied); }

}  // namespace anqi::geometry
