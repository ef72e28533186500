// How values and proven bounds rise from children to parents. A node's value is recomputed from its
// edges each time, so nodes that several parents share never count anything twice.
#pragma once

#include "engine/search/graph.h"

namespace anqi {

// What a finished visit of `child` means to its parent.
struct Visited {
    float value;  // for the side that moves at the parent
    float lower;
    float upper;
    bool solved;
};

// `parent` decides or flips: at a decision the opponent moves next unless the child is a chance
// node, which already speaks for its parent's side; after a flip's outcome the opponent moves.
Visited visited(const Node& child);

// Takes the visit of the child behind `edge` into the edge, then into the value and the bounds of
// `node`. Any thread.
// `trust`: after so many visits the most visited edge counts as much as the mean of all.
void back_up_decision(Graph& graph, Node& node, Edge& edge, const Visited& child, float trust);
void back_up_chance(Graph& graph, Node& node, Edge& edge, const Visited& child);

}  // namespace anqi
