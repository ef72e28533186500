#include "engine/core/apply.h"

#include <algorithm>
#include <cassert>

#include "engine/core/movegen.h"

namespace anqi {
namespace {

void apply_flip(Position& position, Square s, Piece revealed) {
    assert(revealed != Piece::none && position.pool().count(revealed) > 0);
    const Colour mover = position.side() == Colour::none ? colour_of(revealed) : position.side();
    position.take_face_down(s);
    position.take_from_pool(revealed);
    position.put(s, revealed);
    position.set_quiet(0);
    position.set_side(opponent(mover));
}

template <class Shape>
void apply_move(Position& position, Move move) {
    const Piece mover = position.at(move.from());
    const Piece victim = position.at(move.to());
    position.take(move.from());
    bool stays = true;
    if (victim == Piece::none) {
        position.set_quiet(std::min(position.quiet() + 1, kMaxQuiet));
    } else {
        position.take(move.to());
        position.set_quiet(0);
        stays = !Shape::kEqualsVanish || kind_of(mover) != kind_of(victim);
    }
    if (stays) position.put(move.to(), mover);
    position.set_side(opponent(position.side()));
}

}  // namespace

template <class Shape>
void apply(Position& position, Event event) {
    assert(is_legal<Shape>(position, event.move()));
    if (event.move().is_flip()) {
        apply_flip(position, event.move().from(), event.revealed());
    } else {
        apply_move<Shape>(position, event.move());
    }
    assert(position.consistent());
}

void apply(const RuleSet& rules, Position& position, Event event) {
    with_rules(rules, [&](auto shape) { apply<decltype(shape)>(position, event); });
}

template void apply<StandardShape>(Position&, Event);
template void apply<ExchangeShape>(Position&, Event);
template void apply<XiangqiShape>(Position&, Event);

}  // namespace anqi
