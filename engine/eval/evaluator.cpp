#include "engine/eval/evaluator.h"

#include <algorithm>
#include <bit>

#include "engine/eval/material.h"

namespace anqi {
namespace {

// A face-down piece cannot act yet and may come up in a bad place.
constexpr double kFaceDownShare = 0.83;
// How sharply a lead in material turns into an expected score.
constexpr double kSlope = 3.0;

// Counts a side's pieces at their worth against the other side.
template <class Shape>
double strength(const Position& position, Colour colour, const Army& enemies) {
    double sum = 0;
    for (int i = 0; i < kKinds; ++i) {
        const Piece piece = make_piece(colour, static_cast<Kind>(i));
        const double n =
            std::popcount(position.of(piece)) + kFaceDownShare * position.pool().count(piece);
        if (n > 0) sum += n * worth<Shape>(static_cast<Kind>(i), enemies);
    }
    return sum;
}

// An odd function from any real number into (-1, 1) made of exactly rounded operations only, so
// that every compiler and library gives the same bits (std::tanh does not).
double squash(double x) { return x / (1 + std::max(x, -x)); }

}  // namespace

template <class Shape>
double evaluate(const Position& position) {
    if (position.side() == Colour::none) return 0;
    const Colour own = position.side(), other = opponent(own);
    const Army own_army = army_of(position, own), other_army = army_of(position, other);
    const double mine = strength<Shape>(position, own, other_army);
    const double theirs = strength<Shape>(position, other, own_army);
    if (mine + theirs <= 0) return 0;
    // The lead as a share of all that is left: the same lead decides more in an ending.
    return squash(kSlope * (mine - theirs) / (mine + theirs));
}

double evaluate(const RuleSet& rules, const Position& position) {
    return with_rules(rules, [&](auto shape) { return evaluate<decltype(shape)>(position); });
}

template double evaluate<StandardShape>(const Position&);
template double evaluate<ExchangeShape>(const Position&);
template double evaluate<XiangqiShape>(const Position&);

}  // namespace anqi
