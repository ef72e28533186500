// One game from the engine's side of the table: the game itself, the clocks, and who answers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/game.h"
#include "engine/eval/network_source.h"
#include "engine/player/opening.h"
#include "engine/player/settings.h"
#include "engine/search/limits.h"
#include "engine/search/searcher.h"
#include "engine/tables/tables.h"
#include "engine/util/clock.h"
#include "engine/util/result.h"
#include "engine/util/stop_flag.h"

namespace anqi {

// Limits of one call that replace the clock: 0 or empty = not given.
struct CallLimits {
    std::int64_t visits = 0;
    Milliseconds movetime = 0;
    std::vector<Move> root_moves;
    bool analysis = false;  // see Limits
    // The colour that the host asked for: its clock counts while nobody has a colour yet.
    Colour asked = Colour::none;
    RootNoise noise = {};

    bool limited() const { return visits > 0 || movetime > 0; }
};

// What a player decides on its turn.
struct Decision {
    std::optional<Move> move;  // none when there is no legal move
    // Set only when settings.resign allows it; `move` still holds the best one.
    bool resigns = false;
    Report report;
};

// Not thread safe, except that the StopFlag given to choose() may be requested from anywhere.
class Player {
  public:
    // `clock` must outlive the player. Throws std::bad_alloc when settings.memory is not to be had.
    Player(const Settings& settings, const Clock& clock);
    ~Player();

    const Settings& settings() const { return settings_; }
    const Game& game() const { return game_; }

    // Takes new settings over. A changed rule set is refused (nothing changes) once an action has
    // been played, except for its numbers, and so is memory that the system does not grant. A new
    // seed, parameter, number of threads or memory limit forgets what was learnt.
    Status configure(const Settings& settings);

    // A new game from `start`: position, history, colours and running clocks are fresh; settings
    // stay.
    void new_game(const Position& start = Position::start());
    // Replaces the game by one that was loaded or played elsewhere, its rules included.
    void take_over(Game game);
    Illegal play(Event event);
    // Takes back the last n actions. Requires 0 <= n <= game().plies().
    void undo(int n);
    void declare(Outcome outcome) { game_.declare(outcome); }

    // The host's word on a clock; any value is accepted.
    void set_time_left(Colour colour, Milliseconds left);
    // What is left on a side's clock, if a clock runs; for Colour::none, on the shorter one.
    std::optional<Milliseconds> time_left(Colour colour) const;
    // The plan for the side to move as its clock stands; before the first flip, for `asked`.
    TimePlan time_plan(Colour asked = Colour::none) const;

    // Thinks about the present position for the side to move and answers; plays nothing. A finished
    // game is answered too while the board has an action. Blocks; `stop` ends it soon.
    Decision choose(const CallLimits& call, const StopFlag& stop, ReportSink* sink = nullptr);

    // Thinks about the present position, on the opponent's turn, for what it will be worth to the
    // next choose(). Blocks until `stop` or until there is nothing more to find out.
    void ponder(const StopFlag& stop);

    // Static value of the position for the side to move, -1 to 1; the true one if endgame tables
    // hold it.
    double evaluate() const;

    // The tables that settings.tables names, as far as they serve the rules; nullptr without any.
    const Tables* tables() const { return tables_.get(); }
    // The network that evaluates positions of the rules; nullptr where the handmade terms do.
    const Network* network() const;
    // The book that settings.book names, if it serves the rules; nullptr without one.
    const Book* book() const { return book_.book.get(); }
    // Of what the settings name: what cannot be used, why, and what happens instead.
    std::vector<std::string> problems() const;

  private:
    Limits limits_for(const CallLimits& call) const;
    Status replace_searcher(const Settings& settings);
    std::unique_ptr<Searcher> make_searcher(const Settings& settings) const;
    void make_what_fits();

    Settings settings_;
    const Clock& clock_;
    Game game_;
    std::optional<Milliseconds> left_[2];
    std::shared_ptr<const Tables> tables_;
    LoadedNetwork network_;
    LoadedBook book_;
    std::unique_ptr<Searcher> searcher_;
};

}  // namespace anqi
