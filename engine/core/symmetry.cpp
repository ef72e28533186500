#include "engine/core/symmetry.h"

#include "engine/util/bits.h"

namespace anqi {
namespace {

Colour swap_side(Colour c) { return c == Colour::none ? c : opponent(c); }

// A copy with every square and piece renamed.
template <class MapSquare, class MapPiece>
Position rename(const Position& from, MapSquare square, MapPiece piece, Colour side) {
    Position to;
    for (Square s : bits(from.face_up())) to.put(square(s), piece(from.at(s)));
    for (Square s : bits(from.face_down())) to.put_face_down(square(s));
    for (Square s : bits(from.missing())) to.put_missing(square(s));
    from.pool().for_each([&](Piece p, int count) {
        for (; count > 0; --count) to.add_to_pool(piece(p));
    });
    to.set_side(side);
    to.set_quiet(from.quiet());
    return to;
}

}  // namespace

Position transform(const Position& position, Symmetry symmetry) {
    return rename(
        position, [=](Square s) { return transform(s, symmetry); }, [](Piece p) { return p; },
        position.side());
}

Position swap_colours(const Position& position) {
    return rename(
        position, [](Square s) { return s; }, [](Piece p) { return swap_colour(p); },
        swap_side(position.side()));
}

}  // namespace anqi
