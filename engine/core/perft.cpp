#include "engine/core/perft.h"

#include <bit>

#include "engine/core/apply.h"
#include "engine/core/movegen.h"

namespace anqi {
namespace {

bool extinct(const Position& position) {
    return !position.alive(Colour::red) || !position.alive(Colour::black);
}

// The last ply is counted, not played.
template <class Shape>
std::uint64_t count_leaves(const Position& position) {
    const int flips = std::popcount(position.face_down()) * position.pool().distinct();
    return static_cast<std::uint64_t>(flips + count_moves<Shape>(position, position.side()));
}

template <class Shape>
std::uint64_t descend(const Position& position, int depth);

template <class Shape>
std::uint64_t after(const Position& position, Event event, int depth) {
    Position next = position;
    apply<Shape>(next, event);
    return descend<Shape>(next, depth);
}

template <class Shape>
std::uint64_t descend(const Position& position, int depth) {
    if (depth == 0) return 1;
    if (extinct(position)) return 0;
    if (depth == 1) return count_leaves<Shape>(position);
    MoveList moves;
    generate<Shape>(position, moves);
    std::uint64_t leaves = 0;
    for (Move move : moves) {
        if (!move.is_flip()) {
            leaves += after<Shape>(position, Event(move), depth - 1);
            continue;
        }
        for (int i = 0; i < kPieces; ++i) {
            const Piece revealed = piece_at_index(i);
            if (position.pool().count(revealed) == 0) continue;
            leaves += after<Shape>(position, Event(move, revealed), depth - 1);
        }
    }
    return leaves;
}

}  // namespace

std::uint64_t perft(const RuleSet& rules, const Position& position, int depth) {
    return with_rules(rules, [&](auto shape) { return descend<decltype(shape)>(position, depth); });
}

}  // namespace anqi
