// The canonical key: one for all images of a position, another for other positions.
#include <doctest/doctest.h>
#include <set>
#include <string>

#include "book/key.h"
#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"

namespace anqi {
namespace {

TEST_CASE("all symmetric and colour-swapped images share one canonical key") {
    test::RandomPositions source(11, test::reference_rules(default_rules()));
    std::set<std::uint64_t> keys;
    for (int n = 0; n < 1000; ++n) {
        const Position position = test::position_of(source.next());
        CAPTURE(to_text(position));
        const std::uint64_t key = canonical_key(position).key;
        keys.insert(key);
        for (Symmetry symmetry : kSymmetries) {
            const Position image = transform(position, symmetry);
            CHECK(canonical_key(image).key == key);
            CHECK(canonical_key(swap_colours(image)).key == key);
        }
    }
    CHECK(keys.size() > 500);  // different positions are told apart
}

TEST_CASE("the canonical image of a position has the canonical key") {
    test::RandomPositions source(12, test::reference_rules(default_rules()));
    for (int n = 0; n < 200; ++n) {
        const Position position = test::position_of(source.next());
        CAPTURE(to_text(position));
        const CanonicalKey canonical = canonical_key(position);
        const Position image = transform(position, canonical.symmetry);
        const bool found =
            image.key() == canonical.key || swap_colours(image).key() == canonical.key;
        CHECK(found);
    }
}

}  // namespace
}  // namespace anqi
