// One thread's walk through the graph: from the root along the most promising edges to a new node,
// whose value is then backed up.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/game.h"
#include "engine/eval/evaluator.h"
#include "engine/search/backup.h"
#include "engine/search/exact_leaves.h"
#include "engine/search/graph.h"
#include "engine/search/params.h"
#include "engine/search/prior_source.h"
#include "engine/search/priors.h"
#include "engine/tables/tables.h"
#include "engine/util/list.h"

namespace anqi {

// The root of one search and which of its edges may be answered.
struct Root {
    NodeIndex node = kNothing;
    std::bitset<kMaxMoves> allowed;  // by place in the node's edges
    std::vector<float> priors;       // in the place of the edges' own; empty = those
};

struct ExplorerSettings {
    SearchParams params;
    std::uint64_t seed = 1;
    bool shared = false;                  // other threads walk the same graph
    ExactLeaves* exact = nullptr;         // asked on small boards, if there is one
    const Tables* tables = nullptr;       // asked where men are few enough, if there are any
    SharedNetwork network = nullptr;      // evaluates where it serves the rules
    const PriorSource* priors = nullptr;  // knows some positions better, if there is one
    double misjudgement = 0;              // see MctsSettings
};

// The key of a node: the quiet count belongs to it, so that a line of quiet moves never comes back
// to the same node, the graph has no cycle, and the quiet limit is exact.
std::uint64_t node_key(const Position& position);

template <class Shape>
class Explorer {
  public:
    // Game and graph must outlive the explorer.
    Explorer(const ExplorerSettings& settings, const Game& game, Graph& graph);
    ~Explorer();

    // Finds or makes the root node for the game's position, with its edges; all are allowed.
    // Returns kNothing when memory does not suffice.
    NodeIndex make_root();
    // How the game stands after a move that is no flip, its past included.
    Outcome outcome_after(Move move);

    // Gives back nodes taken in advance, as recycling demands.
    void return_unused() { graph_.empty(purse_); }

    // One visit, of the root's edge `forced` if that is not negative.
    void visit(const Root& root, int forced = -1);
    // Several visits below one busy node, taken back to the root at once. What a thread writes near
    // the root costs every other thread a cache miss at its next visit; one that comes by seldom
    // disturbs seldom. See TUNING.md.
    void visit_below(const Root& root);

  private:
    struct Step {
        NodeIndex node;
        Edge* edge;
    };
    using Path = FixedList<Step, 512>;
    using Steps = FixedList<Step, 2>;
    // So many visits at once, below a node that has had so many.
    static constexpr std::uint32_t kVisitsBelow = 32, kBusy = 512;

    // How a walk ended: in a node, or without one at a known value for the side that moved last.
    struct Leaf {
        NodeIndex node = kNothing;
        float value = 0;
    };

    // The end of the game, or a value that needs no search.
    struct End {
        float value;  // for the side to move
        std::uint16_t distance;
    };

    void rewind(int plies);
    bool busy(NodeIndex i) const;
    Steps busy_steps(NodeIndex at, const Root* root);
    NodeIndex descend(const Root& root, Path& path, Position& position);
    Leaf walk(const Root& root, int forced, NodeIndex at, Path& path, Position& position);
    Edge* select(const Node& node, const Root* root);
    Edge* select_by(const Node& node, const Root& root);
    Edge* select_outcome(const Node& chance);
    bool expand(Node& node, const Position& position);
    NodeIndex chance_node(Edge& flip, const Node& parent, const Position& position);
    NodeIndex child_node(Edge& edge, const Position& position, bool& fresh);
    float estimate(const Position& position);
    NodeIndex make_node(const Position& position, std::uint64_t key);
    std::optional<End> end_at(const Position& position) const;
    std::optional<End> known_end(const Position& position) const;
    bool drawn_by_repetition(const Position& position) const;
    void play(Event event, Position& position);
    void back_up(const Path& path, std::size_t first, const Leaf& leaf);
    void back_up(const Path& path, std::size_t first, std::size_t end, std::uint32_t visits,
                 Visited child);

    ExplorerSettings settings_;
    const Game& game_;
    Graph& graph_;
    Graph::Purse purse_;
    Evaluator<Shape> evaluator_;
    History history_;
    int root_plies_;
};

}  // namespace anqi
