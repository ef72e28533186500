// Attacks as sets, against what each piece takes by itself.
#include "engine/eval/attacks.h"

#include <doctest/doctest.h>

#include "engine/core/geometry.h"
#include "engine/core/notation.h"
#include "tests/support/random_positions.h"

namespace anqi::test {
namespace {

TEST_CASE("where a kind can be taken is beside those that take it") {
    RandomPositions positions(7, {});
    int compared = 0;
    for (int i = 0; i < 2'000; ++i) {
        const auto position = parse_position(positions.next());
        REQUIRE(position);
        for (Colour own : {Colour::red, Colour::black}) {
            const Attacks attacks = attacks_of<StandardShape>(*position, own);
            for (int k = 0; k < kKinds; ++k) {
                const Squares beside =
                    geometry::steps(takers(*position, own, static_cast<Kind>(k)));
                CHECK(attacks.reach[static_cast<std::size_t>(k)] == beside);
                compared += beside != 0;
            }
        }
    }
    CHECK(compared > 1'000);
}

}  // namespace
}  // namespace anqi::test
