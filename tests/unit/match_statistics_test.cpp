// The statistics of matches: known values, and that nothing is ever undefined.
#include "tools/match_statistics.h"

#include <doctest/doctest.h>
#include <string>

namespace anqi::test {
namespace {

GameReport game(int pair, int points, Reason reason = Reason::all_captured) {
    GameReport report;
    report.pair = pair;
    report.points = points;
    report.plies = 100;
    report.reason = reason;
    return report;
}

bool sound(const Interval& range, double score) {
    return range.low >= 0.0 && range.low <= score && score <= range.high && range.high <= 1.0 &&
           range.high - range.low > 0.0;
}

TEST_CASE("a match without a game is defined") {
    MatchStatistics none;
    CHECK(none.score() == 0.5);
    CHECK(none.average_plies() == 0.0);
    CHECK_FALSE(none.any_fault());
    CHECK(table(none, {"a", "b"}).find("nan") == std::string::npos);
}

TEST_CASE("games are counted by result, reason and pair") {
    MatchStatistics s;
    s.add(game(0, 2));
    s.add(game(1, 1, Reason::repetition));
    s.add(game(0, 2));
    s.add(game(1, 0));
    s.add(game(2, 1, Reason::no_progress));
    CHECK(s.games() == 5);
    CHECK(s.wins() == 2);
    CHECK(s.draws() == 2);
    CHECK(s.losses() == 1);
    CHECK(s.score() == doctest::Approx(0.6));
    CHECK(s.average_plies() == doctest::Approx(100.0));
    CHECK(s.draw_reasons().at(Reason::repetition) == 1);
    CHECK(s.draw_reasons().at(Reason::no_progress) == 1);
    PairCounts complete;
    complete.add(4);
    complete.add(1);
    CHECK(s.interval().low == doctest::Approx(score_interval(0.6, 5, complete).low));
}

TEST_CASE("faults and times are booked to the engine") {
    GameReport report = game(0, 2);
    report.faults[1] = Fault::crash;
    report.times[0] = {.count = 2, .total = 30'000, .longest = 20'000, .overrun = 5'000};
    report.times[1] = {.count = 1, .total = 1'000, .longest = 1'000, .overrun = 0};
    MatchStatistics s;
    s.add(report);
    report.times[0].longest = 10'000;
    s.add(report);
    CHECK(s.any_fault());
    CHECK(s.faults(1, Fault::crash) == 2);
    CHECK(s.faults(0, Fault::crash) == 0);
    CHECK(s.times(0).count == 4);
    CHECK(s.times(0).total == 60'000);
    CHECK(s.times(0).longest == 20'000);
    CHECK(s.times(0).overrun == 5'000);
    const std::string text = table(s, {"first", "second"});
    CHECK(text.find("crashes                          0             2\n") != std::string::npos);
    CHECK(text.find("average answer ms             15.0           1.0\n") != std::string::npos);
}

TEST_CASE("clocks: what was left on average and at the least, and the longest game") {
    MatchStatistics s;
    CHECK(table(s, {"a", "b"}).find("left ms") == std::string::npos);
    for (const int plies : {100, 503}) {
        GameReport report = game(plies, 1, Reason::repetition);
        report.plies = plies;
        report.clocks = {{plies * 1000, 2000}};
        s.add(report);
    }
    const std::string text = table(s, {"a", "b"});
    CHECK(text.find("longest game                   503\n") != std::string::npos);
    CHECK(text.find("average left ms              301.5           2.0\n") != std::string::npos);
    CHECK(text.find("least left ms                100.0           2.0\n") != std::string::npos);
}

TEST_CASE("a match of nothing but wins, draws or losses has a table without holes") {
    for (const int points : {0, 1, 2}) {
        MatchStatistics s;
        for (int i = 0; i < 20; ++i) s.add(game(i / 2, points, Reason::repetition));
        CHECK(sound(s.interval(), s.score()));
        CHECK(table(s, {"a", "b"}).find("nan") == std::string::npos);
        CHECK(summary(s).find("nan") == std::string::npos);
    }
}

}  // namespace
}  // namespace anqi::test
