// The luck of games: exact small examples, no luck on average whatever the value function, and less
// variance in games between equal players.
#include "tools/referee/luck.h"

#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <vector>

#include "engine/core/deal.h"
#include "engine/core/notation.h"
#include "engine/eval/evaluator.h"
#include "engine/player/player.h"
#include "tests/support/engine_helpers.h"
#include "tools/referee/luck_search.h"

namespace anqi::test {
namespace {

GameLog log_of(std::string_view start, std::string_view events) {
    GameLog log;
    log.start = position_of(start);
    for (const auto word : split_words(events)) log.events.push_back(event_of(word));
    return log;
}

// Values by position text, for the side to move; anything else is an error.
Evaluate values(std::map<std::string, double> table) {
    return [table = std::move(table)](const Position& position) -> Result<double> {
        const auto found = table.find(to_text(position));
        if (found == table.end()) return Error{"asked for " + to_text(position)};
        return found->second;
    };
}

Evaluate static_value(const RuleSet& rules) {
    return [rules](const Position& position) -> Result<double> {
        return evaluate(rules, EvalParams{}, position);
    };
}

TEST_CASE("luck is the value after a flip less its expectation over the pool") {
    // Three pieces face down, two red soldiers and a black general; red flips. Black is to move
    // then, so red's values are minus these: 0.6 twice and -0.9 once, on average 0.1.
    const auto evaluate = values({{"KXXX/####/####/####/####/####/####/#### b P2k 0", 9},
                                  {"KPXX/####/####/####/####/####/####/#### b Pk 0", -0.6},
                                  {"KkXX/####/####/####/####/####/####/#### b P2 0", 0.9},
                                  {"KPPX/####/####/####/####/####/####/#### r k 0", 0.2},
                                  {"KPkX/####/####/####/####/####/####/#### r P 0", 0.4}});
    const std::string_view start = "KXXX/####/####/####/####/####/####/#### r P2k 7";
    const auto good = luck_of(log_of(start, "b8=P"), evaluate);
    REQUIRE(good.ok());
    CHECK(*good == doctest::Approx(0.6 - 0.1));
    const auto bad = luck_of(log_of(start, "b8=k"), evaluate);
    REQUIRE(bad.ok());
    CHECK(*bad == doctest::Approx(-0.9 - 0.1));
    // Then the second seat flips: 0.2 or 0.4 for the first one, who is to move, on average 0.3. The
    // last flip has one outcome only and is no luck: no value is asked for.
    const auto both = luck_of(log_of(start, "b8=P c8=P d8=k"), evaluate);
    REQUIRE(both.ok());
    CHECK(*both == doctest::Approx(0.5 - 0.1));
}

TEST_CASE("the first flip counts for the seat, whatever colour it gives") {
    // The flipper gets the colour that appears, so the opponent is to move. Values 0.2 (red shown,
    // two of three) and -0.4 for the opponent: 0 on average.
    const auto evaluate = values({{"RXX#/####/####/####/####/####/####/#### b Rn 0", 0.2},
                                  {"nXX#/####/####/####/####/####/####/#### r R2 0", -0.4}});
    const std::string_view start = "XXX#/####/####/####/####/####/####/#### ? R2n 0";
    CHECK(*luck_of(log_of(start, "a8=R"), evaluate) == doctest::Approx(-0.2));
    CHECK(*luck_of(log_of(start, "a8=n"), evaluate) == doctest::Approx(0.4));
}

TEST_CASE("errors name the ply") {
    const auto error = [](std::string_view events, double value) {
        const auto luck = luck_of(log_of("start", events), [&](const Position&) -> Result<double> {
            if (value > 5) return Error{"no such command"};
            return value;
        });
        return luck ? std::string() : luck.error();
    };
    CHECK(error("a1=K b1=k", 1).empty());
    CHECK(error("a1=K a1a2 b1=k", 0).starts_with("ply 2: "));
    CHECK(error("a1=K", 9) == "ply 1: no such command");
    CHECK(error("a1=K", -1.5) == "ply 1: the value -1.5 is not between -1 and 1");
    CHECK(error("a1=K", NAN).starts_with("ply 1: the value"));
}

struct Average {
    double sum = 0, squares = 0;
    int count = 0;

    void add(double x) {
        sum += x;
        squares += x * x;
        ++count;
    }
    double mean() const { return sum / count; }
    double error() const { return std::sqrt((squares / count - mean() * mean()) / count); }
};

// A value without any sense, nearly always on one side's: unbiasedness must not depend on it.
Result<double> nonsense(const Position& position) {
    return static_cast<double>(position.key() % 1000) / 1000;
}

TEST_CASE("random play has no luck on average, whatever the value, and no verdict after a chance") {
    Random random(1);
    for (const char* name : {"olympiad", "platform", "exchange", "xiangqi"}) {
        const RuleSet& rules = rules_of(name);
        const Evaluate sensible = static_value(rules);
        Average luck, noise;
        for (int i = 0; i < by_build(150, 30); ++i) {
            Game game(rules);
            play_randomly(game, random, 10'000);
            GameLog log;
            log.rules = rules;
            log.events = game.events();
            int finished = 0;
            const auto watched = [&](const Position& position) {
                finished += verdict(rules, position, History(position)).over();
                return sensible(position);
            };
            luck.add(luck_of(log, watched).value());
            noise.add(luck_of(log, nonsense).value());
            CHECK(finished == 0);
        }
        CAPTURE(name);
        CHECK(luck.error() > 0);
        CHECK(std::abs(luck.mean()) < 3 * luck.error());
        CHECK(std::abs(noise.mean()) < 3 * noise.error());
    }
}

// One game of the alpha-beta searcher against itself, with so few visits that it is quick.
GameLog game_of_equals(Player& player, Random& random) {
    player.new_game();
    const Game& game = player.game();
    const Deal deal(game.position(), random);
    while (!game.over()) {
        const auto move = player.choose({}, StopFlag()).move;
        REQUIRE(move.has_value());
        REQUIRE(player.play(deal.reveal(*move)) == Illegal::none);
    }
    GameLog log;
    log.engines = {"a", "b"};
    log.events = game.events();
    const int score = score_for(game.outcome(), log.first_colour());
    if (score != 0) log.result = score > 0 ? SeatResult::first : SeatResult::second;
    return log;
}

TEST_CASE("a short search gives the same position the same value, and an error without actions") {
    const RuleSet& rules = default_rules();
    LuckSearch search(rules, 20);
    const Position hanging = position_of("KrXX/####/####/####/####/####/####/#### r P2 0");
    const double before = search.value(hanging).value();
    CHECK(before > 0);
    CHECK(search.value(position_of("krXX/####/####/####/####/####/####/#### r P2 0")).ok());
    CHECK(search.value(hanging).value() == before);
    CHECK_FALSE(search.value(position_of("Pr##/####/####/####/####/####/####/#### r - 0")).ok());
}

TEST_CASE("between equal players the adjusted score has the same mean and less variance") {
    Settings settings;
    settings.player = PlayerKind::alphabeta;
    settings.visits = 20;
    settings.memory = 1;
    const SteadyClock clock;
    Player player(settings, clock);
    LuckSearch search(settings.rules, 20);
    Random random(2);
    std::vector<GameLog> logs;
    Average luck;
    // Few, for they are slow; the seed fixes which, in every build the same.
    const int games = 25;
    for (int i = 0; i < games; ++i) {
        logs.push_back(game_of_equals(player, random));
        logs.back().luck = luck_of(logs.back(), search.evaluate()).value();
        luck.add(*logs.back().luck);
    }
    const LuckSummary s = summarise_luck(luck_games(logs, "a"));
    CHECK(s.games == games);
    CHECK(std::abs(luck.mean()) < 3 * luck.error());
    CHECK(s.raw.mean - s.adjusted.mean == doctest::Approx(luck.mean() / 2));
    CHECK(s.raw.game_variance > 0.05);
    CHECK(s.game_variance_ratio() < 0.9);
    CHECK(s.adjusted.range.high - s.adjusted.range.low < s.raw.range.high - s.raw.range.low);
}

GameLog finished(int pair, const char* first, SeatResult result, double luck) {
    GameLog log;
    log.pair = pair;
    log.engines = {first, first == std::string("a") ? "b" : "a"};
    log.result = result;
    log.luck = luck;
    return log;
}

TEST_CASE("luck is seen from the engine, not from the seat") {
    std::vector<GameLog> logs = {finished(1, "a", SeatResult::first, 0.25),
                                 finished(1, "b", SeatResult::first, 0.5),
                                 finished(2, "b", SeatResult::draw, -0.5)};
    logs.push_back(logs.back());
    logs.back().luck.reset();
    const auto games = luck_games(logs, "a");
    REQUIRE(games.size() == 3);
    CHECK(games[0].points == 1);
    CHECK(games[0].luck == 0.25);
    CHECK(games[1].points == -1);
    CHECK(games[1].luck == -0.5);
    CHECK(games[2].points == 0);
    CHECK(games[2].luck == 0.5);
    CHECK(luck_games(logs, "c").empty());
}

TEST_CASE("the summary of known games") {
    // Pairs of scores (1, 0), (1, 1/2), luck (1, -1), (0, 0): adjusted (1/2, 1/2), (1, 1/2).
    const std::vector<LuckGame> games = {{1, 1, 1}, {1, -1, -1}, {2, 1, 0}, {2, 0, 0}};
    const LuckSummary s = summarise_luck(games);
    CHECK(s.games == 4);
    CHECK(s.units == 2);
    CHECK(s.raw.mean == doctest::Approx(0.625));
    CHECK(s.raw.game_variance == doctest::Approx(0.6875 / 3));
    CHECK(s.raw.unit_variance == doctest::Approx(0.03125));  // of 1/2 and 3/4
    CHECK(s.adjusted.mean == doctest::Approx(0.625));
    CHECK(s.adjusted.game_variance == doctest::Approx(0.0625));
    CHECK(s.adjusted.unit_variance == doctest::Approx(0.03125));
    CHECK(s.game_variance_ratio() == doctest::Approx(0.1875 / 0.6875));
    CHECK(s.unit_variance_ratio() == doctest::Approx(1));
}

TEST_CASE("games without a pair are units of their own") {
    const std::vector<LuckGame> games = {{0, 1, 0.5}, {0, -1, 0}, {3, 1, 0}, {0, 1, 0}};
    const LuckSummary s = summarise_luck(games);
    CHECK(s.units == 4);
    CHECK(s.raw.unit_variance == doctest::Approx(s.raw.game_variance));
    CHECK(s.adjusted.unit_variance == doctest::Approx(s.adjusted.game_variance));
    CHECK(s.raw.game_variance == doctest::Approx(0.25));
}

TEST_CASE("no luck summary has holes") {
    const std::vector<std::vector<LuckGame>> cases = {
        {},
        {{1, 1, 0}},
        {{1, -1, -2.5}},
        {{1, 1, 0}, {1, 1, 0}, {2, 1, 0}},
        {{1, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 0, 0}},
        {{1, 1, -1}, {1, 1, -1}, {2, 1, -0.5}, {2, 1, -1}},
        {{1, 1, 0.3}, {1, -1, -0.3}, {2, 1, 0.7}, {2, -1, -0.7}, {3, -1, 0.1}, {3, 1, -0.1}},
        {{1, 0, 0.5}, {1, 0, 0.25}, {2, 0, 0}, {2, 0, 0}}};
    for (const auto& games : cases) {
        const LuckSummary s = summarise_luck(games);
        for (const Sample* sample : {&s.raw, &s.adjusted}) {
            CHECK(std::isfinite(sample->mean));
            CHECK(std::isfinite(sample->game_variance));
            CHECK(std::isfinite(sample->unit_variance));
            CHECK(sample->range.low >= 0);
            CHECK(sample->range.low < sample->range.high);
            CHECK(sample->range.high <= 1);
        }
        CHECK_FALSE(std::isnan(s.game_variance_ratio()));
        CHECK_FALSE(std::isnan(s.unit_variance_ratio()));
        CHECK(luck_table(s).find("nan") == std::string::npos);
    }
}

}  // namespace
}  // namespace anqi::test
