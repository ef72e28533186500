#include "engine/search/graph.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace anqi {
namespace {

// Planned edges per node: about half of the nodes are expanded, with 16 to 32 edges each.
constexpr std::size_t kEdgesPerNode = 10;
constexpr std::size_t kLeastNodes = 1000;
constexpr std::size_t kPurse = 64;

// Powers of two up to the room for nodes.
std::size_t table_size(std::size_t nodes) { return std::bit_floor(nodes) * 2; }

std::size_t nodes_for(std::size_t bytes) {
    // A node brings its edges, at most two table entries, two bits of marks and a share of the
    // lists.
    constexpr std::size_t each =
        sizeof(Node) + kEdgesPerNode * sizeof(Edge) + 2 * sizeof(NodeIndex) + 8;
    return std::max(kLeastNodes, bytes / each);
}

// A recycled node still holds what it was.
void wipe(Node& node) {
    node.key = 0;
    node.visits = 0;
    node.value = 0;
    node.own = 0;
    node.lower = -1;
    node.upper = 1;
    node.first_edge = 0;
    node.next = kNothing;
    node.pieces = 0;
    node.distance = 0;
    node.edges = 0;
    node.edge_room = 0;
    node.kind = NodeKind::free;
    node.state = NodeState::leaf;
}

}  // namespace

Graph::Graph(std::size_t bytes)
    : node_room_(nodes_for(bytes)),
      edge_room_(node_room_ * kEdgesPerNode),
      table_shift_(64 - std::countr_zero(table_size(node_room_))),
      nodes_(node_room_),
      edges_(edge_room_),
      table_(table_size(node_room_)) {}

void Graph::clear() {
    nodes_.reset();
    edges_.reset();
    table_.reset();
    nodes_used_ = edges_used_ = 0;
    free_nodes_.clear();
    for (auto& blocks : free_blocks_) blocks.clear();
    has_free_blocks_ = exhausted_ = false;
}

NodeIndex Graph::find(std::uint64_t key) const {
    NodeIndex i = table_[slot(key)].load(std::memory_order_acquire) - 1;
    while (i != kNothing && nodes_[i].key != key) i = nodes_[i].next;
    return i;
}

void Graph::publish(NodeIndex i) {
    auto& head = table_[slot(nodes_[i].key)];
    NodeIndex first = head.load(std::memory_order_relaxed);
    do {
        nodes_[i].next = first - 1;
    } while (!head.compare_exchange_weak(first, i + 1, std::memory_order_release,
                                         std::memory_order_relaxed));
}

NodeIndex Graph::take_node(Purse& purse) {
    if (purse.nodes.empty()) {
        const std::lock_guard lock(store_);
        while (purse.nodes.size() < kPurse && !free_nodes_.empty()) {
            purse.nodes.push_back(free_nodes_.back());
            free_nodes_.pop_back();
        }
        while (purse.nodes.size() < kPurse && nodes_used_ < node_room_) {
            purse.nodes.push_back(static_cast<NodeIndex>(nodes_used_++));
        }
    }
    if (purse.nodes.empty()) {
        exhausted_ = true;
        return kNothing;
    }
    const NodeIndex i = purse.nodes.back();
    purse.nodes.pop_back();
    wipe(nodes_[i]);
    return i;
}

void Graph::empty(Purse& purse) {
    const std::lock_guard lock(store_);
    free_nodes_.insert(free_nodes_.end(), purse.nodes.begin(), purse.nodes.end());
    purse.nodes.clear();
}

bool Graph::take_edges(Node& node, int n) {
    const int units = (n + kEdgesPerUnit - 1) / kEdgesPerUnit;
    if (has_free_blocks_.load(std::memory_order_relaxed) && take_free_block(node, units)) {
        return true;
    }
    const auto room = static_cast<std::size_t>(units * kEdgesPerUnit);
    const std::size_t first = edges_used_.fetch_add(room, std::memory_order_relaxed);
    if (first + room > edge_room_) {
        edges_used_.fetch_sub(room, std::memory_order_relaxed);
        exhausted_ = true;
        return false;
    }
    node.first_edge = static_cast<EdgeIndex>(first);
    node.edge_room = static_cast<std::uint8_t>(room);
    return true;
}

// The smallest free block that is large enough.
bool Graph::take_free_block(Node& node, int units) {
    const std::lock_guard lock(store_);
    for (int size = units; size < kSizes; ++size) {
        auto& blocks = free_blocks_[size];
        if (blocks.empty()) continue;
        node.first_edge = blocks.back();
        node.edge_room = static_cast<std::uint8_t>(size * kEdgesPerUnit);
        blocks.pop_back();
        return true;
    }
    return false;
}

bool Graph::nearly_full() const { return exhausted_.load(std::memory_order_relaxed); }

void Graph::recycle(NodeIndex root) {
    const auto alive = mark(root, survivors_threshold(root));
    cut_dead_children(alive);
    sweep(alive);
    rebuild_table();
    exhausted_ = false;
}

// The least number of visits that a node needs to stay, so that at most half of the room is taken
// by nodes, and by edges, that hang together with the root.
std::uint32_t Graph::survivors_threshold(NodeIndex root) const {
    // Counted by the logarithm of the visits in steps of a quarter: exact enough to halve.
    constexpr std::size_t steps = 4 * 33;
    const auto step_of = [](std::uint32_t visits) {
        const auto width = static_cast<std::uint32_t>(std::bit_width(visits));
        const std::uint32_t quarter = width >= 3 ? visits >> (width - 3) & 3 : 0;
        return static_cast<std::size_t>(4 * width + quarter);
    };
    std::array<std::size_t, steps> nodes{}, edges{};
    const auto reached = mark(root, 0);
    for (NodeIndex i = 0; i < reached.size(); ++i) {
        if (!reached[i]) continue;
        nodes[step_of(nodes_[i].visits)] += 1;
        edges[step_of(nodes_[i].visits)] += nodes_[i].edge_room;
    }
    std::size_t node_sum = 0, edge_sum = 0, step = steps;
    while (step > 0 && node_sum + nodes[step - 1] <= node_room_ / 2 &&
           edge_sum + edges[step - 1] <= edge_room_ / 2) {
        --step;
        node_sum += nodes[step];
        edge_sum += edges[step];
    }
    // The least count of visits in that step.
    std::uint32_t least = 0;
    while (step_of(least) < step) {
        const auto width = std::bit_width(least);
        least += width >= 3 ? 1U << (width - 3) : 1;
    }
    return least;
}

std::vector<bool> Graph::mark(NodeIndex root, std::uint32_t least_visits) const {
    std::vector<bool> alive(nodes_used_, false);
    std::vector<NodeIndex> open = {root};
    alive[root] = true;
    while (!open.empty()) {
        const Node& n = nodes_[open.back()];
        open.pop_back();
        if (!n.expanded()) continue;
        for (int i = 0; i < n.edges; ++i) {
            const NodeIndex child = edges(n)[i].child;
            if (child == kNothing || alive[child] || nodes_[child].visits < least_visits) continue;
            alive[child] = true;
            open.push_back(child);
        }
    }
    return alive;
}

void Graph::cut_dead_children(const std::vector<bool>& alive) {
    for (NodeIndex i = 0; i < alive.size(); ++i) {
        Node& n = nodes_[i];
        if (!alive[i] || !n.expanded()) continue;
        for (int e = 0; e < n.edges; ++e) {
            Edge& edge = edges(n)[e];
            if (edge.child != kNothing && !alive[edge.child]) edge.child = kNothing;
        }
    }
}

void Graph::sweep(const std::vector<bool>& alive) {
    for (NodeIndex i = 0; i < alive.size(); ++i) {
        Node& n = nodes_[i];
        if (alive[i] || n.kind == NodeKind::free) continue;
        if (n.edge_room > 0) {
            free_blocks_[n.edge_room / kEdgesPerUnit].push_back(n.first_edge);
        }
        n.edge_room = 0;
        n.kind = NodeKind::free;
        free_nodes_.push_back(i);
    }
    has_free_blocks_ = true;
}

void Graph::rebuild_table() {
    table_.reset();
    for (NodeIndex i = 0; i < nodes_used_; ++i) {
        const NodeKind kind = nodes_[i].kind;
        if (kind == NodeKind::decision || kind == NodeKind::final) publish(i);
    }
}

}  // namespace anqi
