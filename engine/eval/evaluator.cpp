#include "engine/eval/evaluator.h"

#include <algorithm>
#include <bit>

#include "engine/core/geometry.h"
#include "engine/core/movegen.h"

namespace anqi {
namespace {

// An odd function from any real number into (-1, 1) made of exactly rounded operations only, so
// that every compiler and library gives the same bits (std::tanh does not).
float squash(float x) { return x / (1 + std::max(x, -x)); }

// A side's pieces at their worth, face-down ones at a share of it.
float strength(const Position& position, Colour colour, const Material& material,
               float face_down_share) {
    float sum = 0;
    for (int i = index(colour) * kKinds; i < (index(colour) + 1) * kKinds; ++i) {
        const Piece p = piece_at_index(i);
        const auto face_up = static_cast<float>(std::popcount(position.of(p)));
        const auto face_down = static_cast<float>(position.pool().count(p));
        sum +=
            (face_up + face_down_share * face_down) * material.worth[static_cast<std::size_t>(i)];
    }
    return sum;
}

// Own pieces that take `prey` by stepping and cannot be taken by it.
Squares hunters_of(const Position& position, Colour own, Kind prey) {
    Squares hunters = 0;
    for (int i = 0; i < kKinds; ++i) {
        const auto kind = static_cast<Kind>(i);
        if (takes_by_rank(kind, prey) && !takes_by_rank(prey, kind)) {
            hunters |= position.of(own, kind);
        }
    }
    return hunters;
}

// The sum of 1 / distance over the prey, from the nearest hunter each, pieces in between ignored.
float nearness(Squares hunters, Squares prey) {
    float sum = 0;
    Squares reached = hunters;
    for (int steps = 1; prey != 0; ++steps) {
        reached |= geometry::steps(reached);
        sum += static_cast<float>(std::popcount(reached & prey)) / static_cast<float>(steps);
        prey &= ~reached;
    }
    return sum;
}

// Worth of what a side's pieces may hunt, each divided by how far its nearest hunter is.
float hunt(const Position& position, Colour own, const Material& material) {
    float sum = 0;
    for (int i = 0; i < kKinds; ++i) {
        const Piece piece = make_piece(opponent(own), static_cast<Kind>(i));
        const Squares prey = position.of(piece);
        const Squares hunters = prey ? hunters_of(position, own, kind_of(piece)) : 0;
        if (!hunters) continue;
        sum += material.worth[static_cast<std::size_t>(index(piece))] * nearness(hunters, prey);
    }
    return sum;
}

}  // namespace

template <class Shape>
Evaluator<Shape>::Evaluator(const RuleSet& rules, const EvalParams& params)
    : params_(params), quiet_limit_(rules.quiet_limit), material_(params) {}

// 1 while progress is near, falling to 0 at the quiet limit.
template <class Shape>
float Evaluator<Shape>::fade(int quiet) const {
    if (quiet_limit_ == 0) return 1;
    const auto limit = static_cast<float>(quiet_limit_);
    const float from = static_cast<float>(params_.fade_from) * limit;
    const float past = static_cast<float>(quiet) - from;
    return past <= 0 ? 1 : std::max(0.0F, 1 - past / std::max(1.0F, limit - from));
}

template <class Shape>
float Evaluator<Shape>::value(const Position& position) {
    if (position.side() == Colour::none) return 0;
    const Colour own = position.side(), other = opponent(own);
    const Material& material = material_.of(position);
    const auto share = static_cast<float>(params_.face_down);
    const float mine = strength(position, own, material, share);
    const float theirs = strength(position, other, material, share);
    if (mine + theirs <= 0) return 0;
    // The lead as a share of all that is left: the same lead decides more in an ending.
    float lead = static_cast<float>(params_.slope) * (mine - theirs) / (mine + theirs);
    const int moves = count_moves<Shape>(position, own) - count_moves<Shape>(position, other);
    lead += static_cast<float>(params_.mobility) * static_cast<float>(moves);
    if constexpr (!Shape::kXiangqiMoves) {
        lead += static_cast<float>(params_.chase) *
                (hunt(position, own, material) - hunt(position, other, material)) / (mine + theirs);
    }
    lead *= material.winning_share[index(lead > 0 ? own : other)];
    return squash(lead) * fade(position.quiet());
}

double evaluate(const RuleSet& rules, const EvalParams& params, const Position& position) {
    return with_rules(rules, [&](auto shape) {
        return static_cast<double>(Evaluator<decltype(shape)>(rules, params).value(position));
    });
}

template class Evaluator<StandardShape>;
template class Evaluator<ExchangeShape>;
template class Evaluator<XiangqiShape>;

}  // namespace anqi
