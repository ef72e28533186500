// Everything about a player that can be set from outside, as plain values. The options that set
// them are declared in protocol/options.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "engine/core/rules.h"
#include "engine/player/level.h"
#include "engine/search/params.h"
#include "engine/util/clock.h"

namespace anqi {

// Who answers: the engine, which leaves each phase of the game to the searcher that is the stronger
// there; one of its two searchers alone; or one of the weak players that tests use as opponents.
enum class PlayerKind : std::uint8_t { by_phase, mcts, alphabeta, greedy, random };

struct Settings {
    RuleSet rules = default_rules();
    PlayerKind player = PlayerKind::by_phase;
    int level = kTopLevel;  // of the engine; the players behind its other names have none
    int mcts_from = 10;     // pieces face down from which `by_phase` asks MCTS
    std::uint64_t seed = 1;
    int threads = 1;                  // that search at once
    int memory = 512;                 // MiB for what the search remembers, a hard limit
    std::string network = "builtin";  // see load_network()
    std::string book = "none";        // see load_book()
    int book_depth = 6;               // plies of a game in which the book is asked
    double book_random = 0;           // draws among actions so much worse than the best
    std::int64_t book_visits = 0;     // for an action in these plies beyond the book; 0 = as later
    bool book_priors = false;         // see make_book_priors()
    std::string tables;               // folders of endgame tables, separated by colons
    bool ponder = false;              // think in the opponent's time
    std::int64_t visits = 0;          // per action; 0 = no limit
    Milliseconds movetime = 1000;     // per action, when neither a clock nor `visits` limits it
    Milliseconds main_time = 0;       // per side and game; 0 = no clock
    Milliseconds increment = 0;
    Milliseconds byoyomi = 0;
    Milliseconds overhead = 20;   // see ClockState
    bool resign = false;          // give up hopeless positions
    bool play_past_draw = false;  // go on when the host does, after what our rules call a draw
    SearchParams search;
};

}  // namespace anqi
