// Sets of men as text, and all of them in turn.
#include "engine/tables/men.h"

#include <doctest/doctest.h>
#include <set>
#include <string>

#include "tests/support/endings.h"

namespace anqi {
namespace {

TEST_CASE("men are written one way and read in two") {
    const auto normal = [](std::string_view text) { return to_text(test::ending(text)); };
    CHECK(normal("KGvK") == "KGvK");
    CHECK(normal("KGk") == "KGvK");
    CHECK(normal("kGK") == "KGvK");
    CHECK(normal("Kg+P") == "KvG+Pv");
    CHECK(normal("KvG+vP") == "KvG+vP");
    CHECK(normal("+Kp") == "v+KvP");
    CHECK(normal("PPPPPccRGk") == "GRPPPPPvKCC");
}

TEST_CASE("men that the game does not have are refused by name") {
    const auto error = [](std::string_view text) {
        const auto men = parse_men(text);
        return men ? to_text(*men) : men.error();
    };
    CHECK(error("KKk") == "'KKk': more of K than the game has");
    CHECK(error("KvK+Kv") == "'KvK+Kv': more of K than the game has");
    CHECK(error("Kvgg+vg") == "'Kvgg+vg': more of g than the game has");
    CHECK(error("KXk").find("'X'") != std::string::npos);
    CHECK(error("K k").find("' '") != std::string::npos);
    // More than a count has room for.
    const std::string soldiers(16, 'P');
    for (const std::string& many : {soldiers, soldiers + 'k', soldiers + soldiers}) {
        CHECK(error('K' + many).find("more of P than the game has") != std::string::npos);
        CHECK(error("Kk+" + many).find("more of P than the game has") != std::string::npos);
    }
}

TEST_CASE("all sets of so many men come once, both sides alive") {
    // Seven kinds against seven; and seven against the 27 pairs without two generals, twice.
    CHECK(test::endings(2, 0).size() == 49);
    CHECK(test::endings(3, 0).size() == 2 * 7 * 27);
    CHECK(test::endings(2, 1).size() == 2 * 49);
    CHECK(test::endings(2, 2).size() == 49);
    for (const int face_down : {0, 1, 2, 3}) {
        std::set<std::string> texts;
        for (const Men& men : test::endings(3, face_down)) {
            texts.insert(to_text(men));
            CHECK(test::ending(to_text(men)) == men);
            CHECK(men.count() == 3);
            CHECK(men.pool.size() == face_down);
            CHECK((men.alive(Colour::red) && men.alive(Colour::black)));
        }
        CHECK(texts.size() == test::endings(3, face_down).size());
    }
}

}  // namespace
}  // namespace anqi
