// One game: rules, start position, the actions so far and their verdict. Only legal actions enter.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/history.h"
#include "engine/core/move.h"
#include "engine/core/outcome.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// Why an action is refused. `none` = it is legal.
enum class Illegal : std::uint8_t {
    none,
    game_over,
    missing_square,
    nothing_face_down,  // a flip where nothing lies face down
    nothing_revealed,   // a flip without saying what appeared
    not_in_pool,        // a flip that shows a piece of which none is face down
    face_down_piece,    // a move of a face-down piece
    empty_square,       // a move from an empty square
    no_colour_yet,      // a move before the first flip
    not_your_piece,     // a move of the opponent's piece
    cannot_go_there,    // the piece does not move or capture like that
};

class Game {
  public:
    explicit Game(const RuleSet& rules = default_rules(),
                  const Position& start = Position::start());

    const RuleSet& rules() const { return rules_; }
    const Position& start() const { return positions_.front(); }
    const Position& position() const { return positions_.back(); }
    const History& history() const { return history_; }
    const std::vector<Event>& events() const { return events_; }
    int plies() const { return static_cast<int>(events_.size()); }

    // The verdict of the rules, or else what was declared from outside.
    Outcome outcome() const { return verdict_.over() ? verdict_ : declared_; }
    bool over() const { return outcome().over(); }
    // What the rules alone say.
    Outcome board_outcome() const { return verdict_; }

    // Empty once the game is over.
    MoveList legal_moves() const;
    // The same without asking whether the game is over: what a host that goes on may still play.
    MoveList moves_on_board() const;
    // Whether the side to move may make this decision, whatever a flip would show.
    Illegal check(Move move) const;
    Illegal check(Event event) const;

    // Plays the event when check() finds nothing; otherwise changes nothing and says what it found.
    Illegal play(Event event);
    // As play(), but goes on after a draw by the quiet limit or by repetition: for hosts whose
    // rules differ from ours. A game that is over on the board stays over.
    Illegal play_past_draw(Event event);
    // Takes the last action back, a flip and a declared result included. Requires plies() > 0.
    void undo();
    // A result from outside the board (resignation, time, the host's word).
    void declare(Outcome outcome) { declared_ = outcome; }
    // Changes the numbers or the whole rule set; the verdict is formed anew.
    void set_rules(const RuleSet& rules);

  private:
    Illegal check_on_board(Event event) const;
    Illegal enter(Event event);
    void judge();

    RuleSet rules_;
    std::vector<Position> positions_;
    std::vector<Event> events_;
    History history_;
    Outcome verdict_;
    Outcome declared_;
};

}  // namespace anqi
