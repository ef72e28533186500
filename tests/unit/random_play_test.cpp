// Uniform random play without repetition rule: length and outcome of 200,000 games are known from
// another program, and a sample must agree with them within its own uncertainty.
#include <cmath>
#include <doctest/doctest.h>

#include "tests/support/engine_helpers.h"

namespace anqi {
namespace {

struct Sample {
    int games = 0;
    double plies = 0, squares = 0;
    int drawn = 0, first = 0, second = 0;

    double mean_plies() const { return plies / games; }
    // Standard errors.
    double error_of_plies() const {
        return std::sqrt((squares / games - mean_plies() * mean_plies()) / games);
    }
    double error_of(double share) const { return std::sqrt(share * (1 - share) / games); }
    double share(int count) const { return static_cast<double>(count) / games; }
};

void play_one(const RuleSet& rules, Random& random, Sample& sample) {
    Game game(rules);
    test::play_randomly(game, random, 100'000);
    const double plies = game.plies();
    ++sample.games;
    sample.plies += plies;
    sample.squares += plies * plies;
    // The first flip gave its player the colour that appeared.
    const Winner winner = game.outcome().winner;
    const Winner first = winner_for(colour_of(game.events().front().revealed()));
    if (winner == Winner::draw) {
        ++sample.drawn;
    } else {
        ++(winner == first ? sample.first : sample.second);
    }
}

Sample sample_games(int quiet_limit, std::uint64_t seed) {
    RuleSet rules = default_rules();
    rules.quiet_limit = quiet_limit;
    rules.repetition = 0;
    Random random(seed);
    Sample sample;
    while (sample.games < test::by_build(20'000, 1'000)) play_one(rules, random, sample);
    return sample;
}

// Four standard errors, the known figures' own rounding and a tenth for their uncertainty.
bool agrees(double found, double known, double error, double rounding) {
    return std::abs(found - known) < 4.4 * error + rounding;
}

void check_known(int quiet_limit, double plies, double drawn) {
    const Sample sample = sample_games(quiet_limit, static_cast<std::uint64_t>(quiet_limit));
    CAPTURE(sample.mean_plies());
    CAPTURE(sample.share(sample.drawn));
    CHECK(agrees(sample.mean_plies(), plies, sample.error_of_plies(), 0.05));
    CHECK(agrees(sample.share(sample.drawn), drawn, sample.error_of(drawn), 0.0005));
}

TEST_SUITE("slow") {
    TEST_CASE("random games with a quiet limit of 40 plies") { check_known(40, 210.6, 0.866); }
    TEST_CASE("random games with a quiet limit of 60 plies") { check_known(60, 260.4, 0.703); }
    TEST_CASE("random games with a quiet limit of 180 plies") {
        check_known(180, 363.4, 0.241);
        const Sample sample = sample_games(180, 7);
        CHECK(agrees(sample.share(sample.first), 0.38, sample.error_of(0.38), 0.0005));
        CHECK(agrees(sample.share(sample.second), 0.38, sample.error_of(0.38), 0.0005));
    }
}

}  // namespace
}  // namespace anqi
