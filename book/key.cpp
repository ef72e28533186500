#include "book/key.h"

namespace anqi {

// The smallest key of the eight images stands for all of them.
CanonicalKey canonical_key(const Position& position) {
    CanonicalKey best{position.key(), Symmetry::identity};
    for (const Position& coloured : {position, swap_colours(position)}) {
        for (Symmetry symmetry : kSymmetries) {
            const std::uint64_t key = transform(coloured, symmetry).key();
            if (key < best.key) best = {key, symmetry};
        }
    }
    return best;
}

}  // namespace anqi
