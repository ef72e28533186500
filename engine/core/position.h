// What both players see: the board, the pool, the side to move, the quiet count. No history and no
// rules; those stand in game.h and in the verbs generate() and apply().
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/pool.h"
#include "engine/core/types.h"
#include "engine/core/zobrist.h"

namespace anqi {

// Quiet plies are counted up to here and no further; every limit in use is far below.
inline constexpr int kMaxQuiet = 1'000'000;

// A plain value of two cache lines. Copying it is how an action is taken back: whoever calls
// apply() keeps the copy.
class alignas(64) Position {
  public:
    // 32 pieces face down, nobody has a colour.
    static Position start();

    Colour side() const { return side_; }
    int quiet() const { return quiet_; }
    const Pool& pool() const { return pool_; }
    // Over board, face-down squares, missing squares, side and pool; not the quiet count.
    std::uint64_t key() const { return key_; }

    Squares of(Piece p) const { return pieces_[static_cast<std::size_t>(index(p))]; }
    Squares of(Colour c, Kind k) const { return of(make_piece(c, k)); }
    // All face-up pieces of a side. Empty for Colour::none.
    Squares of(Colour c) const { return c == Colour::none ? 0 : colours_[index(c)]; }
    Squares face_up() const { return colours_[0] | colours_[1]; }
    Squares face_down() const { return face_down_; }
    // Squares that do not exist on a small board.
    Squares missing() const { return missing_; }
    Squares occupied() const { return face_up() | face_down_; }
    Squares empty() const { return ~(occupied() | missing_); }

    // The face-up piece on a square, or Piece::none.
    Piece at(Square s) const { return board_[static_cast<std::size_t>(s)]; }
    // Whether a side has any piece left, face up or face down.
    bool alive(Colour c) const { return of(c) != 0 || pool_.has(c); }

    // Building blocks for apply() and the text reader; each keeps masks and key in step.
    void put(Square s, Piece p);
    void take(Square s);
    void put_face_down(Square s);
    // Turns a face-down square into an empty one; the pool is the caller's business.
    void take_face_down(Square s);
    void put_missing(Square s);
    void add_to_pool(Piece p);
    void take_from_pool(Piece p);
    void set_side(Colour c);
    void set_quiet(int quiet) { quiet_ = quiet; }

    // The key computed anew, for checks.
    std::uint64_t key_from_scratch() const;
    // Whether masks, board, pool and key agree with each other. For assertions and tests.
    bool consistent() const;

    // Same board, face-down and missing squares, pool, side and quiet count.
    friend bool operator==(const Position& a, const Position& b);

    Position();

  private:
    std::array<Squares, kPieces> pieces_{};
    Squares colours_[2] = {0, 0};
    std::array<Piece, kSquares> board_;
    Squares face_down_ = 0;
    Squares missing_ = 0;
    Pool pool_;
    std::uint64_t key_;
    std::int32_t quiet_ = 0;
    Colour side_ = Colour::none;
};

inline void Position::put(Square s, Piece p) {
    pieces_[static_cast<std::size_t>(index(p))] |= bit(s);
    colours_[index(colour_of(p))] |= bit(s);
    board_[static_cast<std::size_t>(s)] = p;
    key_ ^= kZobrist.piece[index(p)][s];
}

inline void Position::take(Square s) {
    const Piece p = at(s);
    pieces_[static_cast<std::size_t>(index(p))] ^= bit(s);
    colours_[index(colour_of(p))] ^= bit(s);
    board_[static_cast<std::size_t>(s)] = Piece::none;
    key_ ^= kZobrist.piece[index(p)][s];
}

inline void Position::put_face_down(Square s) {
    face_down_ |= bit(s);
    key_ ^= kZobrist.face_down[s];
}

inline void Position::take_face_down(Square s) {
    face_down_ ^= bit(s);
    key_ ^= kZobrist.face_down[s];
}

inline void Position::put_missing(Square s) {
    missing_ |= bit(s);
    key_ ^= kZobrist.missing[s];
}

inline void Position::add_to_pool(Piece p) {
    const int before = pool_.count(p);
    pool_.add(p);
    key_ ^= kZobrist.pool[index(p)][before] ^ kZobrist.pool[index(p)][before + 1];
}

inline void Position::take_from_pool(Piece p) {
    const int before = pool_.count(p);
    pool_.remove(p);
    key_ ^= kZobrist.pool[index(p)][before] ^ kZobrist.pool[index(p)][before - 1];
}

inline void Position::set_side(Colour c) {
    key_ ^= kZobrist.side[index(side_)] ^ kZobrist.side[index(c)];
    side_ = c;
}

static_assert(sizeof(Position) == 128, "two cache lines");

}  // namespace anqi
