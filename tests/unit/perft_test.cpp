// Leaf counts that two programs independent of this one agree on.
#include "engine/core/perft.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "tests/support/engine_helpers.h"
#include "tests/support/test_data.h"

namespace anqi {
namespace {

// Deeper counts take minutes with assertions and sanitizers.
std::uint64_t largest_count() {
    return static_cast<std::uint64_t>(test::by_build(1'000'000'000, 1'000'000));
}

// How many counts of the table were compared.
int compare_rows(std::string_view rules) {
    int compared = 0;
    for (const auto& row : test::read_table("perft.tsv")) {
        if (row[0] != rules) continue;
        const Position position = test::position_of(row[1]);
        for (std::size_t depth = 1; depth + 1 < row.size(); ++depth) {
            const std::uint64_t expected = std::stoull(row[depth + 1]);
            if (expected > largest_count()) continue;
            CAPTURE(row[1]);
            CAPTURE(depth);
            CHECK(perft(test::rules_of(rules), position, static_cast<int>(depth)) == expected);
            ++compared;
        }
    }
    return compared;
}

TEST_CASE("perft agrees with the table: olympiad") { CHECK(compare_rows("olympiad") > 50); }

TEST_CASE("perft agrees with the table: exchange") { CHECK(compare_rows("exchange") > 50); }

TEST_CASE("perft agrees with the table: xiangqi") { CHECK(compare_rows("xiangqi") > 50); }

TEST_CASE("perft depends on the shape of the rules only") {
    const Position position = test::position_of("X1CK/XX2/2nR/1X2/1r1p/g3/2X1/g1pm r P2mrn 39");
    for (const auto* name : {"platform", "taiwan"}) {
        CHECK(perft(test::rules_of(name), position, 4) ==
              perft(test::rules_of("olympiad"), position, 4));
    }
}

TEST_CASE("perft of depth 0 is one leaf, of a finished game none") {
    CHECK(perft(default_rules(), Position::start(), 0) == 1);
    const Position finished = test::position_of("4/4/4/4/4/4/4/K3 r - 0");
    CHECK(perft(default_rules(), finished, 1) == 0);
    CHECK(perft(default_rules(), finished, 0) == 1);
}

}  // namespace
}  // namespace anqi
