#include "engine/eval/evaluator.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/core/geometry.h"
#include "engine/core/movegen.h"
#include "engine/eval/attacks.h"

namespace anqi {
namespace {

// Nothing but the end of the game is worth 1.
constexpr float kMost = 0.999F;

// An odd function from any real number into (-1, 1) made of exactly rounded operations only, so
// that every compiler and library gives the same bits (std::tanh does not).
float squash(float x) { return std::clamp(x / std::sqrt(1 + x * x), -kMost, kMost); }

// A side's pieces at their worth, face-down ones at a share of it.
float strength(const Pool& pool, const Counts& face_up, Colour colour, const Material& material) {
    float sum = 0;
    for (int i = index(colour) * kKinds; i < (index(colour) + 1) * kKinds; ++i) {
        const auto up = static_cast<float>(face_up[static_cast<std::size_t>(i)]);
        const auto down = static_cast<float>(pool.count(piece_at_index(i)));
        sum += (up + material.face_down * down) * material.worth_of(piece_at_index(i));
    }
    return sum;
}

// Own pieces that take `prey` by stepping and cannot be taken by it.
Squares hunters_of(const Position& position, Colour own, Kind prey) {
    return takers(position, own, prey) & ~position.of(own, prey);
}

// The pieces of a side that the other can take.
struct Hanging {
    float best = 0;     // worth of the most valuable one
    float rest = 0;     // and of the others together
    float trapped = 0;  // of those that cannot be taken but have no safe square to go to
    float caught = 0;   // of those that can be taken and have none
};

Hanging hanging(const Position& position, Colour victims, const Attacks& attacks,
                const Material& material) {
    Hanging result;
    for (int i = 0; i < kKinds; ++i) {
        const auto kind = static_cast<Kind>(i);
        const Squares pieces = position.of(victims, kind);
        if (!pieces) continue;
        const Squares attacked = pieces & attacks.on(kind);
        const Squares stuck =
            pieces &
            ~geometry::steps(position.empty() & ~attacks.reach[static_cast<std::size_t>(i)]);
        const int n = std::popcount(attacked);
        const float worth = material.worth_of(make_piece(victims, kind));
        result.rest += worth * static_cast<float>(n);
        if (n > 0) result.best = std::max(result.best, worth);
        result.trapped += worth * static_cast<float>(std::popcount(stuck & ~attacked));
        result.caught += worth * static_cast<float>(std::popcount(stuck & attacked));
    }
    result.rest -= result.best;
    return result;
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
        sum += material.worth_of(piece) * nearness(hunters, prey);
    }
    return sum;
}

// What the side to move gains by pieces that can be taken or cannot get away, in units of worth.
template <class Shape>
float threats(const Position& position, const Material& m) {
    const Colour own = position.side(), other = opponent(own);
    const Hanging mine = hanging(position, own, attacks_of<Shape>(position, other), m);
    const Hanging theirs = hanging(position, other, attacks_of<Shape>(position, own), m);
    return m.attack * (theirs.best + theirs.rest) - m.threat * mine.best - m.fork * mine.rest +
           m.trapped * (theirs.trapped - mine.trapped) + m.caught * (theirs.caught - mine.caught);
}

// The same by hunters that come close to their prey.
template <class Shape>
float hunts(const Position& position, const Material& m) {
    if (Shape::kXiangqiMoves || m.chase == 0) return 0;
    const Colour own = position.side();
    return m.chase * (hunt(position, own, m) - hunt(position, opponent(own), m));
}

// A lone piece against one of its own kind: whoever has the move at an odd distance catches the
// other, or the other has to come to it. Nothing else happens on an empty board.
template <class Shape>
bool is_duel(const Position& position) {
    if (Shape::kXiangqiMoves || Shape::kEqualsVanish) return false;
    const Squares men = position.face_up();
    if (position.face_down() || position.missing() || std::popcount(men) != 2) return false;
    const Piece first = position.at(std::countr_zero(men));
    const Piece second = position.at(kSquares - 1 - std::countl_zero(men));
    return kind_of(first) == kind_of(second) && kind_of(first) != Kind::cannon;
}

float duel_value(const Position& position) {
    constexpr float all_but_won = 0.9F;
    const Square a = std::countr_zero(position.face_up());
    const Square b = kSquares - 1 - std::countl_zero(position.face_up());
    const int distance = file_of(a) + rank_of(a) + file_of(b) + rank_of(b);
    return distance % 2 == 1 ? all_but_won : -all_but_won;
}

// How freely a side moves. Where pieces step, captures are left out: attacks count them.
template <class Shape>
int mobility(const Position& position, Colour own) {
    if constexpr (Shape::kXiangqiMoves) return count_moves<Shape>(position, own);
    const Squares pieces = position.of(own), empty = position.empty();
    return std::popcount(geometry::north(pieces) & empty) +
           std::popcount(geometry::south(pieces) & empty) +
           std::popcount(geometry::east(pieces) & empty) +
           std::popcount(geometry::west(pieces) & empty);
}

}  // namespace

template <class Shape>
Evaluator<Shape>::Evaluator(const RuleSet& rules, const EvalParams& params, SharedNetwork network)
    : params_(params), quiet_limit_(rules.quiet_limit), material_(params) {
    if (network && network->shape() == rules.shape) {
        network_.emplace(std::move(network), quiet_limit_);
    }
}

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
int Evaluator<Shape>::free_quiet() const {
    if (quiet_limit_ == 0) return std::numeric_limits<int>::max() / 2;
    const auto limit = static_cast<float>(quiet_limit_);
    const auto fades = static_cast<int>(static_cast<float>(params_.fade_from) * limit);
    const int free = network_ ? std::min(fades, free_quiet_plies(quiet_limit_)) : fades;
    return std::min(free, quiet_limit_ - 1);
}

template <class Shape>
float Evaluator<Shape>::value(const Position& position, float alpha, float beta) {
    if (position.side() == Colour::none) return 0;
    const float hand = by_hand(position, alpha, beta);
    NetworkEvaluator* const network = network_for(position);
    if (!network || far_outside(hand, alpha, beta)) return hand;
    return network->value(position, hand);
}

// So far that what is not known yet will hardly bring it back.
template <class Shape>
bool Evaluator<Shape>::far_outside(float value, float alpha, float beta) const {
    const auto margin = static_cast<float>(params_.lazy);
    return value <= alpha - margin || value >= beta + margin;
}

template <class Shape>
NetworkEvaluator* Evaluator<Shape>::network_for(const Position& position) {
    const bool speaks = network_ && position.side() != Colour::none && !position.missing();
    return speaks ? &*network_ : nullptr;
}

template <class Shape>
float Evaluator<Shape>::by_hand(const Position& position, float alpha, float beta) {
    const Colour own = position.side(), other = opponent(own);
    const float faded = fade(position.quiet());
    if (is_duel<Shape>(position)) return duel_value(position) * faded;
    const Counts face_up = face_up_counts(position);
    const Material& material = material_.of(position, face_up);
    const float mine = strength(position.pool(), face_up, own, material);
    const float theirs = strength(position.pool(), face_up, other, material);
    const float all = mine + theirs;
    if (all <= 0) return 0;
    const auto expected = [&](float lead) {
        return squash(lead * material.winning_share[index(lead > 0 ? own : other)]) * faded;
    };
    // The lead as a share of all that is left: the same lead decides more in an ending.
    const float lead = material.slope * (mine - theirs) / all;
    const float by_material = expected(lead);
    if (far_outside(by_material, alpha, beta)) return by_material;
    const int moves = mobility<Shape>(position, own) - mobility<Shape>(position, other);
    return expected(lead +
                    (threats<Shape>(position, material) + hunts<Shape>(position, material)) / all +
                    material.mobility * static_cast<float>(moves) + material.tempo);
}

double evaluate(const RuleSet& rules, const EvalParams& params, const Position& position,
                SharedNetwork network) {
    return with_rules(rules, [&](auto shape) {
        Evaluator<decltype(shape)> evaluator(rules, params, std::move(network));
        return static_cast<double>(evaluator.value(position));
    });
}

template class Evaluator<StandardShape>;
template class Evaluator<ExchangeShape>;
template class Evaluator<XiangqiShape>;

}  // namespace anqi
