// What the results of engine A against B say about their strength: score, Elo, normalised Elo,
// likelihood of superiority, each with a 95 % interval where it has one. Pure functions; nothing
// here is ever NaN, whatever the counts.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tools/referee/pair_counts.h"

namespace anqi {

// The normal distribution's 97.5 % point.
inline constexpr double kZ95 = 1.959963984540054;

struct Interval {
    double low = 0.0;
    double high = 1.0;
};

// Wilson's 95 % interval (E. B. Wilson, "Probable inference, the law of succession, and statistical
// inference", 1927) of a score, 0 to 1, after so many independent won or lost games; `games` need
// not be whole. Inside [0, 1], never of no width, and it holds the score. Without a game it is the
// whole range.
Interval wilson_interval(double score, double games);

// The 95 % interval of a score (0 to 1) of `games` games, of which `pairs` are the complete pairs.
// Since the two games of a pair share their luck, the variance is taken between pairs: the interval
// is Wilson's for as many independent games as would have that variance. Where pairs show no
// variance at all, and outside complete pairs, every game counts as independent.
Interval score_interval(double score, std::int64_t games, const PairCounts& pairs);

// The Elo difference that makes this score expected, 400 log10(s / (1 - s)); infinite at 0 and 1.
double elo_difference(double score);

// One point of t = (mean - 1/2) / sigma, with sigma the standard deviation of one game, in nElo.
// So small differences between engines that win or lose every game are worth the same in Elo.
// M. Van den Bergh, "Comments on Normalized Elo", whose unit Fishtest and fastchess use:
// 800 / ln 10.
inline constexpr double kNormalisedUnit = 347.43558552260146;

// Results of engine A. The games of `pairs` are counted in wins, draws and losses too.
struct ScoreCounts {
    std::int64_t wins = 0;
    std::int64_t draws = 0;
    std::int64_t losses = 0;
    PairCounts pairs;

    std::int64_t games() const { return wins + draws + losses; }
    // Games of which the other one of the pair is missing, or which never had one.
    std::int64_t single_games() const { return games() - 2 * pairs.pairs(); }

    friend bool operator==(const ScoreCounts&, const ScoreCounts&) = default;
};

// Counts games one by one, in any order. Holds one entry for each pair still open.
class ScoreCounter {
  public:
    // `half_points` of engine A: 0, 1 or 2. A pair's second game closes it; 0 = without a pair.
    void add(int pair, int half_points);
    const ScoreCounts& counts() const { return counts_; }

  private:
    ScoreCounts counts_;
    std::map<int, int> open_;  // pair -> half points of its first game
};

struct ScoreSummary {
    ScoreCounts counts;
    double score = 0.5;  // per game, 0 to 1; 1/2 without a game
    Interval score_range;
    double elo = 0;  // infinite when every game was won or lost
    Interval elo_range;
    // kNormalisedUnit * (mean - 1/2) / sigma, sigma^2 = twice the variance of a complete pair's
    // score per game. Where pairs show no variance, that of single games; where these show none
    // either, that of games won or lost with this score: then it is 0 for nothing but draws and
    // infinite for nothing but wins or losses.
    double nelo = 0;
    Interval nelo_range;
    // Likelihood of superiority, 0 to 1: how probable it is that A is the stronger one.
    double los = 0.5;
};

// Requires counts that fit each other: no negative one, single_games() >= 0.
ScoreSummary summarise(const ScoreCounts& counts);

// "+12.3", "-0.4", "0.0", "inf", "-inf".
std::string signed_text(double value);
// Lines of a table, with a newline each: games, results, pairs, score, Elo, nElo, LOS.
std::string score_table(const ScoreSummary& summary);
// "120 games, +80 =30 -10, score 79.2 % (71.9 to 85.0), Elo +231.9 (+163.3 to +301.3), LOS 100.0 %"
std::string score_line(const ScoreSummary& summary);

}  // namespace anqi
