#include "engine/eval/evaluator.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "engine/core/movegen.h"
#include "engine/util/bits.h"

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

int distance(Square a, Square b) {
    return std::abs(file_of(a) - file_of(b)) + std::abs(rank_of(a) - rank_of(b));
}

// Worth of what a side's pieces may hunt, each divided by how far its nearest hunter is. A hunter
// takes its prey but cannot be taken by it.
float hunt(const Position& position, Colour own, const Material& material) {
    float sum = 0;
    Squares hunters[kKinds];
    for (int i = 0; i < kKinds; ++i) hunters[i] = position.of(own, static_cast<Kind>(i));
    for (Square prey : bits(position.of(opponent(own)))) {
        const Piece piece = position.at(prey);
        int nearest = kFiles + kRanks;
        for (int i = 0; i < kKinds; ++i) {
            const auto kind = static_cast<Kind>(i);
            const bool hunts =
                takes_by_rank(kind, kind_of(piece)) && !takes_by_rank(kind_of(piece), kind);
            if (!hunts) continue;
            for (Square s : bits(hunters[i])) nearest = std::min(nearest, distance(s, prey));
        }
        sum += material.worth[static_cast<std::size_t>(index(piece))] / static_cast<float>(nearest);
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
