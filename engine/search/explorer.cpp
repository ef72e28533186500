#include "engine/search/explorer.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "engine/core/apply.h"
#include "engine/search/backup.h"
#include "engine/search/quiescence.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

// An edge that nothing has walked yet.
void open(Edge& edge, std::uint16_t weight, std::uint16_t label) {
    edge.visits = 0;
    edge.value = 0;
    edge.child = kNothing;
    edge.weight = weight;
    edge.label = label;
}

// The score of a node's edges: their value, or what stands for it, and what exploring adds.
struct Puct {
    Puct(const SearchParams& params, const Node& node)
        : scale(static_cast<float>(params.exploration) *
                std::sqrt(static_cast<float>(node.visits) + 1)),
          first_play(static_cast<float>(params.first_play)),
          value(node.value) {}

    // `visited_prior` is the sum of the priors of the edges that were visited.
    float unvisited(float prior, float visited_prior) const {
        return value - first_play * std::sqrt(visited_prior) + scale * prior;
    }
    float visited(const Edge& edge, std::uint32_t visits, float prior) const {
        const float score = edge.value;
        return edge.solved() ? score : score + scale * prior / static_cast<float>(1 + visits);
    }

    float scale;
    float first_play;
    float value;
};

}  // namespace

std::uint64_t node_key(const Position& position) {
    return position.key() ^ (static_cast<std::uint64_t>(position.quiet()) * 0xD1342543DE82EF95ULL);
}

template <class Shape>
Explorer<Shape>::Explorer(const ExplorerSettings& settings, const Game& game, Graph& graph)
    : settings_(settings),
      game_(game),
      graph_(graph),
      evaluator_(game.rules(), settings.params.eval, settings.network),
      history_(game.history()),
      root_plies_(game.history().plies()) {}

template <class Shape>
Explorer<Shape>::~Explorer() {
    try {
        graph_.empty(purse_);
    } catch (const std::bad_alloc&) {
        // What the purse held is lost until the graph is cleared.
    }
}

template <class Shape>
NodeIndex Explorer<Shape>::make_root() {
    const Position& position = game_.position();
    NodeIndex i = graph_.find(node_key(position));
    // A final node stays what it is for others; a host that plays on gets a node of its own.
    if (i == kNothing || graph_.node(i).kind == NodeKind::final) {
        i = graph_.take_node(purse_);
        if (i == kNothing) return i;
        Node& node = graph_.node(i);
        node.key = node_key(position);
        node.kind = NodeKind::decision;
        node.own = evaluator_.value(position);
        node.value = node.own;
    }
    Node& node = graph_.node(i);
    return node.expanded() || expand(node, position) ? i : kNothing;
}

template <class Shape>
Outcome Explorer<Shape>::outcome_after(Move move) {
    Position after = game_.position();
    play(Event(move), after);
    const Outcome outcome = verdict<Shape>(game_.rules(), after, history_);
    history_.pop();
    return outcome;
}

template <class Shape>
void Explorer<Shape>::visit(const Root& root, int forced) {
    Path path;
    Position position = game_.position();
    const Leaf leaf = walk(root, forced, root.node, path, position);
    rewind(root_plies_);
    back_up(path, 0, leaf);
}

template <class Shape>
void Explorer<Shape>::visit_below(const Root& root) {
    Path path;
    Position position = game_.position();
    const NodeIndex end = descend(root, path, position);
    const std::size_t stem = path.size();
    const int plies = history_.plies();
    for (std::uint32_t i = 0; i < kVisitsBelow; ++i) {
        Position below = position;
        const Leaf leaf = walk(root, -1, end, path, below);
        rewind(plies);
        back_up(path, stem, leaf);
        path.shrink(stem);
    }
    rewind(root_plies_);
    back_up(path, 0, stem, kVisitsBelow, visited(graph_.node(end)));
}

template <class Shape>
void Explorer<Shape>::rewind(int plies) {
    while (history_.plies() > plies) history_.pop();
}

template <class Shape>
bool Explorer<Shape>::busy(NodeIndex i) const {
    if (i == kNothing) return false;
    const Node& node = graph_.node(i);
    return node.visits >= kBusy && node.expanded() && !node.solved();
}

// From a node to the one behind its best action; none if that is not busy.
template <class Shape>
typename Explorer<Shape>::Steps Explorer<Shape>::busy_steps(NodeIndex at, const Root* root) {
    Steps steps;
    Edge* edge = select(graph_.node(at), root);
    steps.push({at, edge});
    if (edge->move().is_flip() && busy(edge->child)) {
        const NodeIndex chance = edge->child;
        edge = select_outcome(graph_.node(chance));
        steps.push({chance, edge});
    }
    if (!busy(edge->child)) steps.clear();
    return steps;
}

// Goes down as long as the next node is busy, and enters the visits to come in the edges.
template <class Shape>
NodeIndex Explorer<Shape>::descend(const Root& root, Path& path, Position& position) {
    NodeIndex at = root.node;
    while (path.size() + 4 <= Path::capacity()) {
        const Steps steps = busy_steps(at, path.empty() ? &root : nullptr);
        if (steps.empty()) break;
        Position next = position;
        const Move move = steps[0].edge->move();
        play(move.is_flip() ? Event(move, steps[1].edge->piece()) : Event(move), next);
        if (drawn_by_repetition(next)) {
            history_.pop();
            break;
        }
        position = next;
        for (const Step& step : steps) {
            step.edge->visits.add(kVisitsBelow, settings_.shared);
            path.push(step);
        }
        at = path[path.size() - 1].edge->child;
    }
    return at;
}

template <class Shape>
typename Explorer<Shape>::Leaf Explorer<Shape>::walk(const Root& root, int forced, NodeIndex at,
                                                     Path& path, Position& position) {
    while (path.size() + 2 <= Path::capacity()) {
        Node& node = graph_.node(at);
        const bool is_root = path.empty();
        if (!is_root && (node.kind == NodeKind::final || node.solved())) break;
        if (!node.expanded() && !expand(node, position)) break;
        Edge* edge = is_root && forced >= 0 ? graph_.edges(node) + forced
                                            : select(node, is_root ? &root : nullptr);
        edge->visits.add(1, settings_.shared);
        path.push({at, edge});
        Event event(edge->move());
        if (event.move().is_flip()) {
            const NodeIndex chance = chance_node(*edge, node, position);
            if (chance == kNothing) return {kNothing, node.own};
            Edge* outcome = select_outcome(graph_.node(chance));
            outcome->visits.add(1, settings_.shared);
            path.push({chance, outcome});
            event = Event(event.move(), outcome->piece());
            edge = outcome;
        }
        play(event, position);
        if (drawn_by_repetition(position)) return {kNothing, 0};
        bool fresh = false;
        at = child_node(*edge, position, fresh);
        if (at == kNothing) return {kNothing, -estimate(position)};
        if (fresh) break;
    }
    return {at, 0};
}

// PUCT over the edges, which stand in the order of their priors: of those not yet visited only the
// first can be the best.
template <class Shape>
Edge* Explorer<Shape>::select(const Node& node, const Root* root) {
    if (root && !root->priors.empty()) return select_by(node, *root);
    const Puct puct(settings_.params, node);
    Edge* edges = graph_.edges(node);
    Edge* best = nullptr;
    float best_score = -1e9F, visited_prior = 0;
    for (int i = 0; i < node.edges; ++i) {
        if (root && !root->allowed[static_cast<std::size_t>(i)]) continue;
        Edge& edge = edges[i];
        const std::uint32_t visits = edge.visits;
        float score = 0;
        if (visits == 0) {
            score = puct.unvisited(edge.prior(), visited_prior);
        } else {
            score = puct.visited(edge, visits, edge.prior());
            visited_prior += edge.prior();
        }
        if (score > best_score) {
            best_score = score;
            best = &edge;
        }
        if (visits == 0) break;
    }
    return best;
}

// The same by the root's own priors, which are in no order.
template <class Shape>
Edge* Explorer<Shape>::select_by(const Node& node, const Root& root) {
    const Puct puct(settings_.params, node);
    Edge* edges = graph_.edges(node);
    float visited_prior = 0;
    for (std::size_t i = 0; i < node.edges; ++i) {
        if (root.allowed[i] && edges[i].visits > 0) visited_prior += root.priors[i];
    }
    Edge* best = nullptr;
    float best_score = -1e9F;
    for (std::size_t i = 0; i < node.edges; ++i) {
        if (!root.allowed[i]) continue;
        const std::uint32_t visits = edges[i].visits;
        const float score = visits == 0 ? puct.unvisited(root.priors[i], visited_prior)
                                        : puct.visited(edges[i], visits, root.priors[i]);
        if (score <= best_score) continue;
        best_score = score;
        best = &edges[i];
    }
    return best;
}

// The outcome that is furthest behind its share of the visits. Over many visits this draws from the
// pool as chance does, without chance's variance, and so needs no random numbers.
template <class Shape>
Edge* Explorer<Shape>::select_outcome(const Node& chance) {
    Edge* edges = graph_.edges(chance);
    const auto total = static_cast<std::int64_t>(chance.visits) + 1;
    Edge* best = edges;
    std::int64_t best_lag = INT64_MIN;
    for (int i = 0; i < chance.edges; ++i) {
        const std::int64_t lag =
            total * edges[i].weight - std::int64_t{edges[i].visits} * chance.pieces;
        if (lag > best_lag) {
            best_lag = lag;
            best = &edges[i];
        }
    }
    return best;
}

// Gives a leaf its edges. False when another thread is at it or memory is used up.
template <class Shape>
bool Explorer<Shape>::expand(Node& node, const Position& position) {
    NodeState leaf = NodeState::leaf;
    if (!node.state.compare_exchange_strong(leaf, NodeState::expanding)) return false;
    PriorList rated;
    rate_moves<Shape>(settings_.params, evaluator_, position, settings_.seed ^ position.key(),
                      rated);
    if (settings_.priors) {
        settings_.priors->adjust(position, rated);
        order(rated);
    }
    if (!graph_.take_edges(purse_, node, static_cast<int>(rated.size()))) {
        node.state = NodeState::leaf;
        return false;
    }
    Edge* edge = graph_.edges(node);
    for (const PriorMove& m : rated) {
        open(*edge++, static_cast<std::uint16_t>(m.prior * Edge::kPriorUnit), m.move.raw());
    }
    node.edges = static_cast<std::uint8_t>(rated.size());
    node.state.store(NodeState::expanded, std::memory_order_release);
    return true;
}

template <class Shape>
NodeIndex Explorer<Shape>::chance_node(Edge& flip, const Node& parent, const Position& position) {
    if (flip.child != kNothing) return flip.child;
    const NodeIndex i = graph_.take_node(purse_);
    if (i == kNothing) return i;
    Node& node = graph_.node(i);
    if (!graph_.take_edges(purse_, node, position.pool().distinct())) {
        purse_.nodes.push_back(i);
        return kNothing;
    }
    Edge* edge = graph_.edges(node);
    position.pool().for_each([&](Piece piece, int count) {
        open(*edge++, static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(piece));
    });
    node.edges = static_cast<std::uint8_t>(edge - graph_.edges(node));
    node.pieces = static_cast<std::uint16_t>(position.pool().size());
    node.own = parent.own;
    node.value = parent.own;
    node.kind = NodeKind::chance;
    node.state = NodeState::expanded;
    flip.child = i;
    return i;
}

// The node behind an edge: linked already, known under its key, or new. `fresh` says that the walk
// ends here because the edge has just been linked.
template <class Shape>
NodeIndex Explorer<Shape>::child_node(Edge& edge, const Position& position, bool& fresh) {
    NodeIndex child = edge.child;
    if (child != kNothing) return child;
    fresh = true;
    const std::uint64_t key = node_key(position);
    child = graph_.find(key);
    if (child == kNothing) child = make_node(position, key);
    if (child != kNothing) edge.child = child;
    return child;
}

// What a leaf is worth for the side to move; a misjudged position is misjudged alike wherever it is
// met.
template <class Shape>
float Explorer<Shape>::estimate(const Position& position) {
    const float value = quiesce<Shape>(evaluator_, position, -1, 1, settings_.params.quiescence);
    if (settings_.misjudgement <= 0) return value;
    Random random(settings_.seed ^ position.key());
    const double judged = value + settings_.misjudgement * random.bell();
    return static_cast<float>(std::clamp(judged, -1.0, 1.0));
}

template <class Shape>
NodeIndex Explorer<Shape>::make_node(const Position& position, std::uint64_t key) {
    const NodeIndex i = graph_.take_node(purse_);
    if (i == kNothing) return i;
    Node& node = graph_.node(i);
    node.key = key;
    if (const auto known = end_at(position)) {
        node.kind = NodeKind::final;
        node.own = known->value;
        node.distance = known->distance;
        node.lower = node.own;
        node.upper = node.own;
    } else {
        node.kind = NodeKind::decision;
        node.own = estimate(position);
    }
    node.value = node.own;
    graph_.publish(i);
    return i;
}

// Repetition belongs to the path and is tested there: a node that paths share knows the rest.
template <class Shape>
std::optional<typename Explorer<Shape>::End> Explorer<Shape>::end_at(
    const Position& position) const {
    const Outcome outcome = verdict<Shape>(game_.rules(), position);
    if (outcome.over()) return End{static_cast<float>(score_for(outcome, position.side())), 0};
    return known_end(position);
}

// What tables say is as certain as the end of the game, but further away.
template <class Shape>
std::optional<typename Explorer<Shape>::End> Explorer<Shape>::known_end(
    const Position& position) const {
    if (settings_.tables) {
        const auto known = settings_.tables->value(game_.rules(), position);
        const auto plies = known ? kBeyondTables + known->plies : 0;
        if (known) return End{static_cast<float>(known->value), static_cast<std::uint16_t>(plies)};
    }
    const auto exact = settings_.exact ? settings_.exact->value(position) : std::nullopt;
    return exact ? std::optional(End{*exact, kFarAway}) : std::nullopt;
}

// By the rule itself; and a position that comes back within the search is as good as drawn, since
// whoever allowed it once can do so again.
template <class Shape>
bool Explorer<Shape>::drawn_by_repetition(const Position& position) const {
    if (position.quiet() == 0) return false;
    return history_.returned_since(root_plies_) || history_.repeated(game_.rules());
}

template <class Shape>
void Explorer<Shape>::play(Event event, Position& position) {
    apply<Shape>(position, event);
    history_.push(event.move(), position);
}

template <class Shape>
void Explorer<Shape>::back_up(const Path& path, std::size_t first, const Leaf& leaf) {
    Visited child{leaf.value, -1, 1, false};
    if (leaf.node != kNothing) {
        graph_.node(leaf.node).visits.add(1, settings_.shared);
        child = visited(graph_.node(leaf.node));
    }
    back_up(path, first, path.size(), 1, child);
}

// Takes `visits` visits of what stands behind step `end` - 1 back to step `first`.
template <class Shape>
void Explorer<Shape>::back_up(const Path& path, std::size_t first, std::size_t end,
                              std::uint32_t visits, Visited child) {
    for (std::size_t i = end; i > first; --i) {
        Node& node = graph_.node(path[i - 1].node);
        Edge& edge = *path[i - 1].edge;
        node.visits.add(visits, settings_.shared);
        if (node.kind == NodeKind::chance) {
            back_up_chance(graph_, node, edge, child);
        } else {
            back_up_decision(graph_, node, edge, child, static_cast<float>(settings_.params.trust));
        }
        child = visited(node);
    }
}

template class Explorer<StandardShape>;
template class Explorer<ExchangeShape>;
template class Explorer<XiangqiShape>;

}  // namespace anqi
