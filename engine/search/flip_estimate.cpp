#include "engine/search/flip_estimate.h"

#include <algorithm>

#include "engine/core/geometry.h"
#include "engine/core/movegen.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

// A threat wins its victim only if it cannot get away.
constexpr float kThreatShare = 0.4F;

// The most valuable piece of `victim`'s side that `attackers` can take on one of `squares`.
template <class Shape>
float best_victim(const Position& position, const Material& material, Squares from,
                  Squares victims) {
    float best = 0;
    for (Square s : bits(from)) {
        for (Square v : bits(targets<Shape>(position, s) & victims)) {
            best = std::max(best, material.worth_of(position.at(v)));
        }
    }
    return best;
}

// Pieces of a side that might reach `square`; saves asking those that cannot.
template <class Shape>
Squares near(const Position& position, Colour colour, Square square) {
    if (Shape::kXiangqiMoves) return position.of(colour);
    return (position.of(colour) & geometry::kSteps[static_cast<std::size_t>(square)]) |
           position.of(colour, Kind::cannon);
}

// What comes of a piece that has just appeared: taken or taking, whichever side it belongs to.
template <class Shape>
float consequence(const Position& shown, const Material& material, Square square, Colour mover) {
    const Colour owner = colour_of(shown.at(square)), other = opponent(owner);
    const float hit =
        best_victim<Shape>(shown, material, near<Shape>(shown, other, square), bit(square));
    const float hits = best_victim<Shape>(shown, material, bit(square), shown.of(other));
    return owner == mover ? kThreatShare * hits - hit : kThreatShare * hit - hits;
}

}  // namespace

template <class Shape>
float estimate_flip(const Position& position, const Material& material, Square square) {
    if (position.side() == Colour::none) return 0;
    float sum = 0;
    Position shown = position;
    shown.take_face_down(square);
    position.pool().for_each([&](Piece piece, int count) {
        shown.put(square, piece);
        sum += static_cast<float>(count) *
               consequence<Shape>(shown, material, square, position.side());
        shown.take(square);
    });
    return sum / static_cast<float>(position.pool().size());
}

template float estimate_flip<StandardShape>(const Position&, const Material&, Square);
template float estimate_flip<ExchangeShape>(const Position&, const Material&, Square);
template float estimate_flip<XiangqiShape>(const Position&, const Material&, Square);

}  // namespace anqi
