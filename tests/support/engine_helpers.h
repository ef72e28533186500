// Short ways to say things to the engine in tests. Bad text in a test is a fault of the test: these
// throw std::runtime_error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/core/rules.h"
#include "engine/util/random.h"
#include "tests/support/reference_rules.h"

namespace anqi::test {

Position position_of(std::string_view text);
Move move_of(std::string_view text);
Event event_of(std::string_view text);
const RuleSet& rules_of(std::string_view name);
// From a position text, or from the start for "start".
Game game_of(std::string_view rules, std::string_view position);
Game game_of(const RuleSet& rules, std::string_view position);

// Plays events separated by blanks; throws when one is refused.
void play(Game& game, std::string_view events);

// As texts, sorted.
std::vector<std::string> texts(const MoveList& moves);
// The legal actions of a game as texts, sorted and separated by blanks.
std::string legal_text(const Game& game);
std::string result_text(const Game& game);

// The same rules in the words of the reference.
reference::Rules reference_rules(const RuleSet& rules);

// One legal event drawn evenly; what a flip shows by the pool. Requires a game that is not over.
Event random_event(const Game& game, Random& random);
// Plays on from where the game stands until it is over or has `plies` plies.
void play_randomly(Game& game, Random& random, int plies);

// `n` in an optimised build, a part of it where assertions and sanitizers make everything slow.
int by_build(int release, int debug);

}  // namespace anqi::test
