#include "engine/eval/attacks.h"

#include "engine/core/movegen.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

// Says the same as takers(), each kind's squares being spread once: who takes a kind of middle rank
// is everybody from the general down to that kind.
Attacks attacks_by_rank(const Position& position, Colour own) {
    const auto beside = [&](Kind kind) { return geometry::steps(position.of(own, kind)); };
    Attacks attacks;
    auto& reach = attacks.reach;
    const Squares general = beside(Kind::general), soldier = beside(Kind::soldier);
    Squares officers = 0;
    for (Kind kind : {Kind::advisor, Kind::elephant, Kind::chariot, Kind::horse}) {
        officers |= beside(kind);
        reach[static_cast<std::size_t>(kind)] = general | officers;
    }
    reach[static_cast<std::size_t>(Kind::general)] = general | soldier;
    reach[static_cast<std::size_t>(Kind::cannon)] = general | officers;
    reach[static_cast<std::size_t>(Kind::soldier)] = officers | soldier;
    attacks.cannon_hits = cannon_hits(position, own);
    return attacks;
}

// Everything takes everything that it reaches.
template <class Shape>
Attacks attacks_by_reach(const Position& position, Colour own) {
    Squares reached = 0;
    for (Square s : bits(position.of(own))) reached |= targets<Shape>(position, s);
    Attacks attacks;
    attacks.reach.fill(reached);
    return attacks;
}

}  // namespace

Squares cannon_hits(const Position& position, Colour own) {
    Squares hits = 0;
    for (Square s : bits(position.of(own, Kind::cannon))) {
        hits |= geometry::jump(s, position.occupied());
    }
    return hits;
}

Squares takers(const Position& position, Colour own, Kind victim) {
    Squares result = 0;
    for (int k = 0; k < kKinds; ++k) {
        const auto kind = static_cast<Kind>(k);
        if (takes_by_rank(kind, victim)) result |= position.of(own, kind);
    }
    return result;
}

template <class Shape>
Attacks attacks_of(const Position& position, Colour own) {
    if constexpr (Shape::kXiangqiMoves) return attacks_by_reach<Shape>(position, own);
    return attacks_by_rank(position, own);
}

template Attacks attacks_of<StandardShape>(const Position&, Colour);
template Attacks attacks_of<ExchangeShape>(const Position&, Colour);
template Attacks attacks_of<XiangqiShape>(const Position&, Colour);

}  // namespace anqi
