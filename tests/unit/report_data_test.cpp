// What the report counts, on games made by hand.
#include <cmath>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/core/notation.h"
#include "tests/support/played_games.h"
#include "tools/referee/report/engines.h"
#include "tools/referee/report/games.h"
#include "tools/referee/report/pairings.h"
#include "tools/referee/report/replay_data.h"

namespace anqi::test {
namespace {

GameLog game(std::string first, std::string second, SeatResult result, int pair = 1) {
    GameLog log;
    log.pair = pair;
    log.engines = {std::move(first), std::move(second)};
    log.result = result;
    log.reason = result == SeatResult::draw ? Reason::no_progress : Reason::all_captured;
    return log;
}

std::vector<Event> events(std::initializer_list<const char*> texts) {
    std::vector<Event> list;
    for (const char* text : texts) list.push_back(*parse_event(text));
    return list;
}

// B beats A twice, once from each seat, and draws once; C loses to A.
std::vector<GameLog> three_engines() {
    return {game("A", "B", SeatResult::second), game("B", "A", SeatResult::first),
            game("A", "B", SeatResult::draw, 2), game("C", "A", SeatResult::second, 3)};
}

TEST_CASE("report: engines are listed by their score, with their results by seat") {
    const EngineTable table = gather_engines(three_engines());
    REQUIRE(table.engines.size() == 3);
    CHECK(table.engines[0].name == "B");
    CHECK(table.engines[0].seats[0] == Tally{1, 0, 0});
    CHECK(table.engines[0].seats[1] == Tally{1, 1, 0});
    CHECK(table.engines[1].name == "A");
    CHECK(table.engines[1].total() == Tally{1, 1, 2});
    CHECK(table.engines[1].total().points() == doctest::Approx(1.5));
    CHECK(table.engines[2].name == "C");
    CHECK(table.engines[2].total().score() == 0.0);
}

TEST_CASE("report: every two engines that met form one pairing") {
    const auto logs = three_engines();
    const auto pairings = gather_pairings(logs, gather_engines(logs));
    REQUIRE(pairings.size() == 2);
    CHECK(pairings[0].a == 0);
    CHECK(pairings[0].b == 1);
    CHECK(pairings[0].tally == Tally{2, 1, 0});
    CHECK(pairings[0].interval.low < pairings[0].tally.score());
    CHECK(pairings[0].interval.high > pairings[0].tally.score());
    REQUIRE(pairings[0].progress.size() == 3);
    CHECK(pairings[0].progress[0].score == 1.0);
    CHECK(pairings[0].progress[2].games == 3);
    CHECK(pairings[0].progress[2].score == doctest::Approx(2.5 / 3));
    CHECK(pairings[1].a == 1);
    CHECK(pairings[1].b == 2);
    CHECK(pairings[1].tally == Tally{1, 0, 0});
}

TEST_CASE("report: games of one pair share their luck, those of other deals do not") {
    // Every pair is shared, so that the score is certain; as single games it would not be.
    std::vector<GameLog> logs;
    for (int pair = 1; pair <= 20; ++pair) {
        logs.push_back(game("A", "B", SeatResult::first, pair));
        logs.push_back(game("B", "A", pair <= 10 ? SeatResult::first : SeatResult::draw, pair));
    }
    const auto shared = gather_pairings(logs, gather_engines(logs))[0].interval;
    int number = 0;
    for (GameLog& log : logs) log.pair = ++number;
    const auto single = gather_pairings(logs, gather_engines(logs))[0].interval;
    CHECK(shared.high - shared.low < 0.8 * (single.high - single.low));
    // The second game of another file has the same number of pair, but not the same deal.
    logs[1].pair = logs[0].pair;
    logs[1].seed = logs[0].seed + 1;
    const auto other = gather_pairings(logs, gather_engines(logs))[0].interval;
    CHECK(other.low == single.low);
}

TEST_CASE("report: games of an engine against itself form no pairing") {
    const std::vector<GameLog> logs = {game("A", "A", SeatResult::first)};
    const EngineTable table = gather_engines(logs);
    REQUIRE(table.engines.size() == 1);
    CHECK(table.engines[0].total() == Tally{1, 0, 1});
    CHECK(gather_pairings(logs, table).empty());
}

TEST_CASE("report: the score chart has few points, evenly spread, and ends with the last game") {
    const std::vector<GameLog> logs(1001, game("A", "B", SeatResult::draw));
    const auto pairings = gather_pairings(logs, gather_engines(logs));
    const auto& progress = pairings[0].progress;
    CHECK(progress.size() <= 201);
    CHECK(progress.size() >= 100);
    CHECK(progress.back().games == 1001);
    for (const ScorePoint& point : progress) {
        CHECK(point.score == 0.5);
        CHECK(point.band.low < 0.5);
        CHECK(point.band.high > 0.5);
    }
}

TEST_CASE("report: luck is taken off, from the side of the engine that is counted") {
    std::vector<GameLog> logs = {game("A", "B", SeatResult::first),
                                 game("B", "A", SeatResult::first)};
    logs[0].luck = 0.5;
    logs[1].luck = 0.3;
    const auto score = gather_pairings(logs, gather_engines(logs))[0].luck;
    REQUIRE(score);
    CHECK(score->games == 2);
    CHECK(score->raw == doctest::Approx(0.5));
    CHECK(score->adjusted == doctest::Approx((0.75 + 0.15) / 2));
    // Half widths by hand: values 1 and 0, deviation sqrt(1/2), by root 2 games: 1.96 / 2.
    REQUIRE(score->raw_half_width);
    CHECK(*score->raw_half_width == doctest::Approx(0.97998));
    CHECK(*score->adjusted_half_width == doctest::Approx(0.97998 * 0.6));
    logs.pop_back();
    const auto one = gather_pairings(logs, gather_engines(logs))[0].luck;
    REQUIRE(one);
    CHECK(one->adjusted == doctest::Approx(0.75));
    CHECK_FALSE(one->raw_half_width);
    logs[0].luck.reset();
    CHECK_FALSE(gather_pairings(logs, gather_engines(logs))[0].luck);
}

TEST_CASE("report: faults are counted by engine and kind") {
    std::vector<GameLog> logs = {game("A", "B", SeatResult::second),
                                 game("B", "A", SeatResult::first)};
    logs[0].fault = FaultLog{0, FaultKind::timeout, "late", 70};
    logs[1].fault = FaultLog{1, FaultKind::timeout, "late", 30};
    const EngineTable table = gather_engines(logs);
    const EngineSummary& b = table.engines[0];
    const EngineSummary& a = table.engines[1];
    CHECK(a.faults[static_cast<std::size_t>(FaultKind::timeout)] == 2);
    CHECK(a.longest_overrun == 70);
    CHECK(a.faulty());
    CHECK_FALSE(b.faulty());
}

TEST_CASE("report: times go to the engine that made the ply") {
    std::vector<GameLog> logs = {game("A", "B", SeatResult::first),
                                 game("B", "A", SeatResult::draw)};
    logs[0].times = {10, 1, 30};
    logs[1].times = {2, 50};
    const EngineTable table = gather_engines(logs);
    const EngineSummary& a = table.engines[0];
    const EngineSummary& b = table.engines[1];
    REQUIRE(a.name == "A");
    CHECK(table.width == 2);
    CHECK(a.time.count == 3);
    CHECK(a.time.mean() == doctest::Approx(30.0));
    CHECK(b.time.longest == 2);
    REQUIRE(a.time_by_ply.size() == 2);
    CHECK(a.time_by_ply[0].mean() == doctest::Approx(30.0));
    CHECK(a.time_by_ply[1].longest == 30);
    CHECK(b.time_by_ply.size() == 1);
    logs[0].times.assign(9999, 1);
    const EngineTable wide = gather_engines(logs);
    CHECK(wide.width % 2 == 0);
    CHECK(wide.engines[0].time_by_ply.size() <= 120);
}

TEST_CASE("report: lengths fall into bins of a round width") {
    std::vector<GameLog> logs(3, game("A", "B", SeatResult::first));
    logs[0].events.resize(5);
    logs[1].events.resize(199);
    logs[1].result = SeatResult::draw;
    logs[2].events.resize(195);
    const Lengths lengths = gather_games(logs).lengths;
    CHECK(lengths.width == 5);
    REQUIRE(lengths.bins.size() == 40);
    CHECK(lengths.bins[1].won == 1);
    CHECK(lengths.bins[39].won == 1);
    CHECK(lengths.bins[39].drawn == 1);
    CHECK(lengths.shortest == 5);
    CHECK(lengths.longest == 199);
    CHECK(lengths.mean == doctest::Approx(133.0));
    logs[1].events.resize(200);
    CHECK(gather_games(logs).lengths.width == 10);
    logs.assign(1, game("A", "B", SeatResult::first));
    CHECK(gather_games(logs).lengths.bins.size() == 1);
}

TEST_CASE("report: only games from before the first flip have a square of the first flip") {
    std::vector<GameLog> logs(4, game("A", "B", SeatResult::first));
    logs[0].events = events({"b3=K", "a1=p"});
    logs[1].events = events({"b3=p"});
    logs[1].result = SeatResult::draw;
    logs[2].events = events({"d8=p"});
    logs[2].start = *parse_position(
        "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/KXXX b "
        "G2M2R2N2C2P5kg2m2r2n2c2p5 0");
    const GameFacts facts = gather_games(logs);
    for (Square square = 0; square < kSquares; ++square) {
        const Tally expected = to_text(square) == "b3" ? Tally{1, 1, 0} : Tally{};
        CHECK(facts.first_flips[static_cast<std::size_t>(square)] == expected);
    }
    CHECK(facts.first_seat == Tally{3, 1, 0});
}

TEST_CASE("report: results are counted by reason") {
    const GameFacts facts = gather_games(three_engines());
    CHECK(facts.reasons.size() == 2);
    CHECK(facts.reasons.at(Reason::all_captured) == Tally{1, 0, 2});
    CHECK(facts.reasons.at(Reason::no_progress) == Tally{0, 1, 0});
}

TEST_CASE("report: the plies of a replay say what they do") {
    GameLog log = game("A", "B", SeatResult::first);
    log.rules = *find_rules("exchange");
    log.start = *parse_position("####/####/####/####/####/####/Rr##/KX## r p 0");
    log.events = events({"a2b2", "b1=p"});
    log.times = {1499, 1500};
    const auto json = nlohmann::json::parse(replay_json(std::vector{log}));
    const auto& entry = json["games"][0];
    CHECK(json["names"] == nlohmann::json({"A", "B"}));
    CHECK(entry["seats"] == nlohmann::json({0, 1}));
    CHECK(entry["board"] == "KR######Xr####" + std::string(18, '#'));
    CHECK(entry["side"] == "r");
    CHECK(entry["plies"] == "a2b2* b1=p");
    CHECK(entry["times"] == nlohmann::json({1, 2}));
    CHECK_FALSE(entry.contains("note"));
}

TEST_CASE("report: a log that cannot be played on says where its replay ends") {
    GameLog log = game("A", "B", SeatResult::second);
    log.events = events({"a1=K", "a2=p", "d1d2"});
    log.fault = FaultLog{0, FaultKind::illegal, "d1d2", 0};
    const auto json = nlohmann::json::parse(replay_json(std::vector{log}));
    CHECK(json["games"][0]["plies"] == "a1=K a2=p");
    const std::string note = json["games"][0]["note"];
    CHECK(note.find("illegal, d1d2") != std::string::npos);
    CHECK(note.find("ends at ply 3") != std::string::npos);
}

TEST_CASE("report: no games give empty counts") {
    CHECK(gather_engines({}).engines.empty());
    CHECK(gather_pairings({}, {}).empty());
    CHECK(gather_games({}).lengths.bins.empty());
    CHECK(gather_games({}).lengths.mean == 0.0);
}

}  // namespace
}  // namespace anqi::test
