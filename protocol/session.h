// What the handlers work on: one game, one configuration, and the way out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/core/record.h"
#include "engine/player/player.h"
#include "engine/util/clock.h"
#include "protocol/configuration.h"
#include "protocol/interrupts.h"
#include "protocol/response.h"
#include "protocol/transcript.h"

namespace anqi {

// One thread works on a session: the one that executes the commands.
class Session {
  public:
    // The references must outlive the session.
    Session(const Configuration& configuration, const Clock& clock, Transcript& transcript,
            ResponseWriter& writer, Interrupts& interrupts);

    Player& player() { return player_; }
    const Game& game() const { return player_.game(); }
    const Clock& clock() const { return clock_; }
    ResponseWriter& writer() { return writer_; }
    Interrupts& interrupts() { return interrupts_; }

    const Configuration& configuration() const { return configuration_; }
    // Takes all of it over, or throws a Failure and changes nothing.
    void reconfigure(const Configuration& wanted);
    // The same, and opens the log anew even if its name has not changed.
    void reopen_log(const Configuration& wanted);

    // A new game from `start`.
    void new_game(const Position& start = Position::start());
    // Throws a Failure when the event is not legal.
    void play(Event event);
    void undo(int n);
    // Both clocks start anew with this much.
    void start_clocks(Milliseconds main_time);
    void set_clock(Colour colour, Milliseconds left);

    // A host that sets up a board does not always say who is to move; what it asks for next tells.
    // Until then red is assumed.
    void new_game_side_open(const Position& start);
    // The host takes `side` to be the one to move. True when it is, or can be.
    bool settle_side(Colour side);

    // `move` was our answer. When the host plays it, the opponent's turn begins.
    void note_answer(Move move) { answered_ = move; }
    // Whether this is the opponent's time and the option wants it used.
    bool wants_to_ponder() const;
    // Thinks until the interrupts say otherwise, or to the end.
    void ponder();
    // Not again before the next own action.
    void end_pondering();

    // The game so far, clocks and tags included.
    GameRecord record() const;
    // Replaces the game, its rules, time control and clocks. Throws a Failure.
    void load(const GameRecord& record);

    // The game is over for genmove and its like: not by a draw that the host plays past.
    bool finished() const;

    void quit() { quitting_ = true; }
    bool quitting() const { return quitting_; }

  private:
    void warn(const std::vector<std::string>& known) const;
    void configure_player(const Settings& wanted);
    void take_over(Game game);
    void forget_notes();
    bool moves_other_side(Event event) const;
    Game turned_game() const;
    void turn();

    const Clock& clock_;
    Transcript& transcript_;
    ResponseWriter& writer_;
    Interrupts& interrupts_;
    Configuration configuration_;
    Player player_;
    bool quitting_ = false;
    std::optional<Move> answered_;  // our last answer, until the next action
    bool opponents_time_ = false;   // our own action has been played, and the reply has not

    // What a record holds beyond the game itself.
    std::vector<RecordTag> tags_;
    int first_ply_ = 1;
    std::vector<std::optional<Milliseconds>> lefts_;  // the mover's clock after each ply
    bool side_open_ = false;
};

}  // namespace anqi
