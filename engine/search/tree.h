// The search tree: nodes are public positions, edges are moves, a flip's edge branches by what
// appeared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/outcome.h"

namespace anqi {

inline constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

struct Edge {
    Move move;
    float prior = 0;
    std::uint32_t visits = 0;
    std::uint32_t child = kNoNode;  // first of the outcomes, linked by Node::sibling
    double sum = 0;                 // of values for the side that moves here
};

struct Node {
    std::uint32_t first_edge = 0;
    std::uint16_t edges = 0;
    bool expanded = false;
    Piece revealed = Piece::none;  // what the flip that led here showed
    Outcome outcome;               // set when the game is over here
    std::uint32_t sibling = kNoNode;
    std::uint32_t visits = 0;
    double sum = 0;  // of values for the side to move here
};

class Tree {
  public:
    explicit Tree(std::size_t max_nodes) : max_nodes_(max_nodes) {}

    void clear() {
        nodes_.clear();
        edges_.clear();
    }
    bool full() const { return nodes_.size() >= max_nodes_; }

    std::uint32_t add_node(Piece revealed, Outcome outcome) {
        nodes_.push_back({.revealed = revealed, .outcome = outcome});
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    void add_edge(Node& node, Move move, float prior) {
        if (node.edges == 0) node.first_edge = static_cast<std::uint32_t>(edges_.size());
        edges_.push_back({.move = move, .prior = prior});
        ++node.edges;
    }
    Node& node(std::uint32_t i) { return nodes_[i]; }
    Edge& edge(std::uint32_t i) { return edges_[i]; }
    Edge* edges_of(const Node& node) { return edges_.data() + node.first_edge; }

    // The child of `edge` where `revealed` appeared (Piece::none for a move), or kNoNode.
    std::uint32_t child(const Edge& edge, Piece revealed) const {
        std::uint32_t i = edge.child;
        while (i != kNoNode && nodes_[i].revealed != revealed) i = nodes_[i].sibling;
        return i;
    }
    void link(Edge& edge, std::uint32_t child) {
        nodes_[child].sibling = edge.child;
        edge.child = child;
    }

  private:
    std::size_t max_nodes_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
};

}  // namespace anqi
