// Score, Elo, normalised Elo and superiority: known values, coverage of the intervals, and that
// nothing is ever undefined.
#include "tools/referee/score.h"

#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>

#include "engine/util/random.h"

namespace anqi::test {
namespace {

constexpr double kInfinite = INFINITY;

PairCounts pairs_of(std::initializer_list<int> half_points) {
    PairCounts pairs;
    for (const int points : half_points) pairs.add(points);
    return pairs;
}

bool sound(const Interval& range, double value) {
    return range.low <= value && value <= range.high && range.low < range.high;
}

bool sound_score(const Interval& range, double score) {
    return sound(range, score) && range.low >= 0 && range.high <= 1;
}

// Every number is there, inside its interval, and every text free of "nan".
bool sound(const ScoreSummary& s) {
    return sound_score(s.score_range, s.score) && sound(s.elo_range, s.elo) &&
           sound(s.nelo_range, s.nelo) && s.los >= 0 && s.los <= 1 &&
           (score_table(s) + score_line(s)).find("nan") == std::string::npos;
}

// Two games whose luck is shared: with probability `shared` both have the same result.
int draw_pair(Random& random, double win, double shared) {
    const bool first = random.unit() < win;
    const bool second = random.unit() < shared ? first : random.unit() < win;
    return 2 * first + 2 * second;
}

ScoreSummary of_games(std::int64_t wins, std::int64_t draws, std::int64_t losses) {
    return summarise({.wins = wins, .draws = draws, .losses = losses, .pairs = {}});
}

TEST_CASE("ten wins of ten have Wilson's interval") {
    const Interval range = score_interval(1.0, 10, {{0, 0, 0, 0, 5}});
    CHECK(range.low == doctest::Approx(0.722467));  // n / (n + z^2)
    CHECK(range.high == doctest::Approx(1.0));
}

TEST_CASE("games that share their luck count for less") {
    // The variance of a pair is 25/99, as much as that of a single game with one degree of freedom
    // less: 200 games tell as much as 99.
    const Interval range = score_interval(0.5, 200, {{50, 0, 0, 0, 50}});
    const Interval single = score_interval(0.5, 99, {});
    CHECK(range.low == doctest::Approx(single.low));
    CHECK(range.high == doctest::Approx(single.high));
}

TEST_CASE("games without a pair count as independent beside the pairs") {
    const Interval range = score_interval(0.5, 200 + 40, {{50, 0, 0, 0, 50}});
    CHECK(range.low == doctest::Approx(score_interval(0.5, 99 + 40, {}).low));
}

TEST_CASE("pairs of little variance have a narrow interval") {
    const Interval narrow = score_interval(0.525, 200, {{0, 0, 90, 10, 0}});
    const Interval wide = score_interval(0.525, 200, {});
    CHECK(narrow.high - narrow.low < 0.3 * (wide.high - wide.low));
}

TEST_CASE("every outcome of up to three pairs has a sound interval") {
    const auto check = [](const PairCounts& pairs) {
        double points = 0;
        for (std::size_t i = 0; i < pairs.n.size(); ++i)
            points += static_cast<double>(pairs.n[i]) * pair_score(i);
        const double score = points / static_cast<double>(pairs.pairs());
        CHECK(sound_score(score_interval(score, 2 * pairs.pairs(), pairs), score));
    };
    for (int a = 0; a <= 4; ++a) {
        check(pairs_of({a}));
        for (int b = 0; b <= 4; ++b) {
            check(pairs_of({a, b}));
            for (int c = 0; c <= 4; ++c) check(pairs_of({a, b, c}));
        }
    }
}

TEST_CASE("no game and a single game have an interval") {
    CHECK(sound_score(score_interval(0.5, 0, {}), 0.5));
    for (const double score : {0.0, 0.5, 1.0})
        CHECK(sound_score(score_interval(score, 1, {}), score));
}

TEST_CASE("the score's interval holds the true score in about 95 of 100 matches") {
    Random random(1);
    for (const double shared : {0.0, 0.5}) {
        int held = 0;
        for (int match = 0; match < 2000; ++match) {
            PairCounts pairs;
            for (int i = 0; i < 100; ++i) pairs.add(draw_pair(random, 0.7, shared));
            const double score =
                (static_cast<double>(pairs.n[4]) + 0.5 * static_cast<double>(pairs.n[2])) / 100;
            const Interval range = score_interval(score, 200, pairs);
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
    CHECK(elo_difference(1.0) == kInfinite);
    CHECK(elo_difference(0.0) == -kInfinite);
}

TEST_CASE("games are counted by result, and pairs when their second game is in") {
    ScoreCounter counter;
    counter.add(1, 2);
    counter.add(2, 1);
    counter.add(1, 2);
    counter.add(3, 0);
    counter.add(2, 0);
    counter.add(0, 2);
    counter.add(0, 2);
    const ScoreCounts expected{.wins = 4, .draws = 1, .losses = 2, .pairs = {{0, 1, 0, 0, 1}}};
    CHECK(counter.counts() == expected);
    CHECK(counter.counts().games() == 7);
    CHECK(counter.counts().single_games() == 3);
}

TEST_CASE("normalised Elo is the score's distance to 1/2 in deviations of a game") {
    // Pairs of scores 1/2 (three times) and 1: mean 5/8, variance 3/64, of a game 3/32.
    const ScoreSummary s =
        summarise({.wins = 5, .draws = 0, .losses = 3, .pairs = {{0, 0, 3, 0, 1}}});
    CHECK(s.nelo == doctest::Approx(800 / std::log(10.0) * 0.125 / std::sqrt(3.0 / 32)));
    // Without pairs the variance is that of games: of 1 win and 1 draw, mean 3/4, deviation 1/4.
    CHECK(of_games(1, 1, 0).nelo == doctest::Approx(800 / std::log(10.0)));
    // A level match: the error of the mean alone, z sigma / sqrt(n) for n games.
    const ScoreSummary level = of_games(50, 0, 50);
    CHECK(level.nelo == doctest::Approx(0.0));
    CHECK(level.nelo_range.high == doctest::Approx(kZ95 * 800 / std::log(10.0) / 10));
}

TEST_CASE("the interval of normalised Elo holds the true value in about 95 of 100 matches") {
    Random random(2);
    for (const double win : {0.5, 0.6, 0.9}) {
        // Both games alike with probability 1/2: the variance of a pair is 3/4 of a game's.
        const double truth = kNormalisedUnit * (win - 0.5) / std::sqrt(1.5 * win * (1 - win));
        int held = 0;
        for (int match = 0; match < 2000; ++match) {
            ScoreCounts counts;
            for (int i = 0; i < 200; ++i) counts.pairs.add(draw_pair(random, win, 0.5));
            counts.wins = 2 * counts.pairs.n[4] + counts.pairs.n[2];
            counts.losses = 400 - counts.wins;
            const Interval range = summarise(counts).nelo_range;
            held += range.low <= truth && truth <= range.high;
        }
        CAPTURE(win);
        CHECK(held > 1860);
        CHECK(held < 1940);
    }
}

TEST_CASE("the likelihood of superiority has known values") {
    CHECK(of_games(0, 0, 0).los == doctest::Approx(0.5));
    CHECK(of_games(5, 9, 5).los == doctest::Approx(0.5));
    // sqrt(n) deviations for n wins of n.
    CHECK(of_games(1, 0, 0).los == doctest::Approx(0.841345));
    CHECK(of_games(0, 0, 4).los == doctest::Approx(0.0227501));
    // 60 of 100: (0.6 - 0.5) / sqrt(0.24 / 100) = 2.04124 deviations.
    CHECK(of_games(60, 0, 40).los == doctest::Approx(0.979387).epsilon(1e-5));
}

TEST_CASE("every small match has a summary without holes") {
    CHECK(sound(summarise({})));
    for (int wins = 0; wins <= 3; ++wins) {
        for (int draws = 0; draws <= 3; ++draws) {
            for (int losses = 0; losses <= 3; ++losses) {
                CAPTURE(wins);
                CAPTURE(draws);
                CAPTURE(losses);
                CHECK(sound(of_games(wins, draws, losses)));
            }
        }
    }
}

TEST_CASE("every match of two pairs and up to two single games has a summary without holes") {
    for (int games = 0; games < 729; ++games) {
        ScoreCounter counter;
        int rest = games;
        for (int i = 0; i < 6; ++i, rest /= 3) counter.add(i < 4 ? 1 + i / 2 : 0, rest % 3);
        CAPTURE(games);
        CHECK(sound(summarise(counter.counts())));
    }
}

TEST_CASE("nothing but wins, draws or losses") {
    ScoreCounts wins{.wins = 20, .draws = 0, .losses = 0, .pairs = {{0, 0, 0, 0, 10}}};
    const ScoreSummary won = summarise(wins);
    CHECK(sound(won));
    CHECK(won.elo == kInfinite);
    CHECK(won.nelo == kInfinite);
    CHECK(won.elo_range.low == doctest::Approx(elo_difference(won.score_range.low)));
    CHECK(std::isfinite(won.nelo_range.low));
    const ScoreSummary drawn =
        summarise({.wins = 0, .draws = 20, .losses = 0, .pairs = {{0, 0, 10, 0, 0}}});
    CHECK(sound(drawn));
    CHECK(drawn.elo == doctest::Approx(0.0));
    CHECK(drawn.nelo == doctest::Approx(0.0));
    const ScoreSummary lost =
        summarise({.wins = 0, .draws = 0, .losses = 21, .pairs = {{10, 0, 0, 0, 0}}});
    CHECK(sound(lost));
    CHECK(lost.nelo == -kInfinite);
    CHECK(score_line(lost).find("Elo -inf (-inf to -") != std::string::npos);
    CHECK(score_table(won).find("inf  (95 %: +") != std::string::npos);
}

TEST_CASE("engines that swap sides have mirrored numbers") {
    const ScoreSummary a =
        summarise({.wins = 9, .draws = 4, .losses = 3, .pairs = {{0, 1, 2, 1, 3}}});
    const ScoreSummary b =
        summarise({.wins = 3, .draws = 4, .losses = 9, .pairs = {{3, 1, 2, 1, 0}}});
    CHECK(a.score + b.score == doctest::Approx(1));
    CHECK(a.elo == doctest::Approx(-b.elo));
    CHECK(a.nelo == doctest::Approx(-b.nelo));
    CHECK(a.nelo_range.low == doctest::Approx(-b.nelo_range.high));
    CHECK(a.los + b.los == doctest::Approx(1));
}

TEST_CASE("score line and table") {
    const ScoreSummary s = of_games(80, 30, 10);
    CHECK(score_line(s) ==
          "120 games, +80 =30 -10, score 79.2 % (71.1 to 85.5), Elo +231.9 (+156.0 to +307.8), LOS "
          "100.0 %");
    const std::string table = score_table(s);
    CHECK(table.find("draws                           30\n") != std::string::npos);
    CHECK(table.find("score %                      79.17  (95 %: 71.") != std::string::npos);
    CHECK(table.find("pairs                    0 0 0 0 0  (of 0,") != std::string::npos);
    CHECK(signed_text(-0.01) == "0.0");
    CHECK(signed_text(-kInfinite) == "-inf");
}

}  // namespace
}  // namespace anqi::test
