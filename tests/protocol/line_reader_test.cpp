// Bytes to lines, lines to requests.
#include "protocol/line_reader.h"

#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

#include "protocol/failure.h"
#include "protocol/request.h"

using namespace anqi;

namespace {

std::vector<Line> lines_of(std::string_view bytes, std::size_t chunk) {
    std::vector<Line> lines;
    LineReader reader([&](Line line) { lines.push_back(std::move(line)); });
    for (std::size_t i = 0; i < bytes.size(); i += chunk) reader.feed(bytes.substr(i, chunk));
    reader.finish();
    return lines;
}

}  // namespace

TEST_CASE("lines are the same in whatever pieces they come") {
    const std::string bytes =
        "\xEF\xBB\xBF"
        "1 a\tb\r\n\n\x01x\x7F\n\xEF\xBB\xBFy\nlast";
    for (const std::size_t chunk : {1UL, 2UL, 3UL, 7UL, 100UL}) {
        const auto lines = lines_of(bytes, chunk);
        REQUIRE(lines.size() == 5);
        CHECK(lines[0].text == "1 a b");
        CHECK(lines[1].text.empty());
        CHECK(lines[2].text == "x");
        CHECK(lines[3].text == "\xEF\xBB\xBFy");
        CHECK(lines[4].text == "last");
    }
}

TEST_CASE("a long line is cut, once, and the next one is whole") {
    const std::string longest(kMaxLine, 'a'), longer(kMaxLine + 1, 'b');
    const auto lines = lines_of(longest + "\n" + longer + "\nname\n", 1000);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].text == longest);
    CHECK_FALSE(lines[0].too_long);
    CHECK(lines[1].too_long);
    CHECK(lines[1].text.size() == kMaxLine);
    CHECK(lines[2].text == "name");
}

TEST_CASE("comments, and the # of position texts") {
    CHECK(without_comment("name # x") == "name ");
    CHECK(without_comment("#") == "");
    CHECK(without_comment("a#b") == "a#b");
    CHECK(without_comment("position ####/XX## ? Pp 0 # c") == "position ####/XX## ? Pp 0 ");
}

TEST_CASE("requests") {
    const Request full("  -12  set log  a  b ");
    CHECK(full.id() == "-12");
    CHECK(full.name() == "set");
    CHECK(full.count() == 3);
    CHECK(full.rest(0) == "log  a  b");
    CHECK(full.rest(1) == "a  b");
    CHECK(full.rest(3) == "");
    CHECK(Request("12").name().empty());
    CHECK(Request("name").id().empty());
    CHECK_FALSE(is_id("-"));
    CHECK_FALSE(is_id("1a"));

    const Request typed("x a1 K red 99999999999999999999 -99999999999999999999 7");
    CHECK(typed.square(0) == 0);
    CHECK(typed.piece(1) == make_piece(Colour::red, Kind::general));
    CHECK(typed.colour(2) == Colour::red);
    CHECK(typed.time(3) == std::numeric_limits<Milliseconds>::max());
    CHECK(typed.time(4) == std::numeric_limits<Milliseconds>::min());
    CHECK(typed.integer(5, 1, 7) == 7);
    CHECK_THROWS_AS(typed.integer(5, 1, 6), Failure);
    CHECK_THROWS_AS(typed.square(1), Failure);
    CHECK_THROWS_AS(typed.colour(0), Failure);
}
