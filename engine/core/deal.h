// A deal: one arrangement of the face-down pieces. A referee knows one; a search draws many.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/util/random.h"

namespace anqi {

// The piece under each face-down square; Piece::none elsewhere.
class Deal {
  public:
    // Every arrangement of the pool over the face-down squares is equally likely.
    Deal(const Position& position, Random& random);

    Piece under(Square s) const { return pieces_[static_cast<std::size_t>(s)]; }
    // The event that `move` becomes under this deal.
    Event reveal(Move move) const {
        return Event(move, move.is_flip() ? under(move.from()) : Piece::none);
    }

  private:
    std::array<Piece, kSquares> pieces_;
};

// What the deal of that number is drawn with: a deal is fixed by a seed and a number.
constexpr Random deal_random(std::uint64_t seed, std::int64_t number) {
    return Random(split_mix(seed) + static_cast<std::uint64_t>(number));
}

// One draw from the pool, each piece with probability count / size. Requires a non-empty pool.
Piece draw(const Pool& pool, Random& random);

}  // namespace anqi
