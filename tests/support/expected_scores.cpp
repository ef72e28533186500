#include "tests/support/expected_scores.h"

#include <algorithm>
#include <cassert>

#include "engine/core/apply.h"
#include "engine/core/history.h"
#include "engine/core/movegen.h"
#include "engine/util/bits.h"
#include "tests/support/endings.h"

namespace anqi::test {
namespace {

// Side to move in the lowest bit, then five bits for the square of each man, face-down ones last.
std::uint32_t index_of(const Position& position) {
    std::uint32_t index = position.side() == Colour::black;
    int shift = 1;
    const auto add = [&](Squares squares) {
        for (const Square s : bits(squares)) {
            index |= static_cast<std::uint32_t>(s) << shift;
            shift += 5;
        }
    };
    for (int i = 0; i < kPieces; ++i) add(position.of(piece_at_index(i)));
    add(position.face_down());
    return index;
}

}  // namespace

double ExpectedScores::score(const Position& position) {
    const Table& table = table_for(position);
    const std::size_t left = rules_.quiet_limit == 0
                                 ? 0
                                 : static_cast<std::size_t>(rules_.quiet_limit - position.quiet());
    return table.by_plies.at(left)[index_of(position)];
}

const ExpectedScores::Table& ExpectedScores::table_for(const Position& position) {
    const anqi::Men men = men_on(position);
    assert(men.count() <= kMostMen);
    auto& place = tables_[{men.face_up.raw(), men.pool.raw()}];
    if (!place) {
        // The men left after captures and flips are others, and a map's places stay where they are.
        auto table = std::make_unique<Table>();
        iterate(nodes_of(position), std::size_t{2} << (5 * men.count()), *table);
        place = std::move(table);
    }
    return *place;
}

std::vector<ExpectedScores::Node> ExpectedScores::nodes_of(const Position& position) {
    std::vector<Node> nodes;
    for_each_position(men_on(position), [&](const Position& p) {
        with_rules(rules_, [&](auto shape) { nodes.push_back(node_of<decltype(shape)>(p)); });
    });
    return nodes;
}

template <class Shape>
ExpectedScores::Node ExpectedScores::node_of(const Position& position) {
    Node node;
    node.index = index_of(position);
    MoveList moves;
    generate<Shape>(position, moves);
    node.blocked = moves.size() == 0;
    const auto leave = [&node](double score) {
        node.exit = node.exits ? std::max(node.exit, score) : score;
        node.exits = true;
    };
    for (const Move move : moves) {
        Position after = position;
        if (move.is_flip()) {
            double sum = 0;
            position.pool().for_each([&](Piece piece, int count) {
                after = position;
                apply<Shape>(after, Event(move, piece));
                sum -= count * score_after(after);
            });
            leave(sum / position.pool().size());
            continue;
        }
        apply<Shape>(after, Event(move));
        after.quiet() > 0 ? node.quiets.push_back(index_of(after)) : leave(-score_after(after));
    }
    return node;
}

// After a capture or flip, for the side to move then.
double ExpectedScores::score_after(const Position& position) {
    const bool own = position.alive(position.side());
    const bool others = position.alive(opponent(position.side()));
    if (own && others) return score(position);
    return own ? 1 : others ? -1 : 0;
}

void ExpectedScores::iterate(const std::vector<Node>& nodes, std::size_t indices,
                             Table& table) const {
    Scores now(indices, 0);
    // Without plies left the game is drawn, except that a blockade on the limit ply may count.
    for (const Node& node : nodes) {
        if (node.blocked && rules_.limit_ply == LimitPly::win) now[node.index] = -1;
    }
    const auto limit = static_cast<std::size_t>(rules_.quiet_limit);
    for (bool changed = true; limit == 0 ? changed : table.by_plies.size() < limit;) {
        Scores next(indices, 0);
        for (const Node& node : nodes) {
            double best = node.exits ? node.exit : -1;
            for (const std::uint32_t quiet : node.quiets) best = std::max(best, -now[quiet]);
            next[node.index] = best;
        }
        changed = next != now;
        if (limit != 0) table.by_plies.push_back(std::move(now));
        now = std::move(next);
    }
    table.by_plies.push_back(std::move(now));
}

}  // namespace anqi::test
