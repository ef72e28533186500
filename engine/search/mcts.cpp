#include "engine/search/mcts.h"

#include <algorithm>
#include <cmath>

#include "engine/core/apply.h"
#include "engine/core/deal.h"
#include "engine/core/movegen.h"
#include "engine/eval/evaluator.h"
#include "engine/search/stoppers.h"
#include "engine/search/tree.h"
#include "engine/util/list.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

constexpr std::size_t kMaxDepth = 256;

// +1 when the winner is `side`, -1 when it is the other one.
double value_for(Outcome outcome, Colour side) {
    if (outcome.winner == Winner::draw) return 0;
    return outcome.winner == winner_for(side) ? 1 : -1;
}

// One search of one position; the tree lives as long as this object.
template <class Shape>
class Search {
  public:
    Search(const MctsSettings& settings, const Game& game, const Limits& limits, Tree& tree)
        : params_(settings.params),
          game_(game),
          limits_(limits),
          tree_(tree),
          random_(settings.seed ^ game.position().key()),
          history_(game.history()),
          evaluator_(game.rules(), settings.params.eval) {
        tree_.clear();
        expand(tree_.node(tree_.add_node(Piece::none, {})), game_.position());
        keep_root_moves();
    }

    Report run(Stopper& stopper, ReportSink* sink) {
        if (root().edges == 0) return {};
        Microseconds next_report = sink ? sink->interval() * 1000 : 0;
        if (!decided()) {
            while (!stopper.due(root().visits)) {
                simulate();
                if (sink && stopper.elapsed() >= next_report) {
                    sink->report(report(stopper.elapsed()));
                    next_report += std::max<Microseconds>(1000, sink->interval() * 1000);
                }
            }
        }
        return report(stopper.elapsed());
    }

  private:
    struct Step {
        std::uint32_t node;
        std::uint32_t edge;  // by index: growing the tree moves the edges
    };

    Node& root() { return tree_.node(0); }

    // The root may be restricted; a flip's edge costs nothing to keep, so edges are just moved up.
    void keep_root_moves() {
        if (limits_.root_moves.empty()) return;
        Edge* edges = tree_.edges_of(root());
        const auto unwanted = [&](const Edge& e) {
            return std::find(limits_.root_moves.begin(), limits_.root_moves.end(), e.move) ==
                   limits_.root_moves.end();
        };
        const auto end = std::remove_if(edges, edges + root().edges, unwanted);
        root().edges = static_cast<std::uint16_t>(end - edges);
    }

    // One legal action, or a win in one: no search can improve on it.
    bool decided() {
        Edge* edges = tree_.edges_of(root());
        for (int i = 0; i < root().edges; ++i) {
            if (edges[i].move.is_flip() || !wins_at_once(edges[i].move)) continue;
            edges[i].visits = root().visits = 1;
            edges[i].sum = root().sum = 1;
            return true;
        }
        return root().edges == 1;
    }

    bool wins_at_once(Move move) {
        Position after = game_.position();
        apply<Shape>(after, Event(move));
        history_.push(move, after);
        const Outcome outcome = verdict<Shape>(game_.rules(), after, history_);
        history_.pop();
        return outcome.winner == winner_for(game_.position().side());
    }

    double prior_of(const Position& position, Move move) const {
        if (move.is_flip()) return params_.flip_prior;
        return position.at(move.to()) == Piece::none ? 1 : params_.capture_prior;
    }

    void expand(Node& node, const Position& position) {
        MoveList moves;
        generate<Shape>(position, moves);
        double total = 0;
        for (Move move : moves) total += prior_of(position, move);
        for (Move move : moves) {
            tree_.add_edge(node, move, static_cast<float>(prior_of(position, move) / total));
        }
        node.expanded = true;
    }

    std::uint32_t select(const Node& node) {
        const Edge* edges = tree_.edges_of(node);
        const double parent = node.visits > 0 ? node.sum / node.visits : 0;
        const double scale = params_.exploration * std::sqrt(static_cast<double>(node.visits) + 1);
        const Edge* best = edges;
        double best_score = -1e9;
        for (const Edge* e = edges; e != edges + node.edges; ++e) {
            const double value = e->visits > 0 ? e->sum / e->visits : parent - params_.first_play;
            const double score = value + scale * static_cast<double>(e->prior) / (1 + e->visits);
            if (score > best_score) {
                best_score = score;
                best = e;
            }
        }
        return node.first_edge + static_cast<std::uint32_t>(best - edges);
    }

    // Walks down to a node that is new or final, values it, and backs the value up.
    void simulate() {
        Position position = game_.position();
        const Deal deal(position, random_);
        FixedList<Step, kMaxDepth> path;
        std::uint32_t at = 0;
        bool grown = false;
        while (tree_.node(at).expanded && !grown && path.size() < kMaxDepth) {
            const std::uint32_t edge = select(tree_.node(at));
            path.push({at, edge});
            const Event event = deal.reveal(tree_.edge(edge).move);
            apply<Shape>(position, event);
            history_.push(event.move(), position);
            at = tree_.child(tree_.edge(edge), event.revealed());
            if (at != kNoNode) continue;
            grown = true;
            if (!tree_.full()) at = add_child(tree_.edge(edge), event.revealed(), position);
        }
        const double value = leaf_value(at, position, deal);
        for (std::size_t i = 0; i < path.size(); ++i) history_.pop();
        back_up(path, at, value);
    }

    std::uint32_t add_child(Edge& edge, Piece revealed, const Position& position) {
        const std::uint32_t child =
            tree_.add_node(revealed, verdict<Shape>(game_.rules(), position, history_));
        tree_.link(edge, child);
        return child;
    }

    // For the side to move at the leaf.
    double leaf_value(std::uint32_t at, const Position& position, const Deal& deal) {
        if (at == kNoNode) return playout(position, deal);
        Node& node = tree_.node(at);
        if (node.outcome.over()) return value_for(node.outcome, position.side());
        if (!node.expanded && node.visits > 0) expand(node, position);
        return playout(position, deal);
    }

    // A few plies of captures where there are any, else anything; then the static value.
    double playout(Position position, const Deal& deal) {
        double sign = 1;
        for (int ply = 0; ply < params_.playout_plies; ++ply) {
            const Outcome outcome = board_verdict<Shape>(position);
            if (outcome.over()) return sign * value_for(outcome, position.side());
            apply<Shape>(position, deal.reveal(pick(position)));
            sign = -sign;
        }
        const Outcome outcome = board_verdict<Shape>(position);
        if (outcome.over()) return sign * value_for(outcome, position.side());
        return sign * static_cast<double>(evaluator_.value(position));
    }

    Move pick(const Position& position) {
        MoveList moves;
        generate_captures<Shape>(position, moves);
        if (moves.empty()) generate<Shape>(position, moves);
        return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
    }

    void back_up(const FixedList<Step, kMaxDepth>& path, std::uint32_t leaf, double value) {
        if (leaf != kNoNode) add_visit(tree_.node(leaf), value);
        for (std::size_t i = path.size(); i > 0; --i) {
            value = -value;
            add_visit(tree_.node(path[i - 1].node), value);
            Edge& edge = tree_.edge(path[i - 1].edge);
            ++edge.visits;
            edge.sum += value;
        }
    }

    static void add_visit(Node& node, double value) {
        ++node.visits;
        node.sum += value;
    }

    Report report(Microseconds elapsed) {
        Report report{.visits = root().visits, .elapsed = elapsed, .candidates = {}};
        Edge* edges = tree_.edges_of(root());
        for (int i = 0; i < root().edges; ++i) report.candidates.push_back(candidate(edges[i]));
        std::stable_sort(report.candidates.begin(), report.candidates.end(),
                         [](const Candidate& a, const Candidate& b) {
                             return a.visits != b.visits ? a.visits > b.visits : a.value > b.value;
                         });
        return report;
    }

    Candidate candidate(const Edge& edge) {
        Candidate c{.move = edge.move, .visits = edge.visits, .line = {}};
        if (edge.visits > 0) c.value = edge.sum / edge.visits;
        const Edge* next = &edge;
        while (next && next->visits > 0) {
            const std::uint32_t child = likeliest_child(*next);
            if (child == kNoNode) break;
            c.line.push_back(Event(next->move, tree_.node(child).revealed));
            next = most_visited(tree_.node(child));
        }
        if (c.line.empty() && !edge.move.is_flip()) c.line.push_back(Event(edge.move));
        return c;
    }

    std::uint32_t likeliest_child(const Edge& edge) {
        std::uint32_t best = edge.child;
        for (std::uint32_t i = best; i != kNoNode; i = tree_.node(i).sibling) {
            if (tree_.node(i).visits > tree_.node(best).visits) best = i;
        }
        return best;
    }

    // nullptr where nothing was tried yet.
    const Edge* most_visited(const Node& node) {
        if (node.edges == 0) return nullptr;
        const Edge* edges = tree_.edges_of(node);
        return std::max_element(edges, edges + node.edges,
                                [](const Edge& a, const Edge& b) { return a.visits < b.visits; });
    }

    const SearchParams& params_;
    const Game& game_;
    const Limits& limits_;
    Tree& tree_;
    Random random_;
    History history_;
    Evaluator<Shape> evaluator_;
};

class Mcts final : public Searcher {
  public:
    Mcts(const MctsSettings& settings, const Clock& clock)
        : settings_(settings), clock_(clock), tree_(settings.max_nodes) {}

    Report search(const Game& game, const Limits& limits, const StopFlag& stop,
                  ReportSink* sink) override {
        if (game.moves_on_board().empty()) return {};
        Stopper stopper(limits, clock_, stop);
        return with_rules(game.rules(), [&](auto shape) {
            return Search<decltype(shape)>(settings_, game, limits, tree_).run(stopper, sink);
        });
    }

    void forget() override { tree_.clear(); }

  private:
    MctsSettings settings_;
    const Clock& clock_;
    Tree tree_;
};

}  // namespace

std::unique_ptr<Searcher> make_mcts(const MctsSettings& settings, const Clock& clock) {
    return std::make_unique<Mcts>(settings, clock);
}

}  // namespace anqi
