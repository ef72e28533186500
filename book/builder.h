// Makes a book: a graph of positions that grows from the start, first in full breadth, then where
// games are likely to go.
//
// A position's value is that of its best action. A flip is worth the mean over what may appear,
// weighted by the pool; a position that is not in the graph is worth what a search says. The graph
// has no cycle: an action leads to positions that are further from the start, or is left to the
// search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "book/book_file.h"
#include "engine/core/position.h"

namespace anqi {

// What a search says about one action, for the side that plays it.
struct ValuedAction {
    Move move;
    double value;
    std::uint32_t visits;
};

// What a search says about a position.
struct Valuation {
    double value = 0;                   // for the side to move
    std::vector<ValuedAction> actions;  // best first
};

// Results of self-play from a position on, for its side to move: wins less losses.
struct Tally {
    int games = 0;
    int score = 0;
};
using Tallies = std::unordered_map<std::uint64_t, Tally>;  // by canonical key

// Values positions, each by itself and by nothing but the position, in their order. A shorter
// answer ends the building.
using Valuer = std::function<std::vector<Valuation>(const std::vector<Position>&)>;

class BookBuilder {
  public:
    BookBuilder(const RuleSet& rules, const BookOrigin& origin, Valuer valuer, Tallies tallies);

    // False when the valuer gave up; a second call would go on.
    bool run();
    std::size_t positions() const { return nodes_.size(); }
    BookContent content();

  private:
    struct Child {
        double weight;     // share of the pool; 1 without a flip
        std::size_t node;  // kOutside when it is left to the search
    };
    struct Edge {
        Move move;
        double searched = 0;  // the search's value
        std::uint32_t visits = 0;
        bool expanded = false;
        std::vector<Child> children = {};
        // Found by back_up():
        double value = 0;
        std::uint64_t all_visits = 0;  // along all lines from here, a position once for each
        int games = 0;                 // the same
        int depth = 0;
    };
    struct Node {
        Position image;
        int ply;
        double searched = 0;
        Tally tally = {};
        std::vector<Edge> edges = {};
        // Found by back_up() and spread():
        double value = 0;
        double reach = 0;
        std::uint64_t all_visits = 0;
        int games = 0;
        int depth = 0;
    };
    // An action that is to be looked at.
    struct Step {
        std::size_t node;
        std::size_t edge;
        double weight;
    };

    static constexpr std::size_t kOutside = static_cast<std::size_t>(-1);

    bool grow(const std::vector<Step>& steps);
    void expand(const Step& step, std::vector<Position>& fresh);
    std::size_t find_or_add(const Position& position, int ply, std::vector<Position>& fresh);
    void fill(Node& node, const Valuation& valuation);
    void forget_from(std::size_t size, const std::vector<Step>& steps);
    std::vector<Step> full_breadth(int ply) const;
    std::vector<Step> promising();
    void back_up();
    void sum_up(Edge& edge) const;
    void judge(Node& node) const;
    void spread();
    bool counts(const Node& node, const Edge& edge) const;
    BookPage page_of(const Node& node) const;
    std::vector<std::size_t> from_the_end() const;

    RuleSet rules_;
    BookOrigin origin_;
    Valuer valuer_;
    Tallies tallies_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::size_t> by_key_;
};

}  // namespace anqi
