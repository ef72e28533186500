// What a player keeps between searches, and what it must not.
#include "engine/player/player.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/util/clock.h"
#include "tests/support/engine_helpers.h"

namespace anqi::test {
namespace {

const SteadyClock steady;

// A middle game with a few pieces face down and a lead.
constexpr auto kPosition = "RMM1/K2N/2mX/g2P/1pCX/r1kn/G2G/4 b cp 3";

Report searched(Player& player) {
    const StopFlag never;
    CallLimits limits;
    limits.visits = 3'000;
    return player.choose(limits, never).report;
}

bool same(const Report& a, const Report& b) {
    return a.visits == b.visits &&
           std::equal(a.candidates.begin(), a.candidates.end(), b.candidates.begin(),
                      b.candidates.end(), [](const Candidate& x, const Candidate& y) {
                          return x.move == y.move && x.visits == y.visits && x.value == y.value;
                      });
}

Settings settings_of(PlayerKind kind, const RuleSet& rules) {
    Settings settings;
    settings.player = kind;
    settings.rules = rules;
    settings.memory = 16;
    return settings;
}

// Searches under one rule set, then under another, and compares with a player that knows the second
// only.
void check_forgets(PlayerKind kind, const RuleSet& before, const RuleSet& after) {
    Player used(settings_of(kind, before), steady), fresh(settings_of(kind, after), steady);
    used.new_game(position_of(kPosition));
    fresh.new_game(position_of(kPosition));
    const Report old = searched(used);
    REQUIRE(used.configure(settings_of(kind, after)));
    const Report now = searched(used), expected = searched(fresh);
    CHECK(same(now, expected));
    CHECK(!same(old, expected));
}

TEST_CASE("what was searched under other rules is forgotten") {
    RuleSet short_limit = default_rules();
    short_limit.quiet_limit = 6;
    for (const PlayerKind kind : {PlayerKind::mcts, PlayerKind::alphabeta}) {
        check_forgets(kind, default_rules(), rules_of("xiangqi"));
        check_forgets(kind, rules_of("xiangqi"), rules_of("exchange"));
        check_forgets(kind, default_rules(), short_limit);
    }
}

}  // namespace
}  // namespace anqi::test
