// Strength levels: what they do to the engine's answers. How strong they are is for tools/ladder.
#include "engine/player/level.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <set>

#include "engine/player/player.h"
#include "engine/search/mcts.h"
#include "engine/util/clock.h"
#include "tests/support/engine_helpers.h"

namespace anqi::test {
namespace {

Settings at_level(int level) {
    Settings settings;
    settings.level = level;
    settings.memory = 16;
    return settings;
}

Decision choose_at(const Settings& settings, const Position& position) {
    const SteadyClock clock;
    Player player(settings, clock);
    player.new_game(position);
    return player.choose({}, StopFlag());
}

// Black has several captures and quiet moves here, none of which wins at once.
Position middle_game() {
    return position_of("RMCr/XRMN/XnXX/XXXX/XXgX/r1kn/Xp1X/m1G1 b KGCP3gmcp4 0");
}

TEST_CASE("levels have numbers and names") {
    CHECK(find_level("0") == 0);
    CHECK(find_level("10") == kTopLevel);
    CHECK(find_level("medium") == 5);
    CHECK(find_level("master") == kTopLevel);
    for (const char* wrong : {"11", "-1", "", "Medium", "5 "}) CHECK_FALSE(find_level(wrong));
    for (int i = 2; i < kTopLevel; ++i) {
        CHECK(level_at(i).visits >= level_at(i - 1).visits);
        CHECK(level_at(i).random <= level_at(i - 1).random);
    }
}

TEST_CASE("a level counts visits, whatever else limits it less") {
    for (const int level : {2, 5, 8}) {
        Settings settings = at_level(level);
        settings.visits = 100'000;
        const auto visits = level_at(level).visits;
        CHECK(choose_at(settings, middle_game()).report.visits == visits);
        settings.visits = std::max<std::int64_t>(1, visits - 1);
        CHECK(choose_at(settings, middle_game()).report.visits == settings.visits);
    }
}

TEST_CASE("a level answers the same for a seed, and among several seeds not always the same") {
    std::set<std::uint16_t> answers;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Settings settings = at_level(2);
        settings.seed = seed;
        const auto move = choose_at(settings, middle_game()).move;
        REQUIRE(move);
        CHECK(choose_at(settings, middle_game()).move == move);
        answers.insert(move->raw());
    }
    CHECK(answers.size() > 1);
}

TEST_CASE("a level draws its share of actions among all of them") {
    const Game game(default_rules(), middle_game());
    const auto n = static_cast<double>(game.legal_moves().size());
    for (const int level : {1, 3}) {
        const double random = level_at(level).random;
        std::map<std::uint16_t, int> answers;
        constexpr int seeds = 400;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            Settings settings = at_level(level);
            settings.seed = seed;
            ++answers[choose_at(settings, middle_game()).move.value().raw()];
        }
        int most = 0;
        for (const auto& [move, count] : answers) most = std::max(most, count);
        // The action of the search comes up whenever none is drawn, and now and then when one is.
        const double expected = 1 - random + random / n;
        CHECK(most / double{seeds} == doctest::Approx(expected).epsilon(0.2));
        CHECK(static_cast<double>(answers.size()) > 0.9 * n);
    }
}

TEST_CASE("misjudged leaves give other values for another seed, the same ones for the same") {
    const SteadyClock clock;
    const Game game(default_rules(), middle_game());
    const auto values = [&](double misjudgement, std::uint64_t seed) {
        MctsSettings settings;
        settings.seed = seed;
        settings.memory = 16;
        settings.misjudgement = misjudgement;
        Limits limits;
        limits.visits = 60;
        const Report report = make_mcts(settings, clock)->search(game, limits, StopFlag(), nullptr);
        std::map<std::uint16_t, double> by_move;
        for (const Candidate& c : report.candidates) {
            CHECK(std::abs(c.value) <= 1);
            if (c.visits > 0) by_move[c.move.raw()] = c.value;
        }
        return by_move;
    };
    CHECK(values(0.5, 1) == values(0.5, 1));
    CHECK(values(0.5, 1) != values(0.5, 2));
    CHECK(values(0.5, 1) != values(0, 1));
    CHECK(values(0, 1) == values(0, 1));
}

TEST_CASE("level 0 draws among all actions") {
    std::set<std::uint16_t> answers;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Settings settings = at_level(0);
        settings.seed = seed;
        answers.insert(choose_at(settings, middle_game()).move.value().raw());
    }
    const Game game(default_rules(), middle_game());
    CHECK(answers.size() == game.legal_moves().size());
}

TEST_CASE("the upper half of the levels never misses an action that wins at once") {
    // Red's general, among much else that it can do, takes the last black piece.
    const Position position = position_of("4/4/4/4/2M1/G3/Kg2/R2P r - 0");
    for (int level = 5; level <= kTopLevel; ++level) {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            Settings settings = at_level(level);
            settings.seed = seed;
            settings.visits = 200;
            CHECK(choose_at(settings, position).move == move_of("a2b2"));
        }
    }
}

TEST_CASE("a level is the engine's alone, and the top one is all of it") {
    Settings settings = at_level(3);
    settings.visits = 500;
    settings.player = PlayerKind::mcts;
    CHECK(choose_at(settings, middle_game()).report.visits == 500);
    settings.player = PlayerKind::by_phase;
    settings.level = kTopLevel;
    CHECK(choose_at(settings, middle_game()).report.visits == 500);
}

TEST_CASE("an analysis is not weakened") {
    const SteadyClock clock;
    Player player(at_level(2), clock);
    CallLimits call;
    call.visits = 700;
    call.analysis = true;
    CHECK(player.choose(call, StopFlag()).report.visits == 700);
}

}  // namespace
}  // namespace anqi::test
