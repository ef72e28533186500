#include "book/key.h"

#include <algorithm>

#include "engine/core/movegen.h"

namespace anqi {
namespace {

// Whether `move` comes first among its images under the symmetries that leave `position` alone.
bool comes_first(const Position& position, Move move) {
    return std::none_of(kSymmetries.begin(), kSymmetries.end(), [&](Symmetry symmetry) {
        return transform(move, symmetry) < move &&
               transform(position, symmetry).key() == position.key();
    });
}

}  // namespace

// The smallest key of the eight images stands for all of them.
CanonicalKey canonical_key(const Position& position) {
    CanonicalKey best{position.key(), Symmetry::identity, false};
    for (const bool swapped : {false, true}) {
        const Position coloured = swapped ? swap_colours(position) : position;
        for (Symmetry symmetry : kSymmetries) {
            const std::uint64_t key = transform(coloured, symmetry).key();
            if (key < best.key) best = {key, symmetry, swapped};
        }
    }
    return best;
}

Position canonical_image(const Position& position) {
    const CanonicalKey canonical = canonical_key(position);
    Position image =
        transform(canonical.swapped ? swap_colours(position) : position, canonical.symmetry);
    image.set_quiet(0);
    return image;
}

MoveList distinct_moves(const RuleSet& rules, const Position& position) {
    MoveList all, distinct;
    with_rules(rules, [&](auto shape) { generate<decltype(shape)>(position, all); });
    for (const Move move : all) {
        if (comes_first(position, move)) distinct.push(move);
    }
    return distinct;
}

}  // namespace anqi
