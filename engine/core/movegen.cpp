#include "engine/core/movegen.h"

#include <bit>

#include "engine/core/geometry.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

// What one side sees: where it may go and whom it may take. Computed once per generation.
struct View {
    const Position& position;
    Colour side;
    Squares empty;
    Squares enemies;
};

View view_of(const Position& position, Colour side) {
    return {position, side, position.empty(), position.of(opponent(side))};
}

// Enemy pieces that a piece of this kind takes by stepping next to them.
template <Kind kind>
Squares victims_by_rank(const View& view) {
    const Colour enemy = opponent(view.side);
    Squares victims = 0;
    for (int i = 0; i < kKinds; ++i) {
        const auto victim = static_cast<Kind>(i);
        if (takes_by_rank(kind, victim)) victims |= view.position.of(enemy, victim);
    }
    return victims;
}

// What a single piece may capture. For kinds that step, `victims` is victims_by_rank<kind>().
template <class Shape, Kind kind>
Squares victims(const View& view) {
    return Shape::kXiangqiMoves ? view.enemies : victims_by_rank<kind>(view);
}

Squares leap_targets(const geometry::Leaps& leaps, Square from, Squares blockers) {
    Squares reached = 0;
    for (const auto& leap : leaps[static_cast<std::size_t>(from)]) {
        if (!(leap.over & blockers)) reached |= leap.to;
    }
    return reached;
}

// Where an unhindered horse leaps to, and so may have come from.
Squares horse_neighbours(Square s) { return leap_targets(geometry::kHorseLeaps, s, 0); }

// Squares reached under xiangqi moves, before asking what stands there. Face-down pieces are passed
// over as if their squares were empty. Cannons capture otherwise and are handled apart.
template <Kind kind>
Squares xiangqi_reach(const View& view, Square from) {
    const auto s = static_cast<std::size_t>(from);
    const Squares blockers = view.position.face_up();
    switch (kind) {
        case Kind::advisor:
            return geometry::kDiagonals[s];
        case Kind::elephant:
            return leap_targets(geometry::kElephantLeaps, from, blockers);
        case Kind::chariot:
            return geometry::slide(from, blockers);
        case Kind::horse:
            return leap_targets(geometry::kHorseLeaps, from, blockers);
        default:
            return geometry::kSteps[s];
    }
}

template <class Shape>
Squares cannon_quiets(const View& view, Square from) {
    const Squares reach = Shape::kXiangqiMoves ? geometry::slide(from, view.position.face_up())
                                               : geometry::kSteps[static_cast<std::size_t>(from)];
    return reach & view.empty;
}

// Only face-up pieces are screens under xiangqi moves; everywhere else every piece is.
template <class Shape>
Squares cannon_captures(const View& view, Square from) {
    const Squares screens =
        Shape::kXiangqiMoves ? view.position.face_up() : view.position.occupied();
    return geometry::jump(from, screens) & view.enemies;
}

template <class Shape, Kind kind>
Squares reach(const View& view, Square from) {
    if constexpr (Shape::kXiangqiMoves) return xiangqi_reach<kind>(view, from);
    return geometry::kSteps[static_cast<std::size_t>(from)];
}

// Calls visit(from, reached squares) for each piece of one kind; `quiets` and `captures` say which
// of the two are wanted.
template <class Shape, Kind kind, bool quiets, bool captures, class Visit>
void visit_kind(const View& view, Visit&& visit) {
    const Squares pieces = view.position.of(view.side, kind);
    if (!pieces) return;
    if constexpr (kind == Kind::cannon) {
        for (Square from : bits(pieces)) {
            visit(from, (quiets ? cannon_quiets<Shape>(view, from) : 0) |
                            (captures ? cannon_captures<Shape>(view, from) : 0));
        }
    } else {
        const Squares wanted =
            (quiets ? view.empty : 0) | (captures ? victims<Shape, kind>(view) : 0);
        for (Square from : bits(pieces)) visit(from, reach<Shape, kind>(view, from) & wanted);
    }
}

template <class Shape, bool quiets, bool captures, class Visit>
void visit_moves(const View& view, Visit&& visit) {
    visit_kind<Shape, Kind::general, quiets, captures>(view, visit);
    visit_kind<Shape, Kind::advisor, quiets, captures>(view, visit);
    visit_kind<Shape, Kind::elephant, quiets, captures>(view, visit);
    visit_kind<Shape, Kind::chariot, quiets, captures>(view, visit);
    visit_kind<Shape, Kind::horse, quiets, captures>(view, visit);
    visit_kind<Shape, Kind::cannon, quiets, captures>(view, visit);
    visit_kind<Shape, Kind::soldier, quiets, captures>(view, visit);
}

auto push_to(MoveList& moves) {
    return [&moves](Square from, Squares reached) {
        for (Square to : bits(reached)) moves.push(Move(from, to));
    };
}

// Pairs (from, to) one step apart with `from` in the first set and `to` in the second.
int count_steps(Squares from, Squares to) {
    const auto pack = [](Squares a, Squares b) { return std::uint64_t{a} << 32 | b; };
    return std::popcount(pack(geometry::north(from) & to, geometry::south(from) & to)) +
           std::popcount(pack(geometry::east(from) & to, geometry::west(from) & to));
}

template <Kind kind>
int count_captures_by_rank(const View& view) {
    return count_steps(view.position.of(view.side, kind), victims_by_rank<kind>(view));
}

template <class Shape>
int count_by_rank(const View& view) {
    int n =
        count_steps(view.position.of(view.side), view.empty) +
        count_captures_by_rank<Kind::general>(view) + count_captures_by_rank<Kind::advisor>(view) +
        count_captures_by_rank<Kind::elephant>(view) + count_captures_by_rank<Kind::chariot>(view) +
        count_captures_by_rank<Kind::horse>(view) + count_captures_by_rank<Kind::soldier>(view);
    for (Square from : bits(view.position.of(view.side, Kind::cannon))) {
        n += std::popcount(cannon_captures<Shape>(view, from));
    }
    return n;
}

template <class Shape>
int count_one_by_one(const View& view) {
    int n = 0;
    visit_moves<Shape, true, true>(view,
                                   [&n](Square, Squares reached) { n += std::popcount(reached); });
    return n;
}

template <class Shape, Kind kind>
Squares targets_of_kind(const View& view, Square from) {
    Squares reached = 0;
    if constexpr (kind == Kind::cannon) {
        reached = cannon_quiets<Shape>(view, from) | cannon_captures<Shape>(view, from);
    } else {
        reached = reach<Shape, kind>(view, from) & (view.empty | victims<Shape, kind>(view));
    }
    return reached;
}

}  // namespace

template <class Shape>
Squares targets(const Position& position, Square from) {
    const Piece piece = position.at(from);
    if (piece == Piece::none) return 0;
    const View view = view_of(position, colour_of(piece));
    switch (kind_of(piece)) {
        case Kind::general:
            return targets_of_kind<Shape, Kind::general>(view, from);
        case Kind::advisor:
            return targets_of_kind<Shape, Kind::advisor>(view, from);
        case Kind::elephant:
            return targets_of_kind<Shape, Kind::elephant>(view, from);
        case Kind::chariot:
            return targets_of_kind<Shape, Kind::chariot>(view, from);
        case Kind::horse:
            return targets_of_kind<Shape, Kind::horse>(view, from);
        case Kind::cannon:
            return targets_of_kind<Shape, Kind::cannon>(view, from);
        case Kind::soldier:
            break;
    }
    return targets_of_kind<Shape, Kind::soldier>(view, from);
}

template <class Shape>
Squares quiet_origins(const Position& position, Square to) {
    const Piece piece = position.at(to);
    if (piece == Piece::none) return 0;
    const Squares empty = position.empty();
    if (!Shape::kXiangqiMoves || kind_of(piece) != Kind::horse) {
        return targets<Shape>(position, to) & empty;  // a step back is a step like any other
    }
    // The horse's leg may be free one way and blocked the other.
    Squares origins = 0;
    for (const Square from : bits(horse_neighbours(to) & empty)) {
        if (leap_targets(geometry::kHorseLeaps, from, position.face_up()) & bit(to)) {
            origins |= bit(from);
        }
    }
    return origins;
}

template <class Shape>
void generate(const Position& position, MoveList& moves) {
    moves.clear();
    if (position.side() != Colour::none) {
        visit_moves<Shape, true, true>(view_of(position, position.side()), push_to(moves));
    }
    for (Square s : bits(position.face_down())) moves.push(Move::flip(s));
}

template <class Shape>
void generate_captures(const Position& position, MoveList& moves) {
    moves.clear();
    if (position.side() == Colour::none) return;
    visit_moves<Shape, false, true>(view_of(position, position.side()), push_to(moves));
}

template <class Shape>
int count_moves(const Position& position, Colour side) {
    if (side == Colour::none) return 0;
    const View view = view_of(position, side);
    if constexpr (Shape::kXiangqiMoves) return count_one_by_one<Shape>(view);
    return count_by_rank<Shape>(view);
}

template <class Shape>
bool has_action(const Position& position) {
    if (position.face_down()) return true;
    if (position.side() == Colour::none) return false;
    // The common case at a glance: some piece that steps has an empty square beside it.
    if (geometry::steps(position.of(position.side())) & position.empty() && !Shape::kXiangqiMoves) {
        return true;
    }
    return count_moves<Shape>(position, position.side()) > 0;
}

template <class Shape>
bool is_legal(const Position& position, Move move) {
    if (move.is_flip()) return (position.face_down() & bit(move.from())) != 0;
    const Squares own = position.of(position.side());
    return (own & bit(move.from())) != 0 &&
           (targets<Shape>(position, move.from()) & bit(move.to())) != 0;
}

template Squares targets<StandardShape>(const Position&, Square);
template Squares targets<ExchangeShape>(const Position&, Square);
template Squares targets<XiangqiShape>(const Position&, Square);
template Squares quiet_origins<StandardShape>(const Position&, Square);
template Squares quiet_origins<ExchangeShape>(const Position&, Square);
template Squares quiet_origins<XiangqiShape>(const Position&, Square);
template void generate<StandardShape>(const Position&, MoveList&);
template void generate<ExchangeShape>(const Position&, MoveList&);
template void generate<XiangqiShape>(const Position&, MoveList&);
template void generate_captures<StandardShape>(const Position&, MoveList&);
template void generate_captures<ExchangeShape>(const Position&, MoveList&);
template void generate_captures<XiangqiShape>(const Position&, MoveList&);
template int count_moves<StandardShape>(const Position&, Colour);
template int count_moves<ExchangeShape>(const Position&, Colour);
template int count_moves<XiangqiShape>(const Position&, Colour);
template bool has_action<StandardShape>(const Position&);
template bool has_action<ExchangeShape>(const Position&);
template bool has_action<XiangqiShape>(const Position&);
template bool is_legal<StandardShape>(const Position&, Move);
template bool is_legal<ExchangeShape>(const Position&, Move);
template bool is_legal<XiangqiShape>(const Position&, Move);

}  // namespace anqi
