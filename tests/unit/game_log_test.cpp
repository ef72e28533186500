// One game as a line of JSON: everything comes back, and bad lines are refused with the reason.
#include "tools/referee/game_log.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/core/notation.h"

namespace anqi::test {
namespace {

GameLog sample() {
    GameLog log;
    log.game = 3;
    log.round = 2;
    log.pair = 2;
    log.engines = {"暗 \"棋\"", "b"};
    log.seed = 18'446'744'073'709'551'615ULL;
    log.deal = 1;
    log.rules = *find_rules("platform");
    log.rules.quiet_limit = 40;
    log.rules.limit_ply = LimitPly::win;
    log.events = {*parse_event("a1=k"), *parse_event("b1=M"), *parse_event("a1b1")};
    log.times = {10, 2'000'000, 7};
    log.left = {900'000, 899'000, 898'000};
    log.result = SeatResult::second;
    log.reason = Reason::timeout;
    log.fault = FaultLog{0, FaultKind::timeout, "late", 1234};
    log.luck = -0.25;
    log.note.assign(1, 'x');
    return log;
}

TEST_CASE("a game log comes back from its line of JSON") {
    const GameLog log = sample();
    const std::string line = to_json_line(log);
    CHECK(std::count(line.begin(), line.end(), '\n') == 1);
    CHECK(line.back() == '\n');
    const auto back = parse_json_line(line);
    REQUIRE(back.ok());
    CHECK(*back == log);
    CHECK(to_json_line(*back) == line);
    GameLog least;
    const auto again = parse_json_line(to_json_line(least));
    REQUIRE(again.ok());
    CHECK(*again == least);
}

TEST_CASE("values and visit counts of the plies come back, values to four decimals") {
    GameLog log = sample();
    log.values = {0.12344, -0.00001, -1};
    log.policy = {{{*parse_move("a1a1"), 12}, {*parse_move("b1b1"), 3}}, {}, {}};
    const std::string line = to_json_line(log);
    CHECK(line.find("\"values\":[0.1234,0.0,-1.0],") != std::string::npos);
    CHECK(line.find("\"policy\":[[[\"a1a1\",12],[\"b1b1\",3]],[],[]],") != std::string::npos);
    const auto back = parse_json_line(line);
    REQUIRE(back.ok());
    CHECK(back->values == std::vector<double>{0.1234, 0, -1});
    CHECK(back->policy == log.policy);
    CHECK(to_json_line(*back) == line);
    CHECK(to_json_line(sample()).find("values") == std::string::npos);
    CHECK(to_json_line(sample()).find("policy") == std::string::npos);
}

TEST_CASE("verdicts that are not the preset's stand in the line") {
    GameLog log;
    CHECK(to_json_line(log).find("repetition_kind") == std::string::npos);
    CHECK(to_json_line(log).find("limit_ply") == std::string::npos);
    log.rules.repetition_kind = RepetitionKind::cycle;
    log.rules.limit_ply = LimitPly::draw;
    const auto back = parse_json_line(to_json_line(log));
    REQUIRE(back.ok());
    CHECK(back->rules == log.rules);
}

TEST_CASE("points and colours go by seat") {
    GameLog log = sample();
    CHECK(log.points(0) == 0);
    CHECK(log.points(1) == 2);
    CHECK(log.first_colour() == Colour::black);
    CHECK(to_record(log).result.winner == Winner::red);
    log.result = SeatResult::draw;
    CHECK(log.points(0) == 1);
    CHECK(to_record(log).result.winner == Winner::draw);
    log.events.clear();
    CHECK(log.first_colour() == Colour::none);
}

TEST_CASE("bytes of names that are no UTF-8 do not spoil the line") {
    GameLog log = sample();
    log.engines = {"b", "a\xFF\n"};
    const auto back = parse_json_line(to_json_line(log));
    REQUIRE(back.ok());
    CHECK(back->events == log.events);
}

TEST_CASE("bad lines are refused with what is wrong") {
    const auto error = [](std::string from, std::string to) {
        const std::string line = to_json_line(sample());
        const auto at = line.find(from);
        REQUIRE(at != std::string::npos);
        const auto log = parse_json_line(
            fmt::format("{}{}{}", line.substr(0, at), to, line.substr(at + from.size())));
        return log ? std::string() : log.error();
    };
    CHECK(error("\"game\":", "\"gome\":") == "'game' is missing");
    CHECK(error("\"pair\":2", "\"pair\":\"2\"") == "'pair' is of the wrong kind");
    CHECK(error("\"platform\"", "\"chess\"").find("chess") != std::string::npos);
    CHECK(error("\"a1=k\"", "\"a1=Z\"").find("Z") != std::string::npos);
    CHECK(error("\"second\"", "\"third\"").find("third") != std::string::npos);
    CHECK(error("\"reason\":\"timeout\"", "\"reason\":\"rain\"").find("rain") != std::string::npos);
    CHECK(error("\"kind\":\"timeout\"", "\"kind\":\"rain\"").find("rain") != std::string::npos);
    CHECK(error("\"seat\":0", "\"seat\":2").find("seat") != std::string::npos);
    CHECK(error("\"limit_ply\":\"win\"", "\"limit_ply\":\"rain\"").find("rain") !=
          std::string::npos);
    const auto added = [&](const char* member) {
        return error("\"result\"", fmt::format("{},\"result\"", member));
    };
    CHECK(added("\"values\":[0.5]") == "'values' has 1 items for 3 plies");
    CHECK(added("\"values\":[0,null,0]") == "'values' is of the wrong kind");
    CHECK(added("\"policy\":[[]]") == "'policy' has 1 items for 3 plies");
    CHECK(added("\"policy\":[[[\"e1\",2]],[],[]]").find("e1") != std::string::npos);
    CHECK(added("\"policy\":[[[1,2]],[],[]]") == "'policy' is of the wrong kind");
    CHECK_FALSE(parse_json_line("").ok());
    CHECK_FALSE(parse_json_line("[]").ok());
    CHECK_FALSE(parse_json_line("{\"game\":1").ok());
}

TEST_CASE("a log is replayed by the rules, and a bad ply is named") {
    GameLog log = sample();
    REQUIRE(replayed(log).ok());
    CHECK(replayed(log)->plies() == 3);
    log.events.push_back(*parse_event("c1=K"));
    log.events.push_back(*parse_event("d1=K"));
    const auto game = replayed(log);
    REQUIRE_FALSE(game.ok());
    CHECK(game.error().starts_with("ply 5: "));
}

}  // namespace
}  // namespace anqi::test
