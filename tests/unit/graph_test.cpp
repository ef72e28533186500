// The graph's memory: what recycling keeps, and that it can be interrupted anywhere.
#include "engine/search/graph.h"

#include <doctest/doctest.h>
#include <set>
#include <vector>

#include "engine/util/random.h"

namespace anqi {
namespace {

// A node that has `n` edges, known under its key.
NodeIndex add_node(Graph& graph, Graph::Purse& purse, std::uint64_t key, int n) {
    const NodeIndex i = graph.take_node(purse);
    if (i == kNothing) return i;
    Node& node = graph.node(i);
    if (!graph.take_edges(purse, node, n)) {
        purse.nodes.push_back(i);
        return kNothing;
    }
    for (int e = 0; e < n; ++e) graph.edges(node)[e].child = kNothing;
    node.key = key;
    node.kind = NodeKind::decision;
    node.edges = static_cast<std::uint8_t>(n);
    node.state = NodeState::expanded;
    graph.publish(i);
    return i;
}

std::uint64_t key_of(std::uint64_t number) { return split_mix(number); }

// A tree in which node i hangs on node (i - 1) / 8, as large as memory allows; the closer to the
// root, the more visits. Returns its nodes, the root first.
std::vector<NodeIndex> fill(Graph& graph, std::uint64_t first_number) {
    Graph::Purse purse;
    std::vector<NodeIndex> tree;
    for (std::uint64_t n = 0;; ++n) {
        const NodeIndex i = add_node(graph, purse, key_of(first_number + n), 8);
        if (i == kNothing) break;
        graph.node(i).visits = static_cast<std::uint32_t>(1'000'000 / (n + 1));
        if (n > 0) {
            graph.edges(graph.node(tree[(n - 1) / 8]))[(n - 1) % 8].child = i;
        }
        tree.push_back(i);
    }
    graph.empty(purse);
    return tree;
}

constexpr std::size_t kBytes = 4 << 20;
const Graph::Interruption kNever = [] { return false; };

std::size_t known(const Graph& graph, std::uint64_t first, std::size_t n) {
    std::size_t count = 0;
    for (std::uint64_t i = 0; i < n; ++i) count += graph.find(key_of(first + i)) != kNothing;
    return count;
}

TEST_CASE("room that narrow nodes leave behind serves wide ones") {
    Graph graph(kBytes);
    const auto tree = fill(graph, 0);
    REQUIRE(graph.recycle(tree.front(), kNever));
    Graph::Purse purse;
    std::set<EdgeIndex> firsts;
    int wide = 0;
    for (std::uint64_t n = 0;; ++n) {
        const NodeIndex i = add_node(graph, purse, key_of(1'000'000'000 + n), 40);
        if (i == kNothing) break;
        ++wide;
        CHECK(graph.node(i).edge_room == 40);
        CHECK(firsts.insert(graph.node(i).first_edge).second);
    }
    // Half of the room was freed; a wide node takes as much as five narrow ones.
    CHECK(wide > static_cast<int>(tree.size()) / 2 / 5 / 2);
}

TEST_CASE("recycling keeps the most visited part, makes room, and cuts links to the rest") {
    Graph graph(kBytes);
    const auto tree = fill(graph, 0);
    REQUIRE(tree.size() > 10'000);
    CHECK(graph.nearly_full());
    CHECK(graph.recycle(tree.front(), kNever));
    CHECK_FALSE(graph.nearly_full());
    const std::size_t kept = known(graph, 0, tree.size());
    CHECK(kept <= tree.size() / 2 + tree.size() / 8);
    CHECK(kept >= tree.size() / 4);
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const bool alive = graph.find(key_of(i)) != kNothing;
        CHECK(alive == (i < kept));
        if (i == 0 || (i - 1) / 8 >= kept) continue;
        const auto& edge = graph.edges(graph.node(tree[(i - 1) / 8]))[(i - 1) % 8];
        CHECK((edge.child == tree[i]) == alive);
    }
    // What was freed can be taken again, all of it.
    CHECK(fill(graph, 1'000'000).size() + kept >= tree.size());
}

TEST_CASE("what does not hang together with the root is freed, however often it was visited") {
    Graph graph(kBytes);
    Graph::Purse purse;
    const NodeIndex lone = add_node(graph, purse, key_of(77), 3);
    graph.node(lone).visits = 4'000'000;
    graph.empty(purse);
    const auto tree = fill(graph, 1000);
    CHECK(graph.recycle(tree.front(), kNever));
    CHECK(graph.find(key_of(77)) == kNothing);
    CHECK(graph.find(key_of(1000)) == tree.front());
}

TEST_CASE("recycling interrupted anywhere loses nothing that matters and can be done again") {
    int calls = 0;
    bool done = false;
    for (int patience = 0; !done; ++patience) {
        CAPTURE(patience);
        Graph graph(kBytes);
        const auto tree = fill(graph, 0);
        calls = 0;
        done = graph.recycle(tree.front(), [&] { return calls++ >= patience; });
        graph.finish_table();
        // The root and the children that matter are still known, whatever happened.
        for (std::uint64_t i = 0; i < 100; ++i) CHECK(graph.find(key_of(i)) == tree[i]);
        CHECK(graph.recycle(tree.front(), kNever));
        CHECK_FALSE(graph.nearly_full());
        const std::size_t kept = known(graph, 0, tree.size());
        CHECK(fill(graph, 1'000'000).size() + kept >= tree.size());
    }
    CHECK(calls > 10);
}

}  // namespace
}  // namespace anqi
