// Position values from an engine over the protocol: the same as in process, and errors that say
// what happened.
#include "tools/referee/luck_engine.h"

#include <cmath>
#include <csignal>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/eval/evaluator.h"
#include "engine/eval/network_source.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/process.h"

namespace anqi::test {
namespace {

constexpr Milliseconds kPatience = 10'000;

std::unique_ptr<EngineProcess> start(const std::vector<std::string>& argv) {
    std::signal(SIGPIPE, SIG_IGN);
    auto process = EngineProcess::start({.argv = argv});
    REQUIRE(process.ok());
    return std::move(process).value();
}

// What a shell script as engine makes of one position, after `milliseconds`.
std::string error_of(const std::string& script, Milliseconds patience = kPatience) {
    const auto process = start({"sh", "-c", script});
    LuckEngine engine(*process, patience);
    const auto value = engine.value(Position::start());
    return value ? std::string() : value.error();
}

double value_of(const RuleSet& rules, const Position& position) {
    return evaluate(rules, EvalParams{}, position, load_network("builtin").network);
}

TEST_CASE("an engine's values are those of the evaluator, under its rules") {
    const auto process = start({engine_path()});
    LuckEngine engine(*process, kPatience);
    Random random(1);
    for (const char* name : {"olympiad", "xiangqi"}) {
        const RuleSet& rules = rules_of(name);
        REQUIRE(engine.set_rules(rules).ok());
        for (int plies = 1; plies < 60; plies += 10) {
            Game game(rules);
            play_randomly(game, random, plies);
            const auto value = engine.value(game.position());
            REQUIRE(value.ok());
            // The engine writes four digits.
            CHECK(std::abs(*value - value_of(rules, game.position())) < 0.00006);
        }
    }
}

TEST_CASE("the luck of a game by an engine is that by the evaluator") {
    const auto process = start({engine_path()});
    LuckEngine engine(*process, kPatience);
    REQUIRE(engine.set_rules(default_rules()).ok());
    Random random(2);
    Game game;
    play_randomly(game, random, 200);
    GameLog log;
    log.events = game.events();
    const auto asked = luck_of(log, engine.evaluate());
    REQUIRE(asked.ok());
    const auto computed = luck_of(log, [](const Position& position) -> Result<double> {
        return value_of(default_rules(), position);
    });
    // At most 31 flips, each off by two roundings.
    CHECK(std::abs(*asked - *computed) < 31 * 0.0001);
}

TEST_CASE("what an engine does instead of answering is named") {
    CHECK(error_of("read a; echo '?1 unknown command'; read b").find("was refused: 'unknown") !=
          std::string::npos);
    CHECK(error_of("read a; echo '=7'; read b").find("wrong id") != std::string::npos);
    CHECK(error_of("read a").find("is gone") != std::string::npos);
    CHECK(error_of("read a; read b", 50).find("not answered in time") != std::string::npos);
    CHECK(error_of("read a; echo '=1'; read b; echo '=2 good'; read c") ==
          "'eval' was answered with 'good', which is no number");
    CHECK(error_of("read a; echo '=1'; read b; echo '=2 0.5'; read c").empty());
}

}  // namespace
}  // namespace anqi::test
