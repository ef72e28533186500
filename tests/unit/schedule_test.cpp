// Who meets whom in each format, whatever the results, and that a schedule asked for twice is the
// same.
#include "tools/referee/schedule.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <set>

#include "engine/util/random.h"

namespace anqi::test {
namespace {

std::vector<std::string> names(int n) {
    std::vector<std::string> all;
    for (int i = 0; i < n; ++i) all.push_back(fmt::format("e{}", i));
    return all;
}

GameLog played(const Fixture& fixture, SeatResult result) {
    GameLog log;
    log.game = fixture.game;
    log.pair = fixture.pair;
    log.engines = {fmt::format("e{}", fixture.first), fmt::format("e{}", fixture.second)};
    log.result = result;
    return log;
}

// All rounds of an event in which `judge` decides the games.
template <class F>
std::vector<std::vector<Fixture>> play_all(const ScheduleSettings& settings, F judge,
                                           Standings& standings) {
    Schedule schedule(settings);
    std::vector<std::vector<Fixture>> rounds;
    for (;;) {
        auto round = schedule.next_round(standings);
        if (round.empty()) return rounds;
        for (const Fixture& fixture : round) standings.add(played(fixture, judge(fixture)));
        rounds.push_back(std::move(round));
    }
}

// The engine with the smaller number wins.
SeatResult favourite(const Fixture& fixture) {
    return fixture.first < fixture.second ? SeatResult::first : SeatResult::second;
}

std::set<std::pair<int, int>> meetings(const std::vector<Fixture>& round) {
    std::set<std::pair<int, int>> all;
    for (const Fixture& f : round) all.insert(std::minmax(f.first, f.second));
    return all;
}

TEST_CASE("a match is pairs of the same deal with seats swapped, numbered through") {
    Standings standings(names(2));
    const auto rounds = play_all({.pairs = 3}, favourite, standings);
    REQUIRE(rounds.size() == 1);
    REQUIRE(rounds[0].size() == 6);
    for (std::size_t i = 0; i < 6; ++i) {
        const Fixture& fixture = rounds[0][i];
        CHECK(fixture.game == static_cast<int>(i) + 1);
        CHECK(fixture.pair == static_cast<int>(i) / 2 + 1);
        CHECK(fixture.deal == fixture.pair);
        CHECK(fixture.first == static_cast<int>(i) % 2);
        CHECK(fixture.second == 1 - fixture.first);
    }
    CHECK(standings.total(0).wins == 6);
    CHECK(standings.in_seat(0, 0).wins == 3);
    CHECK(standings.in_seat(0, 1).wins == 3);
}

TEST_CASE("single games change seats and deals") {
    Standings standings(names(2));
    const auto rounds = play_all({.pairs = 4, .single = true}, favourite, standings);
    REQUIRE(rounds[0].size() == 4);
    std::set<std::int64_t> deals;
    for (const Fixture& fixture : rounds[0]) deals.insert(fixture.deal);
    CHECK(deals.size() == 4);
    CHECK(standings.in_seat(0, 0).games() == 2);
    CHECK(standings.in_seat(1, 0).games() == 2);
}

TEST_CASE("gauntlet and round robin meet whom they should as often as said") {
    Standings gauntlet(names(4));
    const auto g =
        play_all({.format = Format::gauntlet, .engines = 4, .rounds = 2}, favourite, gauntlet);
    REQUIRE(g.size() == 2);
    for (const auto& round : g) {
        CHECK(meetings(round) == std::set<std::pair<int, int>>{{0, 1}, {0, 2}, {0, 3}});
    }
    CHECK(gauntlet.total(0).games() == 12);
    Standings robin(names(5));
    const ScheduleSettings settings{.format = Format::round_robin, .engines = 5, .pairs = 2};
    const auto r = play_all(settings, favourite, robin);
    REQUIRE(r.size() == 1);
    CHECK(meetings(r[0]).size() == 10);
    CHECK(static_cast<int>(r[0].size()) == Schedule(settings).games_in_all());
    CHECK(robin.ranking() == std::vector<int>{0, 1, 2, 3, 4});
}

TEST_CASE("a swiss event meets nobody twice and pairs equals, with any number of engines") {
    for (const int n : {2, 3, 4, 5, 7, 8, 16}) {
        CAPTURE(n);
        Standings standings(names(n));
        const int rounds = n == 2 ? 1 : n <= 4 ? n - 1 : 3;
        const auto all = play_all({.format = Format::swiss, .engines = n, .rounds = rounds},
                                  favourite, standings);
        REQUIRE(static_cast<int>(all.size()) == rounds);
        std::map<std::pair<int, int>, int> met;
        for (const auto& round : all) {
            std::set<int> busy;
            for (const auto& meeting : meetings(round)) {
                ++met[meeting];
                CHECK(busy.insert(meeting.first).second);
                CHECK(busy.insert(meeting.second).second);
            }
            CHECK(static_cast<int>(busy.size()) == n / 2 * 2);
        }
        for (const auto& [meeting, times] : met) CHECK(times == 1);
        CHECK(standings.ranking().front() == 0);
    }
}

TEST_CASE("more swiss rounds than opponents repeat meetings instead of ending the event") {
    Standings standings(names(3));
    CHECK(play_all({.format = Format::swiss, .engines = 3, .rounds = 9}, favourite, standings)
              .size() == 9);
}

TEST_CASE("a knockout ends with one engine for any number of them") {
    for (int n = 2; n <= 17; ++n) {
        CAPTURE(n);
        Standings standings(names(n));
        const ScheduleSettings settings{.format = Format::knockout, .engines = n};
        const auto rounds = play_all(settings, favourite, standings);
        std::map<int, int> defeats;
        std::size_t met = 0;
        for (const auto& round : rounds) {
            for (const auto& meeting : meetings(round)) ++defeats[meeting.second], ++met;
        }
        CHECK(met == static_cast<std::size_t>(n - 1));
        CHECK(defeats.count(0) == 0);
        for (const auto& [engine, times] : defeats) CHECK(times == 1);
    }
}

TEST_CASE("a drawn knockout meeting sends the engine entered first on") {
    for (const SeatResult result : {SeatResult::draw, SeatResult::first, SeatResult::second}) {
        Standings standings(names(6));
        Schedule schedule({.format = Format::knockout, .engines = 6});
        for (;;) {
            const auto round = schedule.next_round(standings);
            if (round.empty()) break;
            for (const Fixture& fixture : round) standings.add(played(fixture, result));
        }
        CHECK(schedule.knockout_winner() == 0);
    }
}

TEST_CASE("single games give both seats to everybody in every meeting") {
    for (const Format format : {Format::gauntlet, Format::round_robin}) {
        Standings standings(names(4));
        play_all({.format = format, .engines = 4, .rounds = 4, .pairs = 1, .single = true},
                 favourite, standings);
        for (int i = 0; i < 4; ++i) {
            CHECK(standings.in_seat(i, 0).games() == standings.in_seat(i, 1).games());
        }
    }
}

TEST_CASE("start positions are taken in turn, pair by pair") {
    ScheduleSettings settings{.pairs = 5};
    Position other = Position::start();
    other.set_quiet(3);
    settings.starts = {Position::start(), other};
    Standings standings(names(2));
    const auto rounds = play_all(settings, favourite, standings);
    for (const Fixture& fixture : rounds[0]) {
        CHECK(fixture.start == settings.starts[static_cast<std::size_t>(fixture.pair - 1) % 2]);
    }
}

TEST_CASE("the same results give the same schedule") {
    const auto by_lot = [](const Fixture& fixture) {
        return static_cast<SeatResult>(Random(static_cast<std::uint64_t>(fixture.game)).below(3));
    };
    for (const Format format : {Format::swiss, Format::knockout}) {
        const ScheduleSettings settings{.format = format, .engines = 9, .rounds = 5, .pairs = 2};
        Standings a(names(9)), b(names(9));
        const auto first = play_all(settings, by_lot, a), second = play_all(settings, by_lot, b);
        REQUIRE(first.size() == second.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            REQUIRE(first[i].size() == second[i].size());
            for (std::size_t j = 0; j < first[i].size(); ++j) {
                CHECK(first[i][j].first == second[i][j].first);
                CHECK(first[i][j].second == second[i][j].second);
                CHECK(first[i][j].deal == second[i][j].deal);
            }
        }
    }
}

TEST_CASE("standings count games, seats and faults and leave strangers out") {
    Standings standings({"a", "b"});
    GameLog log;
    log.engines = {"b", "a"};
    log.result = SeatResult::first;
    log.fault = FaultLog{1, FaultKind::crash, "x", 0};
    standings.add(log);
    log.engines = {"b", "c"};
    standings.add(log);
    CHECK(standings.total(0).losses == 1);
    CHECK(standings.total(1).games() == 1);
    CHECK(standings.in_seat(1, 0).wins == 1);
    CHECK(standings.faults(0, FaultKind::crash) == 1);
    CHECK(standings.find("c") == -1);
    const std::string table = standings_table(standings);
    CHECK(table.find("crash 1") != std::string::npos);
    CHECK(standings_table(Standings({"a", "b"})).find("nan") == std::string::npos);
}

}  // namespace
}  // namespace anqi::test
