#include "engine/search/backup.h"

#include <algorithm>

namespace anqi {
namespace {

// How much a flip's estimate from before any outcome was seen weighs against the outcomes, all of
// them together being 1.
constexpr float kOwnShare = 0.25F;

bool trivial(const Visited& v) { return v.lower <= -1 && v.upper >= 1; }

// What is solved stays as it is: a path that repeats, or another thread's older look, says less.
void store_in_edge(Edge& edge, const Visited& child) {
    if (child.solved) {
        edge.value = child.lower;
        edge.label = static_cast<std::uint16_t>(edge.label | Edge::kSolved);
    } else if (!edge.solved()) {
        edge.value = child.value;
    }
}

// What an edge proves. Children lost to recycling leave their value behind if they were solved.
Visited proven(const Graph& graph, const Edge& edge) {
    if (edge.solved()) return {edge.value, edge.value, edge.value, true};
    const NodeIndex child = edge.child;
    if (child == kNothing || edge.visits == 0) return {0, -1, 1, false};
    return visited(graph.node(child));
}

// Mean over the visits, the node's own estimate counting as one; the more visits there are, the
// more the most visited edge alone decides, so that the value tends to that of best play.
float mean_value(const Graph& graph, const Node& node, float trust) {
    const Edge* edges = graph.edges(node);
    float sum = node.own, weight = 1, most = 0, best = node.own;
    const int tried = node.tried;
    for (int i = 0; i < tried; ++i) {
        const auto n = static_cast<float>(edges[i].visits);
        const float value = edges[i].value;
        sum += n * value;
        weight += n;
        if (n > most) {
            most = n;
            best = value;
        }
    }
    const float mean = sum / weight;
    return mean + (best - mean) * (weight / (weight + trust));
}

float best_upper(const Graph& graph, const Node& node) {
    const Edge* edges = graph.edges(node);
    float upper = -1;
    for (int i = 0; i < node.edges && upper < 1; ++i) {
        upper = std::max(upper, proven(graph, edges[i]).upper);
    }
    return upper;
}

// Far, where the child was lost to recycling and nobody knows.
std::uint16_t distance_behind(const Graph& graph, const Edge& edge) {
    const NodeIndex child = edge.child;
    return child == kNothing ? kFarAway : graph.node(child).distance;
}

// Plies to the end of a solved node: the quickest way to a win, the longest to anything else. At a
// chance node, the longest of all.
std::uint16_t solved_distance(const Graph& graph, const Node& node, bool quickest) {
    const Edge* edges = graph.edges(node);
    int best = -1;
    for (int i = 0; i < node.edges; ++i) {
        if (node.kind == NodeKind::decision &&
            !(edges[i].solved() && edges[i].value >= node.value)) {
            continue;
        }
        const int d = distance_behind(graph, edges[i]);
        if (best < 0 || (quickest ? d < best : d > best)) best = d;
    }
    // The flip itself is a ply of its own only once: chance nodes do not count.
    const int own = node.kind == NodeKind::decision ? 1 : 0;
    return static_cast<std::uint16_t>(std::min(best + own, 65535));
}

void settle(const Graph& graph, Node& node) {
    node.value = static_cast<float>(node.lower);
    node.distance = solved_distance(graph, node, node.value > 0 && node.kind != NodeKind::chance);
}

// Another thread may overwrite it by less; the next look through the edge mends that.
void note_tried(const Graph& graph, Node& node, const Edge& edge) {
    const auto number = &edge - graph.edges(node);
    if (number >= node.tried) node.tried = static_cast<std::uint8_t>(number + 1);
}

}  // namespace

Visited visited(const Node& child) {
    const bool same_side = child.kind == NodeKind::chance;
    if (same_side) return {child.value, child.lower, child.upper, child.solved()};
    return {-child.value, -child.upper, -child.lower, child.solved()};
}

void back_up_decision(Graph& graph, Node& node, Edge& edge, const Visited& child, float trust) {
    store_in_edge(edge, child);
    note_tried(graph, node, edge);
    if (!trivial(child)) {
        if (child.lower > node.lower) node.lower = child.lower;
        if (child.upper < 1) node.upper = std::min<float>(node.upper, best_upper(graph, node));
        if (node.solved()) return settle(graph, node);
    }
    node.value = std::clamp<float>(mean_value(graph, node, trust), node.lower, node.upper);
}

void back_up_chance(Graph& graph, Node& node, Edge& edge, const Visited& child) {
    store_in_edge(edge, child);
    const Edge* edges = graph.edges(node);
    float seen = 0, sum = 0, lower = 0, upper = 0;
    for (int i = 0; i < node.edges; ++i) {
        const auto weight = static_cast<float>(edges[i].weight);
        const bool known = edges[i].visits > 0;
        if (known) {
            seen += weight;
            sum += weight * edges[i].value;
        }
        if (trivial(child)) continue;
        const Visited outcome = proven(graph, edges[i]);
        lower += weight * outcome.lower;
        upper += weight * outcome.upper;
    }
    const auto all = static_cast<float>(node.pieces);
    if (!trivial(child)) {
        node.lower = lower / all;
        node.upper = upper / all;
        if (node.solved()) return settle(graph, node);
    }
    const float estimate = (kOwnShare * all * node.own + sum) / (kOwnShare * all + seen);
    node.value = std::clamp<float>((sum + (all - seen) * estimate) / all, node.lower, node.upper);
}

}  // namespace anqi
