#include "engine/tables/expectation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <queue>

#include "engine/tables/class_game.h"

namespace anqi {
namespace {

constexpr double kNoExit = -std::numeric_limits<double>::infinity();

double rounded(double score) { return std::round(score / kScoreUnit) * kScoreUnit; }

// Ways out of a node for the side to move.
template <class Shape>
class Exits {
  public:
    using Game = ClassGame<Shape>;

    Exits(const EndgameClass& cls, const Passages& passages, const ScoreOf& score_of)
        : game_(cls, passages), score_of_(score_of) {}

    const Game& game() const { return game_; }

    // The best score by a capture or flip; kNoExit where there is none.
    double best(const typename Game::Spot& spot) const {
        double best = kNoExit;
        game_.for_each_capture(spot, [&](const Passage& passage, NodeNumber node) {
            best = std::max(best, -score(passage, node));
            return true;
        });
        double sum = 0;
        int pieces = 0;
        game_.for_each_flip(spot, [&](const Passage& passage, NodeNumber node, bool last) {
            sum -= passage.weight * score(passage, node);
            pieces += passage.weight;
            if (!last) return true;
            best = std::max(best, rounded(sum / pieces));
            sum = pieces = 0;
            return true;
        });
        return best;
    }

  private:
    double score(const Passage& passage, NodeNumber node) const {
        return passage.cls == nullptr ? passage.result : score_of_(*passage.cls, node);
    }

    Game game_;
    const ScoreOf& score_of_;
};

// A hero who wants more than 0, at nodes where he moves and at nodes where his opponent does: each
// node gives two states. Both sides are heroes in turn, and where the sides of a class may be
// exchanged they are the same states.
template <class Shape>
class Forcing {
  public:
    Forcing(const EndgameClass& cls, const Passages& passages, const ScoreOf& score_of)
        : cls_(cls), exits_(cls, passages, score_of), best_exit_(cls.nodes(), kNoExit) {
        assert(cls.nodes() < UINT32_MAX / 2);
        for (auto& state : states_) state.resize(cls.nodes());
    }

    Expectations run() {
        for (NodeNumber node = 0; node < cls_.nodes(); ++node) {
            if (cls_.used(node)) enter(node);
        }
        while (!queue_.empty()) {
            const Offer offer = queue_.top();
            queue_.pop();
            settle(offer);
        }
        return finish();
    }

  private:
    static constexpr int kHero = 1, kOpponent = 0;  // who moves

    struct State {
        double worth = 0;         // for the hero, once settled
        std::uint16_t plies = 0;  // until the class is left; the opponent takes the longest way
        bool settled() const { return worth > 0; }
    };
    struct Offer {
        double worth;
        std::uint32_t node;
        std::uint16_t plies;
        std::uint8_t mover;
        // The greatest worth first, and among equals the fewest plies.
        bool operator<(const Offer& other) const {
            return worth != other.worth ? worth < other.worth : plies > other.plies;
        }
    };

    void enter(NodeNumber node) {
        const auto spot = exits_.game().spot(node);
        const int quiets = exits_.game().count_quiets(spot);
        double exit = exits_.best(spot);
        if (quiets == 0 && exit == kNoExit) exit = -1;  // no action: lost
        best_exit_[node] = exit;
        if (exit > 0) offer(node, kHero, exit, 1);
        if (quiets == 0) offer(node, kOpponent, -exit, 1);
    }

    void offer(NodeNumber node, int mover, double worth, int plies) {
        if (worth <= 0) return;
        queue_.push({worth, static_cast<std::uint32_t>(node), static_cast<std::uint16_t>(plies),
                     static_cast<std::uint8_t>(mover)});
    }

    void settle(const Offer& offer) {
        State& state = states_[offer.mover][offer.node];
        if (state.settled()) return;
        state.worth = offer.worth;
        state.plies = offer.plies;
        const auto spot = exits_.game().spot(offer.node);
        exits_.game().for_each_predecessor(spot, [&](NodeNumber before) {
            offer.mover == kHero ? opponent_reaches(before, offer) : hero_reaches(before, offer);
        });
    }

    void hero_reaches(NodeNumber node, const Offer& after) {
        if (!states_[kHero][node].settled()) offer(node, kHero, after.worth, after.plies + 1);
    }

    // The opponent cannot avoid what all his quiet moves lead to; the last one is the worst for the
    // hero.
    void opponent_reaches(NodeNumber node, const Offer& after) {
        State& state = states_[kOpponent][node];
        if (state.settled()) return;
        state.plies = std::max(state.plies, after.plies);
        if (!all_reached(node)) return;
        const double exit = best_exit_[node];
        offer(node, kOpponent, std::min(after.worth, exit == kNoExit ? after.worth : -exit),
              state.plies + 1);
    }

    bool all_reached(NodeNumber node) {
        return exits_.game().for_each_quiet(exits_.game().spot(node), [this](NodeNumber after) {
            return states_[kHero][after].settled();
        });
    }

    Expectations finish() {
        Expectations result;
        result.scores.resize(cls_.nodes());
        for (NodeNumber node = 0; node < cls_.nodes(); ++node) {
            for (const int mover : {kHero, kOpponent}) {
                const State& state = states_[mover][node];
                if (!state.settled()) continue;
                result.scores[node] = mover == kHero ? state.worth : -state.worth;
                result.longest = std::max<int>(result.longest, state.plies);
            }
        }
        return result;
    }

    const EndgameClass& cls_;
    Exits<Shape> exits_;
    std::vector<double> best_exit_;
    std::vector<State> states_[2];
    std::priority_queue<Offer> queue_;
};

template <class Shape>
double by_successors(const Exits<Shape>& exits, NodeNumber node,
                     const std::function<double(NodeNumber)>& within) {
    const auto spot = exits.game().spot(node);
    double best = exits.best(spot);
    exits.game().for_each_quiet(spot, [&](NodeNumber after) {
        best = std::max(best, -within(after));
        return true;
    });
    return best == kNoExit ? -1 : best;
}

}  // namespace

Expectations expectations(const EndgameClass& cls, const Passages& passages,
                          const ScoreOf& score_of) {
    return with_shape(cls.shape(), [&](auto shape) {
        return Forcing<decltype(shape)>(cls, passages, score_of).run();
    });
}

double score_by_successors(const EndgameClass& cls, const Passages& passages, NodeNumber node,
                           const ScoreOf& score_of,
                           const std::function<double(NodeNumber)>& within) {
    return with_shape(cls.shape(), [&](auto shape) {
        return by_successors(Exits<decltype(shape)>(cls, passages, score_of), node, within);
    });
}

}  // namespace anqi
