// Retrograde analysis of a class without face-down pieces: works backwards from decided positions
// in the order of their distance. A node is won as soon as one action leads to a lost one, and lost
// once all lead to won ones; what is left is drawn. (Thompson, "Retrograde analysis of certain
// endgames", ICCA Journal 1986.)
#pragma once

#include <functional>
#include <vector>

#include "engine/tables/passage.h"
#include "engine/tables/solved_class.h"

namespace anqi {

// What the distances count: plies up to the next capture under a quiet limit, see Judgement, or up
// to the end of the game without draw rules.
struct Measure {
    bool to_end = false;
    int limit = kNoLimit;
    LimitPly limit_ply = LimitPly::win;
};

// The judgement of a node of a class that captures lead to, its quiet count 0.
using Judge = std::function<Judgement(const EndgameClass&, NodeNumber)>;

struct Analysis {
    std::vector<PackedJudgement> judgements;  // by node
    bool blockades = false;                   // whether some node is lost for want of an action
};

// Needs some 4 bytes a node and the queues. Requires fewer than 2^32 nodes.
Analysis analyse(const EndgameClass& cls, const Passages& passages, const Measure& measure,
                 const Judge& judge);

// What the node's judgement must be by those of the nodes that its actions lead to. Where
// `judgements` is what analyse() returned, it is judgements[node].
Judgement judgement_by_successors(const EndgameClass& cls, const Passages& passages,
                                  NodeNumber node, const Measure& measure, const Judge& judge,
                                  const std::function<Judgement(NodeNumber)>& within);

}  // namespace anqi
