// The builder of opening books, with a valuer that is known in advance.
#include <doctest/doctest.h>
#include <limits>
#include <set>

#include "book/builder.h"
#include "book/key.h"
#include "engine/core/apply.h"
#include "tests/support/engine_helpers.h"

namespace anqi::test {
namespace {

// Likes positions whose side to move has a general face up; values actions by their square.
Valuation known_value(const Position& position) {
    Valuation valuation;
    const Colour own = position.side();
    valuation.value = own != Colour::none && position.of(own, Kind::general) != 0 ? 0.5 : 0.0;
    std::uint32_t visits = 100;
    for (const Move move : distinct_moves(default_rules(), position)) {
        valuation.actions.push_back({move, -0.001 * move.from(), visits});
        visits = visits > 2 ? visits - 2 : 1;
    }
    return valuation;
}

struct Counted {
    int calls = 0;
    std::size_t positions = 0;
    std::set<std::uint64_t> keys;
    int gives_up_after = 1'000'000;  // calls

    Valuer valuer() {
        return [this](const std::vector<Position>& asked) {
            std::vector<Valuation> values;
            if (++calls > gives_up_after) return values;
            for (const Position& position : asked) {
                keys.insert(canonical_key(position).key);
                values.push_back(known_value(position));
            }
            positions += asked.size();
            return values;
        };
    }
};

BookOrigin origin(std::uint32_t wanted, std::uint32_t full_plies) {
    return {.seed = 1, .visits = 100, .wanted = wanted, .full_plies = full_plies};
}

TEST_CASE("in full breadth the book holds every class of first flip and all that may appear") {
    Counted counted;
    BookBuilder builder(default_rules(), origin(1, 1), counted.valuer(), {});
    REQUIRE(builder.run());
    CHECK(builder.positions() == 1 + 8 * kKinds);
    CHECK(counted.keys.size() == builder.positions());
    CHECK(counted.positions == builder.positions());
    const BookContent content = builder.content();
    CHECK(content.pages.size() == builder.positions());
    const BookPage& start = content.pages.at(canonical_key(Position::start()).key);
    REQUIRE(start.size() == 8);
    // The other side moves next and has nothing face up.
    for (const BookAction& action : start) {
        CHECK(action.value == 0);
        CHECK(action.depth == 1);
    }
}

TEST_CASE("a flip is worth the mean over what may appear") {
    Counted counted;
    BookBuilder builder(default_rules(), origin(1, 2), counted.valuer(), {});
    REQUIRE(builder.run());
    CHECK(builder.positions() == 1 + 56 + 18'176);
    Position after = Position::start();
    apply(default_rules(), after, event_of("a1=P"));
    const BookPage page = builder.content().pages.at(canonical_key(after).key);
    REQUIRE(page.size() == 31);
    for (const BookAction& action : page) {
        // Red is to move after black's flip; one of 31 is red's general, worth half a point to red.
        CHECK(action.value == doctest::Approx(-0.5 / 31));
    }
}

TEST_CASE(
    "beyond full breadth the book grows to the size asked for, and by the same steps always") {
    Counted counted, again;
    BookBuilder small(default_rules(), origin(200, 1), counted.valuer(), {});
    BookBuilder same(default_rules(), origin(200, 1), again.valuer(), {});
    REQUIRE(small.run());
    REQUIRE(same.run());
    CHECK(small.positions() >= 200);
    CHECK(small.positions() < 200 + 8 * kPieces);
    CHECK(pack(small.content()) == pack(same.content()));
}

TEST_CASE("a build that was given up goes on to the same book") {
    Counted whole;
    BookBuilder reference(default_rules(), origin(300, 1), whole.valuer(), {});
    REQUIRE(reference.run());
    Counted broken;
    BookBuilder builder(default_rules(), origin(300, 1), broken.valuer(), {});
    broken.gives_up_after = 0;
    while (!builder.run()) {
        REQUIRE(broken.gives_up_after < 100);
        broken.gives_up_after = broken.calls + 1;
    }
    CHECK(pack(builder.content()) == pack(reference.content()));
}

TEST_CASE("more visits than the file has room for are as many as it has") {
    BookBuilder builder(default_rules(), origin(1, 1),
                        [](const std::vector<Position>& asked) {
                            std::vector<Valuation> values;
                            for (const Position& position : asked) {
                                values.push_back(known_value(position));
                                for (ValuedAction& action : values.back().actions)
                                    action.visits = 1'000'000'000;
                            }
                            return values;
                        },
                        {});
    REQUIRE(builder.run());
    const BookPage start = builder.content().pages.at(canonical_key(Position::start()).key);
    CHECK(start.front().visits == std::numeric_limits<std::uint32_t>::max());
}

TEST_CASE("results of games move a position's value a little, and are counted") {
    Position after = Position::start();
    apply(default_rules(), after, event_of("a1=P"));
    const std::uint64_t key = canonical_key(after).key;
    Counted counted;
    BookBuilder builder(default_rules(), origin(1, 1), counted.valuer(), {{key, {400, 400}}});
    REQUIRE(builder.run());
    const BookPage start = builder.content().pages.at(canonical_key(Position::start()).key);
    int games = 0;
    for (const BookAction& action : start) games += action.games;
    CHECK(games == 400);
    // 400 games against a search that counts as 1,600, five of sixteen pieces being soldiers.
    CHECK(start.back().value == doctest::Approx(-0.2 * 5 / 16));
}

}  // namespace
}  // namespace anqi::test
