// The statistics of matches: known values, and that nothing is ever undefined.
#include "tools/match_statistics.h"

#include <cmath>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/util/random.h"

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

// Two games whose luck is shared: with probability `shared` both have the same result.
int draw_pair(Random& random, double win, double shared) {
    const bool first = random.unit() < win;
    const bool second = random.unit() < shared ? first : random.unit() < win;
    return 2 * first + 2 * second;
}

TEST_CASE("ten wins of ten have Wilson's interval") {
    const std::vector<int> pairs(5, 4);
    const Interval range = score_interval(1.0, 10, pairs);
    CHECK(range.low == doctest::Approx(0.722467));  // n / (n + z^2)
    CHECK(range.high == doctest::Approx(1.0));
}

TEST_CASE("games that share their luck count for less") {
    std::vector<int> pairs(50, 4);
    pairs.resize(100, 0);
    // The variance of a pair is 25/99, as much as that of a single game with one degree of freedom
    // less: 200 games tell as much as 99.
    const Interval range = score_interval(0.5, 200, pairs);
    const Interval single = score_interval(0.5, 99, {});
    CHECK(range.low == doctest::Approx(single.low));
    CHECK(range.high == doctest::Approx(single.high));
}

TEST_CASE("pairs of little variance have a narrow interval") {
    std::vector<int> pairs(90, 2);
    pairs.resize(100, 3);
    const Interval narrow = score_interval(0.525, 200, pairs);
    const Interval wide = score_interval(0.525, 200, {});
    CHECK(narrow.high - narrow.low < 0.3 * (wide.high - wide.low));
}

TEST_CASE("every outcome of up to three pairs has a sound interval") {
    const auto check = [](const std::vector<int>& pairs) {
        double points = 0;
        for (const int p : pairs) points += p;
        const int games = 2 * static_cast<int>(pairs.size());
        const double score = points / (2.0 * games);
        CHECK(sound(score_interval(score, games, pairs), score));
    };
    for (int a = 0; a <= 4; ++a) {
        check({a});
        for (int b = 0; b <= 4; ++b) {
            check({a, b});
            for (int c = 0; c <= 4; ++c) check({a, b, c});
        }
    }
}

TEST_CASE("no game and a single game are defined") {
    CHECK(sound(score_interval(0.5, 0, {}), 0.5));
    for (const double score : {0.0, 0.5, 1.0}) CHECK(sound(score_interval(score, 1, {}), score));
    MatchStatistics none;
    CHECK(none.score() == 0.5);
    CHECK(none.average_plies() == 0.0);
    CHECK_FALSE(none.any_fault());
    CHECK(table(none, {"a", "b"}).find("nan") == std::string::npos);
}

TEST_CASE("the interval holds the true score in about 95 of 100 matches") {
    Random random(1);
    for (const double shared : {0.0, 0.5}) {
        int held = 0;
        for (int match = 0; match < 2000; ++match) {
            std::vector<int> pairs;
            int points = 0;
            for (int i = 0; i < 100; ++i)
                points += pairs.emplace_back(draw_pair(random, 0.7, shared));
            const Interval range = score_interval(points / 400.0, 200, pairs);
            held += range.low <= 0.7 && 0.7 <= range.high;
        }
        CAPTURE(shared);
        CHECK(held > 1860);  // 1900 expected, with a deviation of 10
        CHECK(held < 1940);
    }
}

TEST_CASE("the Elo difference has known values and no hole") {
    CHECK(elo_difference(0.5) == doctest::Approx(0.0));
    CHECK(elo_difference(0.75) == doctest::Approx(190.8485));
    CHECK(elo_difference(0.25) == doctest::Approx(-190.8485));
    CHECK(elo_difference(10.0 / 11.0) == doctest::Approx(400.0));
    CHECK(std::isinf(elo_difference(1.0)));
    CHECK(elo_difference(0.0) == -elo_difference(1.0));
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
    const std::vector<int> complete = {4, 1};
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
