#include "engine/eval/features.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/eval/attacks.h"

namespace anqi {
namespace {

// Numbers of sixteen squares as bytes and of eight as words: what any processor's registers hold.
using Bytes = std::uint8_t __attribute__((vector_size(16)));
using Words = std::uint16_t __attribute__((vector_size(16)));
using HalfBytes = std::uint8_t __attribute__((vector_size(8)));
constexpr int kBytes = 16;
constexpr int kWords = 8;

static_assert(kSquares == 2 * kBytes && kRanks == 8, "a file is a byte of a set of squares");

template <class Vector>
Vector read(const std::uint8_t* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
}

// All bits of those of the first sixteen squares that are in the set.
Bytes mask_of(Squares squares) {
    using Files = std::uint64_t __attribute__((vector_size(16)));
    constexpr std::uint64_t all_ranks = 0x0101'0101'0101'0101, each_rank = 0x8040'2010'0804'0201;
    const Files files = {(squares & 0xFF) * all_ranks, (squares >> 8 & 0xFF) * all_ranks};
    const Bytes bits = reinterpret_cast<Bytes>(Files{each_rank, each_rank});
    return reinterpret_cast<Bytes>((reinterpret_cast<Bytes>(files) & bits) == bits);
}

// See code_for().
Bytes codes_of(Bytes pieces, Colour side) {
    Bytes codes = pieces;
    if (side == Colour::black) codes = pieces < kKinds ? pieces + kKinds : pieces - kKinds;
    return pieces == index(Piece::none) ? Bytes{} + kEmptyCode : codes;
}

// The codes, with room behind them, so that each square's neighbours can be read at once.
struct Board {
    std::uint8_t codes[kSquares + kBytes];

    explicit Board(const Position& position) {
        for (int s = 0; s < kSquares; ++s) codes[s] = static_cast<std::uint8_t>(position.at(s));
        for (int s = 0; s < kSquares; s += kBytes) {
            const Bytes face_up = codes_of(read<Bytes>(codes + s), position.side());
            const Bytes hidden = mask_of(position.face_down() >> s);
            const Bytes all = (face_up & ~hidden) | (hidden & kFaceDownCode);
            std::memcpy(codes + s, &all, sizeof all);
        }
        std::memset(codes + kSquares, kEmptyCode, kBytes);
    }
};

// Eight of the squares' numbers, as wide as rows.
Words widen(const std::uint8_t* from) {
    return __builtin_convertvector(read<HalfBytes>(from), Words);
}

// n, n + step, n + 2 step, ...
Words sequence(int n, int step) {
    constexpr Words counted = {0, 1, 2, 3, 4, 5, 6, 7};
    return counted * static_cast<std::uint16_t>(step) + static_cast<std::uint16_t>(n);
}

// Writes slots, eight or one at a time.
class Writer {
  public:
    explicit Writer(Rows& rows) : at_(rows.data()) {}
    void push(int row) { *at_++ = static_cast<std::uint16_t>(row); }
    void push(Words rows) {
        std::memcpy(at_, &rows, sizeof rows);
        at_ += kWords;
    }

  private:
    std::uint16_t* at_;
};

void write_squares(const Board& board, Writer& out) {
    for (int s = 0; s < kSquares; s += kWords) {
        const Words code = widen(board.codes + s);
        const Words row = code + sequence(RowLayout::kSquare + s * (kCodes - 1), kCodes - 1);
        out.push(code == kEmptyCode ? Words{} : row);
    }
}

// Rows of eight squares, each with the one `distance` further on; the same wherever the two stand,
// and whichever comes first.
Words pair_rows(const std::uint8_t* codes, int distance) {
    const Words a = widen(codes), b = widen(codes + distance);
    const Words low = a < b ? a : b, high = a < b ? b : a;
    return low < kPieces ? low * kCodes + high + RowLayout::kPair : Words{};
}

void write_pairs(const Board& board, Writer& out) {
    constexpr Words last_rank = {0, 0, 0, 0, 0, 0, 0, 0xFFFF};
    for (int s = 0; s < kSquares; s += kRanks) {
        out.push(pair_rows(board.codes + s, 1) & ~last_rank);
    }
    for (int s = 0; s + kRanks < kSquares; s += kRanks)
        out.push(pair_rows(board.codes + s, kRanks));
    out.push(Words{});
}

// The face-up pieces of the other side that `own`'s cannons take.
Squares hit_by(const Position& position, Colour own) {
    return cannon_hits(position, own) & position.of(opponent(own));
}

void write_hits(const Position& position, const Board& board, Writer& out) {
    const Squares hits = hit_by(position, Colour::red) | hit_by(position, Colour::black);
    for (int s = 0; s < kSquares; s += kBytes) {
        std::uint8_t hit[kBytes];
        const Bytes mask = mask_of(hits >> s);
        std::memcpy(hit, &mask, sizeof mask);
        for (int half = 0; half < kBytes; half += kWords) {
            const int from = s + half;
            const Words row =
                widen(board.codes + from) + sequence(RowLayout::kHit + from * kPieces, kPieces);
            out.push(widen(hit + half) != 0 ? row : Words{});
        }
    }
}

void write_counts(const Position& position, Writer& out) {
    for (int code = 0; code < kPieces; ++code) {
        const Piece piece = piece_at_index(code_for(position.side(), piece_at_index(code)));
        const int hidden = position.pool().count(piece);
        const int alive = hidden + std::popcount(position.of(piece));
        out.push(RowLayout::kAlive + code * kCounts + alive);
        out.push(RowLayout::kPool + code * kCounts + hidden);
    }
}

int quiet_step(int quiet, int limit) {
    const int past = quiet - free_quiet_plies(limit);
    if (limit == 0 || past <= 0) return 0;
    const int room = std::max(1, limit - 1 - free_quiet_plies(limit));
    return std::min(kQuietSteps - 1, 1 + (past - 1) * (kQuietSteps - 1) / room);
}

int hand_step(float by_hand) {
    return static_cast<int>(by_hand * kHandSteps + (kHandSteps + 0.5F));
}

}  // namespace

void read_features(const Position& position, int quiet_limit, float by_hand, Rows& rows) {
    const Board board(position);
    Writer out(rows);
    write_squares(board, out);
    write_pairs(board, out);
    write_hits(position, board, out);
    write_counts(position, out);
    out.push(RowLayout::kHidden + position.pool().size());
    out.push(RowLayout::kQuiet + quiet_step(position.quiet(), quiet_limit));
    out.push(RowLayout::kByHand + hand_step(by_hand));
    out.push(RowLayout::kNothing);
}

}  // namespace anqi
