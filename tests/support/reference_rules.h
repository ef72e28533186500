// A slow, plain statement of the rules of dark chess, against which the engine is compared. Text
// goes in and text comes out; nothing of the engine is used. Read it beside engine/RULES.md.
#pragma once

#include <string>
#include <vector>

#include "tests/support/reference_board.h"

namespace anqi::reference {

enum class Shape {
    ranked,    // olympiad, platform, taiwan: steps, ranks, jumping cannon, the attacker stays
    exchange,  // as ranked, but equal ranks remove each other
    xiangqi,   // pieces move as in xiangqi and take anything
};

enum class Repetition { position, cycle };

struct Rules {
    Shape shape = Shape::ranked;
    int quiet_limit = 180;  // plies; 0 = off
    int repetition = 3;     // times; 0 = off
    Repetition kind = Repetition::position;
    bool limit_ply_wins = true;  // when the limit ply also leaves the opponent without an action
};

// olympiad, platform, taiwan, exchange, xiangqi. Throws std::invalid_argument.
Rules preset(const std::string& name);

class Game {
  public:
    // Throws std::invalid_argument when the text is no position.
    Game(const Rules& rules, const std::string& position_text);

    // Sorted: `a1a2` moves and captures, `a1a1` flips. By the board alone: a drawn game has them
    // too.
    std::vector<std::string> legal_actions() const;
    // Kinds a flip can show, with their counts.
    const std::map<char, int>& pool() const { return board_.pool; }

    // `a1=K` or `a1a2`. Throws std::invalid_argument when it is not legal.
    void play(const std::string& event);

    // "none", or the winner ("red", "black", "draw") and the reason.
    std::string result() const;
    std::string position() const { return board_.text(); }
    std::string side() const { return std::string(1, board_.side); }

  private:
    bool legal(Square from, Square to) const;
    bool has_legal_action() const;
    bool repeated() const;
    void play_flip(Square square, char letter);
    void play_move(Square from, Square to);
    void restart_history();

    Rules rules_;
    Board board_;
    // Since the last flip or capture (or the set-up): positions, that first one included, and
    // plies.
    std::vector<std::string> positions_;
    std::vector<std::string> plies_;
};

}  // namespace anqi::reference
