#include "engine/player/weak_players.h"

#include <algorithm>

#include "engine/core/apply.h"
#include "engine/core/movegen.h"
#include "engine/eval/evaluator.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

MoveList allowed_moves(const Game& game, const Limits& limits) {
    MoveList allowed;
    for (Move move : game.moves_on_board()) {
        if (limits.allows(move)) allowed.push(move);
    }
    return allowed;
}

// Chooses by a policy that sees the legal moves only. The draw depends on seed and position, so the
// same game gives the same answer.
class PolicyPlayer : public Searcher {
  public:
    explicit PolicyPlayer(std::uint64_t seed) : seed_(seed) {}

    Report search(const Game& game, const Limits& limits, const StopFlag&, ReportSink*) final {
        const MoveList moves = allowed_moves(game, limits);
        if (moves.empty()) return {};
        const auto ply = static_cast<std::uint64_t>(game.plies());
        Random random((seed_ << 20) ^ ply ^ game.position().key());
        Report report{.visits = 1, .elapsed = 0, .candidates = {}};
        report.candidates.push_back({.move = choose(game, moves, random), .visits = 1, .line = {}});
        return report;
    }
    void forget() final {}

  protected:
    virtual Move choose(const Game& game, const MoveList& moves, Random& random) const = 0;

  private:
    std::uint64_t seed_;
};

Move any_of(const MoveList& moves, Random& random) {
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

class RandomPlayer final : public PolicyPlayer {
  public:
    using PolicyPlayer::PolicyPlayer;

  protected:
    Move choose(const Game&, const MoveList& moves, Random& random) const override {
        return any_of(moves, random);
    }
};

class GreedyPlayer final : public PolicyPlayer {
  public:
    using PolicyPlayer::PolicyPlayer;

  protected:
    Move choose(const Game& game, const MoveList& moves, Random& random) const override {
        const double before = evaluate(game.rules(), EvalParams(), game.position());
        Move best;
        double best_gain = 0;
        MoveList flips;
        for (Move move : moves) {
            if (move.is_flip()) {
                flips.push(move);
                continue;
            }
            const double gain = worst_after(game, move) - before;
            if (gain > best_gain) {
                best_gain = gain;
                best = move;
            }
        }
        if (best_gain > kWorthWhile) return best;
        return any_of(flips.empty() ? moves : flips, random);
    }

  private:
    static constexpr double kWorthWhile = 1e-6;

    // The mover's static value after the opponent's best capture in reply.
    static double worst_after(const Game& game, Move move) {
        Position after = game.position();
        apply(game.rules(), after, Event(move));
        MoveList replies;
        with_rules(game.rules(),
                   [&](auto shape) { generate_captures<decltype(shape)>(after, replies); });
        double worst = -evaluate(game.rules(), EvalParams(), after);
        for (Move reply : replies) {
            Position next = after;
            apply(game.rules(), next, Event(reply));
            worst = std::min(worst, evaluate(game.rules(), EvalParams(), next));
        }
        return worst;
    }
};

}  // namespace

std::unique_ptr<Searcher> make_random_player(std::uint64_t seed) {
    return std::make_unique<RandomPlayer>(seed);
}

std::unique_ptr<Searcher> make_greedy_player(std::uint64_t seed) {
    return std::make_unique<GreedyPlayer>(seed);
}

}  // namespace anqi
