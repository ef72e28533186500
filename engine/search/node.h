// The graph's building blocks. Nodes are public positions (decision nodes) or flips under way
// (chance nodes); edges are moves or what may appear. All fields that change after a node is
// published are atomics with relaxed order: several threads search one graph, and a lost update
// costs a little precision. Edge::child and Node::state order the publication of nodes and of
// edges.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/core/move.h"
#include "engine/core/types.h"

namespace anqi {

using NodeIndex = std::uint32_t;
using EdgeIndex = std::uint32_t;
inline constexpr std::uint32_t kNothing = 0xFFFFFFFF;

// An atomic that reads and writes like a plain value.
template <class T, std::memory_order load = std::memory_order_relaxed,
          std::memory_order store = std::memory_order_relaxed>
class Relaxed {
  public:
    operator T() const { return value_.load(load); }
    T operator=(T value) {
        value_.store(value, store);
        return value;
    }
    // Not one atomic step unless `shared`: a single thread need not pay for the bus.
    void add(T n, bool shared) {
        if (shared) {
            value_.fetch_add(n, std::memory_order_relaxed);
        } else {
            *this = *this + n;
        }
    }

  private:
    std::atomic<T> value_{};
};

//   bytes   0..3     4..7    8..11   12..13   14..15
//          visits    value   child   weight    label
// 16 bytes, so that four share a cache line and selection reads nothing else.
struct Edge {
    Relaxed<std::uint32_t> visits;  // begun, so that threads under way already count
    Relaxed<float> value;           // of the child, for the side that moves at the parent
    // Whoever sees the index sees the node.
    Relaxed<NodeIndex, std::memory_order_acquire, std::memory_order_release> child;
    // Decision: the prior in units of 1 / kPriorUnit. Chance: how many such pieces the pool holds.
    std::uint16_t weight;
    // Decision: bits 0..9 the move. Chance: bits 0..3 the piece. Bit 15: the child is solved.
    Relaxed<std::uint16_t> label;

    static constexpr std::uint16_t kSolved = 1U << 15;
    static constexpr float kPriorUnit = 65535;

    Move move() const { return Move(label & 31, (label >> 5) & 31); }
    Piece piece() const { return piece_at_index(label & 15); }
    float prior() const { return static_cast<float>(weight) / kPriorUnit; }
    bool solved() const { return (label & kSolved) != 0; }
};
static_assert(sizeof(Edge) == 16);

// Plies to an end that is certain, but that nobody has walked to.
inline constexpr std::uint16_t kFarAway = 60'000;
// The same where a table says how far it is to the next capture.
inline constexpr std::uint16_t kBeyondTables = 10'000;

enum class NodeKind : std::uint8_t { free, decision, chance, final };
enum class NodeState : std::uint8_t { leaf, expanding, expanded };

// One cache line. Values and bounds are for the side to move; at a chance node for the side that
// flipped.
struct alignas(64) Node {
    std::uint64_t key;              // of position and quiet count; 0 at chance nodes
    Relaxed<std::uint32_t> visits;  // completed
    Relaxed<float> value;
    float own;             // the estimate from before any child was known
    Relaxed<float> lower;  // proven bounds of the true value
    Relaxed<float> upper;
    EdgeIndex first_edge;
    NodeIndex next;                   // in the hash chain, or in the list of free nodes
    std::uint16_t pieces;             // chance: pieces face down before the flip
    Relaxed<std::uint16_t> distance;  // plies to the end when solved
    std::uint8_t edges;
    std::uint8_t edge_room;  // how many edges the block at first_edge holds
    // Decision: the edges that values have come back through are among so many first ones, nearly
    // always just these.
    Relaxed<std::uint8_t> tried;
    NodeKind kind;
    std::atomic<NodeState> state;

    bool expanded() const { return state.load(std::memory_order_acquire) == NodeState::expanded; }
    bool solved() const { return lower >= upper; }
};
static_assert(sizeof(Node) == 64);

}  // namespace anqi
