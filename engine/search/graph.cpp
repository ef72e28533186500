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
// What a thread takes in advance: nodes, and edges or blocks of them.
constexpr std::size_t kPurse = 64;
constexpr std::size_t kFreshEdges = 512;
constexpr std::size_t kBlocksAtOnce = 16;

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
    node.tried = 0;
    node.kind = NodeKind::free;
    node.state = NodeState::leaf;
}

// How many nodes and edges have how many visits: by the logarithm in steps of a quarter, exact
// enough to divide them.
class VisitCounts {
  public:
    VisitCounts(std::size_t most_nodes, std::size_t most_edges)
        : most_nodes_(most_nodes), most_edges_(most_edges) {}

    void add(std::uint32_t visits, std::size_t edges) {
        nodes_[step_of(visits)] += 1;
        edges_[step_of(visits)] += edges;
    }
    // The least number of visits such that all with so many, and more, are not too many.
    std::uint32_t least() const {
        std::size_t nodes = 0, edges = 0, step = kSteps;
        while (step > 0 && nodes + nodes_[step - 1] <= most_nodes_ &&
               edges + edges_[step - 1] <= most_edges_) {
            --step;
            nodes += nodes_[step];
            edges += edges_[step];
        }
        std::uint32_t least = 0;
        while (step_of(least) < step) {
            const auto width = std::bit_width(least);
            least += width >= 3 ? 1U << (width - 3) : 1;
        }
        return least;
    }

  private:
    static constexpr std::size_t kSteps = 4 * 33;

    static std::size_t step_of(std::uint32_t visits) {
        const auto width = static_cast<std::uint32_t>(std::bit_width(visits));
        const std::uint32_t quarter = width >= 3 ? visits >> (width - 3) & 3 : 0;
        return static_cast<std::size_t>(4 * width + quarter);
    }

    std::size_t most_nodes_, most_edges_;
    std::array<std::size_t, kSteps> nodes_{}, edges_{};
};

}  // namespace

Graph::Graph(std::size_t bytes)
    : node_room_(nodes_for(bytes)),
      edge_room_(node_room_ * kEdgesPerNode / kEdgesPerUnit * kEdgesPerUnit),
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
    exhausted_ = false;
    alive_.clear();
    published_ = 0;
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
    put_aside_rest(purse);
    const std::lock_guard lock(store_);
    free_nodes_.insert(free_nodes_.end(), purse.nodes.begin(), purse.nodes.end());
    purse.nodes.clear();
    for (std::size_t size = 0; size < purse.blocks.size(); ++size) {
        auto& blocks = purse.blocks[size];
        free_blocks_[size].insert(free_blocks_[size].end(), blocks.begin(), blocks.end());
        blocks.clear();
    }
}

bool Graph::take_edges(Purse& purse, Node& node, int n) {
    const int units = (n + kEdgesPerUnit - 1) / kEdgesPerUnit;
    if (take_block(purse, node, units)) return true;
    if (reserve_fresh(purse, units) && take_block(purse, node, units)) return true;
    if (fetch_free_blocks(purse, units) && take_block(purse, node, units)) return true;
    exhausted_ = true;
    return false;
}

// From what the purse holds: a block of that size, or a part of what nobody has used yet.
bool Graph::take_block(Purse& purse, Node& node, int units) {
    const auto room = static_cast<EdgeIndex>(units * kEdgesPerUnit);
    auto& blocks = purse.blocks[static_cast<std::size_t>(units)];
    if (!blocks.empty()) {
        node.first_edge = blocks.back();
        blocks.pop_back();
    } else if (purse.end - purse.next >= room) {
        node.first_edge = purse.next;
        purse.next += room;
    } else {
        return false;
    }
    node.edge_room = static_cast<std::uint8_t>(room);
    return true;
}

// The rest of a range becomes blocks.
void Graph::put_aside_rest(Purse& purse) {
    while (purse.next < purse.end) {
        const auto units = std::min<std::size_t>((purse.end - purse.next) / kEdgesPerUnit,
                                                 purse.blocks.size() - 1);
        purse.blocks[units].push_back(purse.next);
        purse.next += static_cast<EdgeIndex>(units * kEdgesPerUnit);
    }
}

bool Graph::reserve_fresh(Purse& purse, int units) {
    if (edges_used_.load(std::memory_order_relaxed) >= edge_room_) return false;
    const std::size_t room = std::max(kFreshEdges, static_cast<std::size_t>(units * kEdgesPerUnit));
    const std::size_t first = edges_used_.fetch_add(room, std::memory_order_relaxed);
    if (first >= edge_room_) return false;
    put_aside_rest(purse);
    purse.next = static_cast<EdgeIndex>(first);
    purse.end = static_cast<EdgeIndex>(std::min(first + room, edge_room_));
    return true;
}

// Some blocks of that size; or one of the least larger size, to be cut up. False if there is none.
bool Graph::fetch_free_blocks(Purse& purse, int units) {
    const std::lock_guard lock(store_);
    auto& from = free_blocks_[static_cast<std::size_t>(units)];
    auto& to = purse.blocks[static_cast<std::size_t>(units)];
    const std::size_t n = std::min(kBlocksAtOnce, from.size());
    to.insert(to.end(), from.end() - static_cast<std::ptrdiff_t>(n), from.end());
    from.resize(from.size() - n);
    if (n > 0) return true;
    for (int size = units + 1; size < kSizes; ++size) {
        auto& larger = free_blocks_[static_cast<std::size_t>(size)];
        if (larger.empty()) continue;
        put_aside_rest(purse);
        purse.next = larger.back();
        purse.end = purse.next + static_cast<EdgeIndex>(size * kEdgesPerUnit);
        larger.pop_back();
        return true;
    }
    return false;
}

bool Graph::nearly_full() const { return exhausted_.load(std::memory_order_relaxed); }

// What is interrupted before the sweep has freed nothing, and lost nothing but the links to nodes
// that are to go, which can still be found by their keys.
bool Graph::recycle(NodeIndex root, const Interruption& due) {
    finish_table();
    alive_.assign(nodes_used_, false);
    published_ = alive_.size();
    if (!mark(root, due) || !keep_most_visited(root, due) || !cut_dead_children(due)) return false;
    table_.reset();
    published_ = 0;
    if (!publish_alive(due)) return false;
    exhausted_ = false;
    return sweep(due);
}

void Graph::finish_table() {
    (void)publish_alive([] { return false; });
}

// Does `work` for 0 to n - 1, and asks now and then whether to leave off; false if so.
template <class Work>
bool Graph::in_steps(std::size_t n, const Interruption& due, const Work& work) {
    // A node costs about 0.1 microseconds where memory is slow, so this is well below a
    // millisecond.
    constexpr std::size_t step = 2048;
    for (std::size_t i = 0; i < n; ++i) {
        if (i % step == 0 && due()) return false;
        work(static_cast<NodeIndex>(i));
    }
    return true;
}

// Everything that hangs together with the root is alive.
bool Graph::mark(NodeIndex root, const Interruption& due) {
    std::vector<NodeIndex> open = {root};
    alive_[root] = true;
    const auto look_at = [&](const Node& n) {
        if (!n.expanded()) return;
        for (int i = 0; i < n.edges; ++i) {
            const NodeIndex child = edges(n)[i].child;
            if (child == kNothing || alive_[child]) continue;
            alive_[child] = true;
            open.push_back(child);
        }
    };
    while (!open.empty()) {
        // As many as there are now; each brings others.
        const bool done = in_steps(open.size(), due, [&](NodeIndex) {
            const Node& n = nodes_[open.back()];
            open.pop_back();
            look_at(n);
        });
        if (!done) return false;
    }
    return true;
}

// Of what is alive, the less visited part dies, so that at most half of the room for nodes, and for
// edges, stays taken.
bool Graph::keep_most_visited(NodeIndex root, const Interruption& due) {
    VisitCounts counts(node_room_ / 2, edge_room_ / 2);
    const bool counted = in_steps(alive_.size(), due, [&](NodeIndex i) {
        if (alive_[i]) counts.add(nodes_[i].visits, nodes_[i].edge_room);
    });
    if (!counted) return false;
    const std::uint32_t least = counts.least();
    return in_steps(alive_.size(), due, [&](NodeIndex i) {
        if (alive_[i] && nodes_[i].visits < least && i != root) alive_[i] = false;
    });
}

bool Graph::cut_dead_children(const Interruption& due) {
    return in_steps(alive_.size(), due, [&](NodeIndex i) {
        if (!alive_[i] || !nodes_[i].expanded()) return;
        const Node& n = nodes_[i];
        for (int e = 0; e < n.edges; ++e) {
            Edge& edge = edges(n)[e];
            if (edge.child != kNothing && !alive_[edge.child]) edge.child = kNothing;
        }
    });
}

// Goes on where it was interrupted.
bool Graph::publish_alive(const Interruption& due) {
    const std::size_t first = published_;
    return in_steps(alive_.size() - first, due, [&](NodeIndex offset) {
        const auto i = static_cast<NodeIndex>(first + offset);
        published_ = i + 1;
        const NodeKind kind = alive_[i] ? nodes_[i].kind : NodeKind::free;
        if (kind == NodeKind::decision || kind == NodeKind::final) publish(i);
    });
}

// What it does not come to is found dead again the next time.
bool Graph::sweep(const Interruption& due) {
    const bool done = in_steps(alive_.size(), due, [&](NodeIndex i) {
        Node& n = nodes_[i];
        if (alive_[i] || n.kind == NodeKind::free) return;
        if (n.edge_room > 0) {
            free_blocks_[n.edge_room / kEdgesPerUnit].push_back(n.first_edge);
        }
        n.edge_room = 0;
        n.kind = NodeKind::free;
        free_nodes_.push_back(i);
    });
    if (done) merge_free_blocks();
    return done;
}

// Free neighbours become one block, so that wide nodes find room where there were narrow ones.
// Takes some milliseconds for 512 MiB.
void Graph::merge_free_blocks() {
    std::vector<bool> free_units(edge_room_ / kEdgesPerUnit + 1, false);
    for (std::size_t size = 1; size < free_blocks_.size(); ++size) {
        for (const EdgeIndex first : free_blocks_[size]) {
            const auto begin =
                free_units.begin() + static_cast<std::ptrdiff_t>(first / kEdgesPerUnit);
            std::fill_n(begin, size, true);
        }
        free_blocks_[size].clear();
    }
    std::size_t run = 0;
    for (std::size_t unit = 0; unit < free_units.size(); ++unit) {
        if (free_units[unit] && ++run < free_blocks_.size() - 1) continue;
        const std::size_t end = free_units[unit] ? unit + 1 : unit;
        if (run > 0) {
            free_blocks_[run].push_back(static_cast<EdgeIndex>((end - run) * kEdgesPerUnit));
        }
        run = 0;
    }
}

}  // namespace anqi
