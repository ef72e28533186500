#include "engine/tables/passage.h"

#include <algorithm>
#include <cassert>

namespace anqi {

GroupSquares Passage::squares(const GroupSquares& before) const {
    GroupSquares after{};
    for (std::size_t g = 0; g < kMostGroups; ++g) after[to[g]] |= before[g];
    return after;
}

Passages::Passages(const EndgameClasses& classes, const EndgameClass& cls)
    : cls_(cls), captures_(kMostGroups * kMostGroups) {
    const std::size_t groups = cls.face_up_groups();
    for (std::size_t a = 0; a < groups; ++a) {
        for (std::size_t v = 0; v < groups; ++v) {
            if (cls.second_side(a) == cls.second_side(v)) continue;
            Men men = cls.men();
            men.face_up.remove(cls.pieces(v).front());
            if (both_vanish(a, v)) men.face_up.remove(cls.pieces(a).front());
            captures_[a * kMostGroups + v] =
                to(classes, men, cls.second_side(a) ? Colour::black : Colour::red);
        }
    }
    cls.men().pool.for_each([&](Piece piece, int count) {
        Men men = cls.men();
        men.face_up.add(piece);
        men.pool.remove(piece);
        for (const Colour mover : {Colour::red, Colour::black}) {
            Passage passage = to(classes, men, mover);
            const Seating* const seating = classes.find(men);
            passage.revealed =
                static_cast<std::uint8_t>(seating->seat[static_cast<std::size_t>(index(piece))]);
            passage.weight = count;
            flips_[mover == Colour::black].push_back(passage);
        }
    });
}

bool Passages::both_vanish(std::size_t attackers, std::size_t victims) const {
    return cls_.shape() == Shape::exchange &&
           kind_of(cls_.pieces(attackers).front()) == kind_of(cls_.pieces(victims).front());
}

void Passages::add_target(const EndgameClass* cls) {
    if (std::find(targets_.begin(), targets_.end(), cls) == targets_.end()) {
        targets_.push_back(cls);
    }
}

// The mover has just moved, so that it is the other side's turn.
Passage Passages::to(const EndgameClasses& classes, const Men& men, Colour mover) {
    Passage passage;
    const Colour next = opponent(mover);
    if (!men.alive(Colour::red) || !men.alive(Colour::black)) {
        passage.result = men.alive(mover) ? -1 : men.alive(next) ? 1 : 0;
        return passage;
    }
    const Seating* const seating = classes.find(men);
    assert(seating != nullptr);
    passage.cls = seating->cls;
    passage.second_moves = next != seating->first;
    add_target(passage.cls);
    for (std::size_t g = 0; g < cls_.face_up_groups(); ++g) {
        const auto piece = static_cast<std::size_t>(index(cls_.pieces(g).back()));
        // The first one may be gone; and if there was one only, there are no squares either.
        const int seat = seating->seat[piece];
        passage.to[g] = seat < 0 ? 0 : static_cast<std::uint8_t>(seat);
    }
    passage.to[cls_.face_up_groups()] = static_cast<std::uint8_t>(passage.cls->face_up_groups());
    return passage;
}

}  // namespace anqi
