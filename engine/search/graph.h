// Where the nodes and edges of a search live: one fixed amount of memory, a table from keys to
// nodes, and recycling of the least visited when it is full.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

#include "engine/search/node.h"
#include "engine/util/memory_block.h"

namespace anqi {

class Graph {
    static constexpr int kEdgesPerUnit = 4;  // blocks of edges come in multiples of this
    static constexpr int kSizes = kMaxMoves / kEdgesPerUnit + 1;

  public:
    // Whether somebody is waiting.
    using Interruption = std::function<bool()>;

    // What one thread has taken in advance, so that it seldom needs the common store.
    struct Purse {
        std::vector<NodeIndex> nodes;
        EdgeIndex next = 0, end = 0;                        // edges that nobody has used yet
        std::array<std::vector<EdgeIndex>, kSizes> blocks;  // of edges, by size in units
    };

    // Takes at most `bytes` of memory, touched only as it is used. At least room for 1,000 nodes.
    explicit Graph(std::size_t bytes);

    // Forgets everything. No thread may be searching.
    void clear();

    Node& node(NodeIndex i) { return nodes_[i]; }
    const Node& node(NodeIndex i) const { return nodes_[i]; }
    Edge* edges(const Node& n) { return &edges_[n.first_edge]; }
    const Edge* edges(const Node& n) const { return &edges_[n.first_edge]; }

    // The decision node with this key, or kNothing. Any thread.
    NodeIndex find(std::uint64_t key) const;
    // Makes a node known under its key. Any thread.
    void publish(NodeIndex i);

    // A fresh node without edges, its bounds wide open, or kNothing when memory is used up. Any
    // thread.
    NodeIndex take_node(Purse& purse);
    // Gives `node` a block for `n` edges; false when memory is used up. Any thread.
    bool take_edges(Purse& purse, Node& node, int n);

    // Returns what a thread has not used.
    void empty(Purse& purse);

    // Whether recycle() is due: one of the takes above failed, or nearly did.
    bool nearly_full() const;
    // Keeps what hangs together with `root`, and of that the most visited part, at most half of the
    // room; the rest becomes free. Edges keep the visits and values of children they lose. No other
    // thread may be searching, and every purse must have been emptied. Takes half a second where
    // there are millions of nodes, so it asks `due` every millisecond or so and leaves off with
    // false if that says yes: then finish_table() is to be called before the next search.
    bool recycle(NodeIndex root, const Interruption& due);
    // Cheap where there is nothing to finish.
    void finish_table();

  private:
    static void put_aside_rest(Purse& purse);
    static bool take_block(Purse& purse, Node& node, int units);
    bool reserve_fresh(Purse& purse, int units);
    bool fetch_free_blocks(Purse& purse, int units);
    void merge_free_blocks();
    template <class Work>
    static bool in_steps(std::size_t n, const Interruption& due, const Work& work);
    bool mark(NodeIndex root, const Interruption& due);
    bool keep_most_visited(NodeIndex root, const Interruption& due);
    bool cut_dead_children(const Interruption& due);
    bool publish_alive(const Interruption& due);
    bool sweep(const Interruption& due);
    std::size_t slot(std::uint64_t key) const { return key >> table_shift_; }

    std::size_t node_room_;
    std::size_t edge_room_;
    int table_shift_;
    MemoryBlock<Node> nodes_;
    MemoryBlock<Edge> edges_;
    MemoryBlock<std::atomic<NodeIndex>> table_;  // heads of the hash chains, stored plus one

    // What every visit reads is kept away from what threads write in turns: a cache line that
    // another core has written to costs as much as a hundred instructions.
    alignas(64) std::atomic<bool> exhausted_{false};

    alignas(64) std::atomic<std::size_t> edges_used_{0};
    std::mutex store_;  // guards what follows; taken once per purse
    std::size_t nodes_used_ = 0;
    std::vector<NodeIndex> free_nodes_;
    std::array<std::vector<EdgeIndex>, kSizes> free_blocks_;  // by size in units

    std::vector<bool> alive_;    // what recycling found, by node
    std::size_t published_ = 0;  // so many of those have gone through publish_alive()
};

}  // namespace anqi
