// Strength levels: what they do to the engine's answers. How strong they are is for tools/ladder.
#include "engine/player/level.h"

#include <doctest/doctest.h>
#include <set>

#include "engine/player/player.h"
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
    for (std::size_t i = 1; i + 1 < kLevels.size(); ++i) {
        CHECK(kLevels[i].visits >= kLevels[i - 1].visits);
        CHECK(kLevels[i].noise <= (i > 1 ? kLevels[i - 1].noise : 1));
    }
}

TEST_CASE("a level counts visits, whatever else limits it less") {
    for (const int level : {2, 5, 8}) {
        Settings settings = at_level(level);
        settings.visits = 100'000;
        const auto visits = kLevels[static_cast<std::size_t>(level)].visits;
        CHECK(choose_at(settings, middle_game()).report.visits == visits);
        settings.visits = 3;
        CHECK(choose_at(settings, middle_game()).report.visits == 3);
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
