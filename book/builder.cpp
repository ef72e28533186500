#include "book/builder.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "book/key.h"
#include "engine/core/apply.h"
#include "engine/core/history.h"
#include "engine/util/exponential.h"

namespace anqi {
namespace {

// Of one search against results of games: a result lies about 0.8 off, a search about 0.02, and
// errors weigh by their squares.
constexpr double kGamesOfASearch = 1600;
// An action that is this much worse than the best is taken e times as rarely: what opponents of
// about the own strength do.
constexpr double kTemperature = 0.03;
// Actions looked at in one go, so that several cores have something to do; more would look at what
// the first ones make unlikely.
constexpr std::size_t kStepsAtOnce = 8;
// Of a search's actions those with this share of the most visited one's visits have a value that
// means something.
constexpr double kLeastShare = 0.1;
// Actions a page keeps that have nothing but a search's word.
constexpr std::size_t kSearchedKept = 4;

// As much of a count as the file has room for.
template <class T>
T limited(std::uint64_t number) {
    return static_cast<T>(std::min<std::uint64_t>(number, std::numeric_limits<T>::max()));
}

// How often an action is taken that is `gap` worse than the best, which is taken once.
double share_taken(double gap) {
    return static_cast<double>(exponential(static_cast<float>(-std::max(gap, 0.0) / kTemperature)));
}

bool over(const RuleSet& rules, const Position& position) {
    return verdict(rules, position, History(position)).over();
}

}  // namespace

BookBuilder::BookBuilder(const RuleSet& rules, const BookOrigin& origin, Valuer valuer,
                         Tallies tallies)
    : rules_(rules), origin_(origin), valuer_(std::move(valuer)), tallies_(std::move(tallies)) {}

bool BookBuilder::run() {
    if (nodes_.empty()) {
        std::vector<Position> fresh;
        (void)find_or_add(Position::start(), 0, fresh);
        const auto valued = valuer_(fresh);
        if (valued.size() < fresh.size()) {
            forget_from(0, {});
            return false;
        }
        fill(nodes_.front(), valued.front());
    }
    for (int ply = 0; ply < static_cast<int>(origin_.full_plies); ++ply) {
        if (!grow(full_breadth(ply))) return false;
    }
    while (nodes_.size() < origin_.wanted) {
        const auto steps = promising();
        if (steps.empty()) return true;
        if (!grow(steps)) return false;
    }
    return true;
}

std::vector<BookBuilder::Step> BookBuilder::full_breadth(int ply) const {
    std::vector<Step> steps;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (nodes_[n].ply != ply) continue;
        for (std::size_t e = 0; e < nodes_[n].edges.size(); ++e) {
            if (!nodes_[n].edges[e].expanded) steps.push_back({n, e, 0});
        }
    }
    return steps;
}

// The actions through which most games go that nothing but a search has valued.
std::vector<BookBuilder::Step> BookBuilder::promising() {
    back_up();
    spread();
    std::vector<Step> steps;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        for (std::size_t e = 0; e < nodes_[n].edges.size(); ++e) {
            const Edge& edge = nodes_[n].edges[e];
            if (edge.expanded || !counts(nodes_[n], edge)) continue;
            const double gap = nodes_[n].value - edge.value;
            steps.push_back({n, e, nodes_[n].reach * share_taken(gap)});
        }
    }
    const std::size_t n = std::min(kStepsAtOnce, steps.size());
    std::partial_sort(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(n), steps.end(),
                      [](const Step& a, const Step& b) {
                          return a.weight != b.weight
                                     ? a.weight > b.weight
                                     : std::pair(a.node, a.edge) < std::pair(b.node, b.edge);
                      });
    steps.resize(n);
    return steps;
}

// All or nothing: what the valuer gives up on leaves no trace.
bool BookBuilder::grow(const std::vector<Step>& steps) {
    const std::size_t size = nodes_.size();
    std::vector<Position> fresh;
    for (const Step& step : steps) expand(step, fresh);
    if (fresh.empty()) return true;
    const auto valued = valuer_(fresh);
    if (valued.size() < fresh.size()) {
        forget_from(size, steps);
        return false;
    }
    for (std::size_t i = 0; i < fresh.size(); ++i) fill(nodes_[size + i], valued[i]);
    return true;
}

void BookBuilder::expand(const Step& step, std::vector<Position>& fresh) {
    const Position before = nodes_[step.node].image;
    const int ply = nodes_[step.node].ply + 1;
    const Move move = nodes_[step.node].edges[step.edge].move;
    std::vector<Child> children;
    const auto reach = [&](Event event, double weight) {
        Position after = before;
        apply(rules_, after, event);
        const std::size_t node = find_or_add(after, ply, fresh);
        const auto known = std::find_if(children.begin(), children.end(),
                                        [&](const Child& child) { return child.node == node; });
        if (known == children.end()) {
            children.push_back({weight, node});
        } else {
            known->weight += weight;
        }
    };
    if (move.is_flip()) {
        const double all = before.pool().size();
        before.pool().for_each(
            [&](Piece piece, int count) { reach(Event(move, piece), count / all); });
    } else {
        reach(Event(move), 1);
    }
    Edge& edge = nodes_[step.node].edges[step.edge];
    edge.expanded = true;
    edge.children = std::move(children);
}

std::size_t BookBuilder::find_or_add(const Position& position, int ply,
                                     std::vector<Position>& fresh) {
    const std::uint64_t key = canonical_key(position).key;
    const auto found = by_key_.find(key);
    if (found != by_key_.end()) return nodes_[found->second].ply >= ply ? found->second : kOutside;
    const Position image = canonical_image(position);
    if (over(rules_, image)) return kOutside;
    by_key_.emplace(key, nodes_.size());
    nodes_.push_back({.image = image, .ply = ply});
    fresh.push_back(image);
    return nodes_.size() - 1;
}

// One edge for all actions that symmetry makes the same.
void BookBuilder::fill(Node& node, const Valuation& valuation) {
    node.searched = valuation.value;
    const auto tally = tallies_.find(canonical_key(node.image).key);
    if (tally != tallies_.end()) node.tally = tally->second;
    for (const Move move : distinct_moves(rules_, node.image)) {
        Edge edge{.move = move};
        for (const ValuedAction& action : valuation.actions) {
            if (action.move == move) edge.searched = action.value, edge.visits = action.visits;
        }
        node.edges.push_back(std::move(edge));
    }
}

void BookBuilder::forget_from(std::size_t size, const std::vector<Step>& steps) {
    for (const Step& step : steps) {
        Edge& edge = nodes_[step.node].edges[step.edge];
        edge.expanded = false;
        edge.children.clear();
    }
    nodes_.resize(size);
    std::erase_if(by_key_, [&](const auto& entry) { return entry.second >= size; });
}

// Children before parents.
std::vector<std::size_t> BookBuilder::from_the_end() const {
    std::vector<std::size_t> order(nodes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return nodes_[a].ply > nodes_[b].ply; });
    return order;
}

void BookBuilder::back_up() {
    for (const std::size_t n : from_the_end()) {
        for (Edge& edge : nodes_[n].edges) sum_up(edge);
        judge(nodes_[n]);
    }
}

void BookBuilder::sum_up(Edge& edge) const {
    edge.value = edge.searched;
    edge.all_visits = edge.visits;
    edge.games = edge.depth = 0;
    if (!edge.expanded) return;
    double sum = 0;
    for (const Child& child : edge.children) {
        if (child.node == kOutside) {
            sum += child.weight * edge.searched;
            continue;
        }
        const Node& node = nodes_[child.node];
        sum -= child.weight * node.value;
        edge.all_visits += node.all_visits;
        edge.games += node.games;
        edge.depth = std::max(edge.depth, node.depth + 1);
    }
    edge.value = sum;
}

// A search's best action is the most visited one, and what it says of an action with few visits
// is not compared with anything.
bool BookBuilder::counts(const Node& node, const Edge& edge) const {
    if (edge.expanded) return true;
    std::uint32_t most = 0;
    for (const Edge& e : node.edges) most = std::max(most, e.visits);
    return edge.visits > 0 && edge.visits >= kLeastShare * most;
}

void BookBuilder::judge(Node& node) const {
    const double games = node.tally.games;
    const double own =
        (kGamesOfASearch * node.searched + node.tally.score) / (kGamesOfASearch + games);
    node.games = node.tally.games;
    node.all_visits = 0;
    node.depth = 0;
    double best = -2;
    bool grown = false;
    for (const Edge& edge : node.edges) {
        node.games += edge.games;
        node.all_visits += edge.all_visits;
        node.depth = std::max(node.depth, edge.depth);
        grown = grown || edge.expanded;
        if (counts(node, edge)) best = std::max(best, edge.value);
    }
    node.value = grown ? best : own;
}

// How likely games are to come here, if both sides prefer what is better.
void BookBuilder::spread() {
    for (Node& node : nodes_) node.reach = 0;
    nodes_.front().reach = 1;
    const auto order = from_the_end();
    for (auto n = order.rbegin(); n != order.rend(); ++n) {
        const Node& node = nodes_[*n];
        double all = 0;
        const auto weight = [&](const Edge& edge) {
            return counts(node, edge) ? share_taken(node.value - edge.value) : 0;
        };
        for (const Edge& edge : node.edges) all += weight(edge);
        if (all <= 0) continue;
        for (const Edge& edge : node.edges) {
            for (const Child& child : edge.children) {
                if (child.node == kOutside) continue;
                nodes_[child.node].reach += node.reach * child.weight * weight(edge) / all;
            }
        }
    }
}

BookPage BookBuilder::page_of(const Node& node) const {
    std::vector<const Edge*> edges;
    for (const Edge& edge : node.edges) {
        if (counts(node, edge)) edges.push_back(&edge);
    }
    const bool grown =
        std::any_of(edges.begin(), edges.end(), [](const Edge* edge) { return edge->expanded; });
    std::stable_sort(edges.begin(), edges.end(), [&](const Edge* a, const Edge* b) {
        return grown ? a->value > b->value : a->visits > b->visits;
    });
    BookPage page;
    std::size_t searched = 0;
    for (const Edge* edge : edges) {
        if (!edge->expanded && ++searched > kSearchedKept) continue;
        page.push_back({edge->move, edge->value, limited<std::uint32_t>(edge->all_visits),
                        limited<std::uint16_t>(static_cast<std::uint64_t>(edge->games)),
                        limited<std::uint16_t>(static_cast<std::uint64_t>(edge->depth))});
    }
    return page;
}

BookContent BookBuilder::content() {
    back_up();
    BookContent content{rules_, origin_, {}};
    for (const auto& [key, n] : by_key_) content.pages[key] = page_of(nodes_[n]);
    return content;
}

}  // namespace anqi
