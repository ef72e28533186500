// The tournament platform's one-line records, read and written.
#include "engine/core/platform_record.h"

#include <doctest/doctest.h>
#include <map>
#include <string>
#include <string_view>

#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"

namespace anqi {
namespace {

TEST_CASE("a platform record is read and written back to the same bytes") {
    constexpr std::string_view kLine = "draw-60-plies\t4\tb8(G) d8(c) b8-b7 d8-c8";
    const auto record = parse_platform_record(kLine);
    REQUIRE(record.ok());
    CHECK(record->result == PlatformResult::draw_quiet);
    CHECK(record->quiet_limit == 60);
    REQUIRE(record->events.size() == 4);
    CHECK(record->events[0] == test::event_of("b8=G"));
    CHECK(record->events[2] == test::event_of("b8b7"));
    CHECK(to_text(*record) == kLine);
    CHECK(*parse_platform_record(std::string(kLine) + '\r') == *record);
}

TEST_CASE("every result of the platform has its word") {
    for (const auto* word : {"win-last-mover", "loss-last-mover", "draw-60-plies", "draw-24-plies",
                             "draw-cycle", "timeout"}) {
        CAPTURE(word);
        const auto record = parse_platform_record(std::string(word) + "\t1\ta1(K)");
        REQUIRE(record.ok());
        CHECK(result_text(*record) == word);
    }
}

void refused(std::string_view line, std::string_view part) {
    CAPTURE(line);
    const auto record = parse_platform_record(line);
    REQUIRE_FALSE(record.ok());
    CAPTURE(record.error());
    CHECK(record.error().find(part) != std::string::npos);
}

TEST_CASE("damaged platform records are refused with the bad word") {
    refused("", "tabs");
    refused("timeout 1 a1(K)", "tabs");
    refused("timeout\t1", "tabs");
    refused("victory\t1\ta1(K)", "'victory'");
    refused("draw-0-plies\t1\ta1(K)", "'draw-0-plies'");
    refused("draw--plies\t1\ta1(K)", "'draw--plies'");
    refused("draw-plies\t1\ta1(K)", "'draw-plies'");
    refused("timeout\t2\ta1(K)", "2 plies announced, 1 actions");
    refused("timeout\t-1\ta1(K)", "'-1'");
    refused("timeout\tx\ta1(K)", "'x'");
    for (const auto* word : {"a1=K", "a1(Z)", "a1(K", "e1(K)", "a1-a1", "a1-a9", "a1a2", "a1+a2"}) {
        refused(std::string("timeout\t2\ta2(K) ") + word, "ply 2");
        refused(std::string("timeout\t2\ta2(K) ") + word, word);
    }
}

TEST_CASE("random platform games are exported and imported without loss") {
    RuleSet rules = test::rules_of("platform");
    Random random(5);
    std::map<std::string, int> results;
    for (int i = 0; i < test::by_build(300, 40); ++i) {
        rules.quiet_limit = i % 2 == 0 ? 60 : 24;
        Game game(rules);
        test::play_randomly(game, random, 2000);
        REQUIRE(game.over());
        const auto record = platform_record_of(game);
        REQUIRE(record.ok());
        ++results[result_text(*record)];
        const auto again = parse_platform_record(to_text(*record));
        REQUIRE(again.ok());
        CHECK(*again == *record);
        Game replayed(rules);
        for (const Event event : again->events) REQUIRE(replayed.play(event) == Illegal::none);
        CHECK(replayed.outcome() == game.outcome());
    }
    CHECK(results["win-last-mover"] > 0);
    CHECK(results["draw-60-plies"] > 0);
    CHECK(results["draw-24-plies"] > 0);
}

TEST_CASE("export names the side that lost by what happened outside the board") {
    Game game = test::game_of("platform", "start");
    test::play(game, "a1=K b1=g");
    CHECK_FALSE(platform_record_of(game).ok());
    game.declare({Winner::black, Reason::timeout});
    CHECK(to_text(*platform_record_of(game)) == "timeout\t2\ta1(K) b1(g)");
    game.declare({Winner::black, Reason::resign});
    CHECK(to_text(*platform_record_of(game)) == "win-last-mover\t2\ta1(K) b1(g)");
    game.declare({Winner::red, Reason::illegal_action});
    CHECK(to_text(*platform_record_of(game)) == "loss-last-mover\t2\ta1(K) b1(g)");
}

TEST_CASE("export refuses what the platform cannot say") {
    Game set_up = test::game_of("platform", "4/4/4/4/4/4/n3/G3 r - 0");
    test::play(set_up, "a1a2");
    const auto started = platform_record_of(set_up);
    REQUIRE_FALSE(started.ok());
    CHECK(started.error() == "the game did not begin at the start");
    Game agreed = test::game_of("platform", "start");
    agreed.declare({Winner::draw, Reason::declared});
    const auto drawn = platform_record_of(agreed);
    REQUIRE_FALSE(drawn.ok());
    CHECK(drawn.error() == "the platform has no name for 'draw declared'");
}

}  // namespace
}  // namespace anqi
