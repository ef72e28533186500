#include "engine/eval/features.h"

#include <algorithm>
#include <bit>

#include "engine/eval/attacks.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

using Codes = std::array<std::uint8_t, kSquares>;

constexpr int kFilePairs = kFiles * (kRanks - 1);

// Codes by colour and piece.
constexpr auto kCodeTable = [] {
    std::array<std::array<std::uint8_t, kPieces + 1>, 2> table{};
    for (const Colour side : {Colour::red, Colour::black}) {
        for (int i = 0; i <= kPieces; ++i) {
            table[static_cast<std::size_t>(side)][static_cast<std::size_t>(i)] =
                static_cast<std::uint8_t>(code_for(side, piece_at_index(i)));
        }
    }
    return table;
}();

Codes codes_of(const Position& position) {
    const auto& table = kCodeTable[static_cast<std::size_t>(position.side())];
    Codes codes;
    for (std::size_t s = 0; s < kSquares; ++s) {
        codes[s] = table[static_cast<std::size_t>(position.at(static_cast<Square>(s)))];
    }
    for (Square s : bits(position.face_down())) {
        codes[static_cast<std::size_t>(s)] = kFaceDownCode;
    }
    return codes;
}

// Writes slots one after another.
class Writer {
  public:
    explicit Writer(Rows& rows) : at_(rows.data()) {}
    void push(int row) { *at_++ = static_cast<std::uint16_t>(row); }

  private:
    std::uint16_t* at_;
};

// The same wherever the two stand, and whichever comes first.
int pair_row(int a, int b) {
    const int low = std::min(a, b), high = std::max(a, b);
    return low < kPieces ? RowLayout::kPair + low * kCodes + high : RowLayout::kNothing;
}

void write_squares(const Codes& codes, Writer& out) {
    for (int s = 0; s < kSquares; ++s) {
        const int code = codes[static_cast<std::size_t>(s)];
        out.push(code == kEmptyCode ? RowLayout::kNothing
                                    : RowLayout::kSquare + s * (kCodes - 1) + code);
    }
}

void write_pairs(const Codes& codes, Writer& out) {
    const std::uint8_t* at = codes.data();
    for (int file = 0; file < kFiles; ++file, ++at) {
        for (int rank = 0; rank + 1 < kRanks; ++rank, ++at) out.push(pair_row(at[0], at[1]));
    }
    at = codes.data();
    for (int pair = kFilePairs; pair < kPairs; ++pair, ++at) out.push(pair_row(at[0], at[kRanks]));
}

// The face-up pieces of the other side that `own`'s cannons take.
Squares hit_by(const Position& position, Colour own) {
    return cannon_hits(position, own) & position.of(opponent(own));
}

void write_hits(const Position& position, const Codes& codes, Writer& out) {
    const Squares hits = hit_by(position, Colour::red) | hit_by(position, Colour::black);
    for (int s = 0; s < kSquares; ++s) {
        out.push(hits & bit(s) ? RowLayout::kHit + s * kPieces + codes[static_cast<std::size_t>(s)]
                               : RowLayout::kNothing);
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

static_assert(kFilePairs + (kFiles - 1) * kRanks == kPairs);

void read_features(const Position& position, int quiet_limit, float by_hand, Rows& rows) {
    const Codes codes = codes_of(position);
    Writer out(rows);
    write_squares(codes, out);
    write_pairs(codes, out);
    write_hits(position, codes, out);
    write_counts(position, out);
    out.push(RowLayout::kHidden + position.pool().size());
    out.push(RowLayout::kQuiet + quiet_step(position.quiet(), quiet_limit));
    out.push(RowLayout::kByHand + hand_step(by_hand));
    out.push(RowLayout::kNothing);
}

}  // namespace anqi
