// Expected scores of a class with face-down pieces. Within the class there are quiet moves only: a
// game without chance on a finite graph that ends when a player leaves the class for a known value,
// and is worth 0 when nobody ever does. What a side can force above 0 is found backwards from the
// highest value on; where neither side can, the score is 0.
#pragma once

#include <functional>
#include <vector>

#include "engine/tables/passage.h"

namespace anqi {

// Scores are kept as multiples of this; each flip rounds by at most half of it.
inline constexpr double kScoreUnit = 0x1p-40;

// The score of a node in a class that captures and flips lead to, for the side to move.
using ScoreOf = std::function<double(const EndgameClass&, NodeNumber)>;

struct Expectations {
    std::vector<double> scores;  // by node, for the side to move: win 1, draw 0, loss -1
    // Whoever is ahead needs no more plies than this to the next capture or flip.
    int longest = 0;
};

// Without a quiet limit. Needs some 24 bytes a node. Requires fewer than 2^31 nodes.
Expectations expectations(const EndgameClass& cls, const Passages& passages,
                          const ScoreOf& score_of);

// What the node's score must be by those of the nodes that its actions lead to: the best of the
// exits and of what quiet moves lead to. All scores of expectations() meet it.
double score_by_successors(const EndgameClass& cls, const Passages& passages, NodeNumber node,
                           const ScoreOf& score_of,
                           const std::function<double(NodeNumber)>& within);

}  // namespace anqi
