#include "engine/search/root.h"

#include <algorithm>

#include "engine/search/backup.h"

namespace anqi {
namespace {

constexpr std::size_t kLongestLine = 64;

// One allowed action of the root with what is known of it.
struct Option {
    const Edge* edge;
    std::int64_t visits;
    float value;
    float lower;
    float upper;
    int distance;  // plies to the end behind it, when solved
};

Option option_of(const Graph& graph, const Edge& edge) {
    Option option{&edge, edge.visits, edge.value, -1, 1, 0};
    const NodeIndex child = edge.child;
    if (option.visits > 0 && child != kNothing) {
        const Visited v = visited(graph.node(child));
        option.lower = v.lower;
        option.upper = v.upper;
        option.distance = graph.node(child).distance;
    }
    if (edge.solved()) option.lower = option.upper = option.value;
    return option;
}

std::vector<Option> options_of(const Graph& graph, const Root& root) {
    std::vector<Option> options;
    const Node& node = graph.node(root.node);
    for (int i = 0; i < node.edges; ++i) {
        if (root.allowed[static_cast<std::size_t>(i)]) {
            options.push_back(option_of(graph, graph.edges(node)[i]));
        }
    }
    return options;
}

bool won(const Option& o) { return o.lower >= 1; }
bool lost(const Option& o) { return o.upper <= -1; }

// Whether `a` is the better answer. A proven win beats everything, the shorter the better; a proven
// loss is the last resort, the longer the better; visits decide the rest.
bool better(const Option& a, const Option& b) {
    if (won(a) != won(b)) return won(a);
    if (won(a)) return a.distance < b.distance;
    if (lost(a) != lost(b)) return lost(b);
    if (lost(a)) return a.distance > b.distance;
    if (a.lower >= b.upper && a.lower > b.lower) return true;
    if (b.lower >= a.upper && b.lower > a.lower) return false;
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.value > b.value;
}

const Edge* most_visited(const Graph& graph, const Node& node) {
    if (!node.expanded() || node.edges == 0) return nullptr;
    const Edge* edges = graph.edges(node);
    const Edge* best =
        std::max_element(edges, edges + node.edges,
                         [](const Edge& a, const Edge& b) { return a.visits < b.visits; });
    return best->visits > 0 ? best : nullptr;
}

std::vector<Event> line_of(const Graph& graph, const Edge* edge) {
    std::vector<Event> line;
    while (edge && line.size() < kLongestLine) {
        Event event(edge->move());
        NodeIndex child = edge->child;
        if (child != kNothing && event.move().is_flip()) {
            const Edge* outcome = most_visited(graph, graph.node(child));
            if (!outcome) break;
            event = Event(event.move(), outcome->piece());
            child = outcome->child;
        } else if (event.move().is_flip()) {
            break;
        }
        line.push_back(event);
        edge = child == kNothing ? nullptr : most_visited(graph, graph.node(child));
    }
    return line;
}

std::vector<FlipOutcome> outcomes_of(const Graph& graph, const Edge& edge) {
    std::vector<FlipOutcome> outcomes;
    const NodeIndex child = edge.child;
    if (!edge.move().is_flip() || child == kNothing) return outcomes;
    const Node& chance = graph.node(child);
    for (int i = 0; i < chance.edges; ++i) {
        const Edge& outcome = graph.edges(chance)[i];
        outcomes.push_back({.piece = outcome.piece(),
                            .count = outcome.weight,
                            .visits = outcome.visits,
                            .value = static_cast<double>(outcome.value)});
    }
    return outcomes;
}

}  // namespace

bool decided(const Graph& graph, const Root& root) {
    const auto options = options_of(graph, root);
    // An action singled out by the caller is to be valued, not merely answered.
    if (graph.node(root.node).edges <= 1 || options.empty()) return true;
    if (std::any_of(options.begin(), options.end(), won)) return true;
    return std::all_of(options.begin(), options.end(),
                       [](const Option& o) { return o.lower >= o.upper; });
}

RootState root_state(const Graph& graph, const Root& root, std::int64_t visits) {
    RootState state{.visits = visits};
    float best_value = -2, top_value = -2;
    for (const Option& o : options_of(graph, root)) {
        if (o.visits > state.best_visits) {
            state.next_visits = state.best_visits;
            state.best_visits = o.visits;
            top_value = o.value;
        } else {
            state.next_visits = std::max(state.next_visits, o.visits);
        }
        if (o.visits > 0) best_value = std::max(best_value, o.value);
    }
    // A lucky action with few visits does not make the choice unstable by a hair.
    constexpr float tolerance = 0.005F;
    state.stable = top_value >= best_value - tolerance;
    return state;
}

std::vector<Candidate> candidates(const Graph& graph, const Root& root) {
    auto options = options_of(graph, root);
    std::stable_sort(options.begin(), options.end(), better);
    std::vector<Candidate> result;
    for (const Option& o : options) {
        result.push_back({.move = o.edge->move(),
                          .visits = o.visits,
                          .value = static_cast<double>(o.value),
                          .lower = static_cast<double>(o.lower),
                          .upper = static_cast<double>(o.upper),
                          .outcomes = outcomes_of(graph, *o.edge),
                          .line = line_of(graph, o.edge)});
    }
    return result;
}

}  // namespace anqi
