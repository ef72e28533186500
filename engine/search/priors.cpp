#include "engine/search/priors.h"

#include <algorithm>

#include "engine/core/geometry.h"
#include "engine/core/movegen.h"
#include "engine/eval/attacks.h"
#include "engine/eval/move_features.h"
#include "engine/util/bits.h"
#include "engine/util/exponential.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

using PieceWeights = std::array<float, kPieces>;

// (1 + x/16)^16, close to exp(x) for small x and made of exactly rounded operations, so that every
// library gives the same bits. Never negative.
float soft_exp(float x) {
    const float base = std::max(0.0F, 1 + x / 16);
    const float square = base * base, fourth = square * square, eighth = fourth * fourth;
    return eighth * eighth;
}

// Rates the moves of one position.
template <class Shape>
class Rater {
  public:
    Rater(const SearchParams& params, const Position& position, const Material& material)
        : params_(params),
          position_(position),
          material_(material),
          own_(position.side()),
          enemy_(own_ == Colour::none ? Colour::none : opponent(own_)) {
        if (own_ == Colour::none) return;
        danger_ = attacks_of<Shape>(position, enemy_);
        if (position_.face_down()) weigh_neighbours();
    }

    // Logarithm of the move's weight, a plain quiet move being 0.
    float rate(Move move) const {
        return move.is_flip() ? rate_flip(move.from()) : rate_step(move);
    }

  private:
    float worth(Square s) const { return material_.worth_of(position_.at(s)); }
    float worth(Piece p) const { return material_.worth_of(p); }

    // What a face-up piece beside a square adds to a flip there, averaged over the pool: the
    // opponent moves next and takes what came up beside it, or takes with what came up.
    void weigh_neighbours() {
        const auto face_down = static_cast<float>(position_.pool().size());
        for (int n = 0; n < kPieces; ++n) {
            const Piece neighbour = piece_at_index(n);
            if (position_.of(neighbour) == 0) continue;
            float sum = 0;
            for (int r = 0; r < kPieces; ++r) {
                const Piece revealed = piece_at_index(r);
                sum += static_cast<float>(position_.pool().count(revealed)) *
                       meeting(revealed, neighbour);
            }
            neighbour_[static_cast<std::size_t>(n)] = sum / face_down;
        }
    }

    // The gain of the side that flips when `revealed` comes up beside `neighbour`.
    float meeting(Piece revealed, Piece neighbour) const {
        if (colour_of(revealed) == colour_of(neighbour)) return 0;
        const Piece own = colour_of(revealed) == own_ ? revealed : neighbour;
        const Piece other = own == revealed ? neighbour : revealed;
        if (takes_by_rank(kind_of(other), kind_of(own))) return -worth(own);
        return takes_by_rank(kind_of(own), kind_of(other)) ? kThreatShare * worth(other) : 0;
    }

    float rate_flip(Square s) const {
        float sum = 0;
        for (Square n : bits(geometry::kSteps[static_cast<std::size_t>(s)] & position_.face_up())) {
            sum += neighbour_[static_cast<std::size_t>(index(position_.at(n)))];
        }
        return static_cast<float>(params_.prior_flip) +
               static_cast<float>(params_.prior_flip_beside) * sum;
    }

    float rate_step(Move move) const {
        const Piece mover = position_.at(move.from());
        const Squares danger = danger_.reach[static_cast<std::size_t>(kind_of(mover))];
        float rate = 0;
        if (position_.at(move.to()) != Piece::none) {
            rate += static_cast<float>(params_.prior_capture) +
                    static_cast<float>(params_.prior_victim) * worth(move.to());
        }
        if (danger_.on(kind_of(mover)) & bit(move.from())) {
            rate += static_cast<float>(params_.prior_escape) * worth(mover);
        }
        if (danger & bit(move.to())) {
            rate -= static_cast<float>(params_.prior_danger) * worth(mover);
        } else if (!Shape::kXiangqiMoves) {
            rate += static_cast<float>(params_.prior_threat) * threatened_from(move.to(), mover);
        }
        return rate;
    }

    // Worth of the best enemy piece beside `s` that `mover` would threaten without being taken.
    float threatened_from(Square s, Piece mover) const {
        float best = 0;
        for (Square n :
             bits(geometry::kSteps[static_cast<std::size_t>(s)] & position_.of(enemy_))) {
            const Kind prey = kind_of(position_.at(n));
            if (takes_by_rank(kind_of(mover), prey)) best = std::max(best, worth(n));
        }
        return best;
    }

    // A threat wins its victim only if it cannot get away.
    static constexpr float kThreatShare = 0.4F;

    const SearchParams& params_;
    const Position& position_;
    const Material& material_;
    Colour own_;
    Colour enemy_;
    Attacks danger_;
    PieceWeights neighbour_{};
};

// The weights of all moves, up to a factor that they share.
using Weights = FixedList<float, kMaxMoves>;

template <class Shape>
void weigh_by_hand(const SearchParams& params, Evaluator<Shape>& evaluator,
                   const Position& position, const MoveList& moves, Weights& weights) {
    const Rater<Shape> rater(params, position, evaluator.material(position));
    for (Move move : moves) weights.push(soft_exp(rater.rate(move)));
}

template <class Shape>
void weigh_by_network(Evaluator<Shape>& evaluator, NetworkEvaluator& network,
                      const Position& position, const MoveList& moves, Weights& weights) {
    const MoveReader<Shape> reader(position);
    const PolicyLayer policy = network.policy(position, evaluator.by_hand(position));
    float high = -1e9F;
    for (Move move : moves) {
        const float rate = network.network().rate(policy, reader.rows(move));
        weights.push(rate);
        high = std::max(high, rate);
    }
    for (float& weight : weights) weight = exponential(weight - high);
}

// However little a move promises, it keeps a share, or the shares of all might be nothing.
constexpr float kLeastWeight = 1e-6F;

// A number in [0.99, 1.01] that depends on the move and the seed only.
float spread(Move move, std::uint64_t seed) {
    std::uint64_t state = seed ^ (std::uint64_t{move.raw()} << 32);
    return 0.99F + 0.02F * static_cast<float>(split_mix(state) >> 40) * 0x1.0p-24F;
}

}  // namespace

template <class Shape>
void rate_moves(const SearchParams& params, Evaluator<Shape>& evaluator, const Position& position,
                std::uint64_t seed, PriorList& rated) {
    MoveList moves;
    generate<Shape>(position, moves);
    Weights weights;
    if (NetworkEvaluator* network = evaluator.network_for(position)) {
        weigh_by_network<Shape>(evaluator, *network, position, moves, weights);
    } else {
        weigh_by_hand(params, evaluator, position, moves, weights);
    }
    rated.clear();
    float total = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Move move = moves[i];
        const float weight = std::max(weights[i], kLeastWeight) * spread(move, seed);
        rated.push({move, weight});
        total += weight;
    }
    for (PriorMove& m : rated) m.prior /= total;
    order(rated);
}

void order(PriorList& rated) {
    std::sort(rated.begin(), rated.end(), [](const PriorMove& a, const PriorMove& b) {
        return a.prior != b.prior ? a.prior > b.prior : a.move < b.move;
    });
}

template void rate_moves<StandardShape>(const SearchParams&, Evaluator<StandardShape>&,
                                        const Position&, std::uint64_t, PriorList&);
template void rate_moves<ExchangeShape>(const SearchParams&, Evaluator<ExchangeShape>&,
                                        const Position&, std::uint64_t, PriorList&);
template void rate_moves<XiangqiShape>(const SearchParams&, Evaluator<XiangqiShape>&,
                                       const Position&, std::uint64_t, PriorList&);

}  // namespace anqi
