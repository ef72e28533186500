// Exact values of whole games on small boards, face-down pieces included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// Solves a board of up to eight squares on demand and keeps what it has solved. Values are expected
// scores with best play of both sides for the side to move (win 1, draw 0, loss -1), exact but for
// rounding, without draw rules: a side that can shuffle for ever has a draw. The quiet count is not
// looked at. Not thread safe.
//
// How: positions with the same pieces face up and the same pool form a class; flips and captures
// lead to classes with fewer pieces face down or fewer men, which are solved first. Within a class
// there are quiet moves only: a game without chance on a finite graph that ends when a player
// leaves the class for a known value, and is worth 0 when nobody ever does. What a side can force
// above 0 is found backwards from the highest value on, for each side in turn; the rest is 0.
//
// The largest board, four different men a side, has some 25 million positions,
// needs 200 MB and a quarter of a minute.
class SmallBoard {
  public:
    static constexpr int kMostSquares = 8;

    // Whether positions on a board without these squares can be solved.
    static bool fits(Squares missing);

    // Only the shape of the rules matters. Requires fits(missing), and of every position below that
    // its missing squares are these.
    SmallBoard(const RuleSet& rules, Squares missing);
    ~SmallBoard();

    // Before the first flip the value is that of the best one. Requires at least one man.
    double value(const Position& position);
    // The value that a legal action has for the side to move.
    double value(const Position& position, Move move);

    // Asked before each class is solved; when it says yes, the value asked for is given up by
    // throwing Abandoned. What has been solved by then is kept.
    struct Abandoned {};
    void set_interruption(std::function<bool()> due);

    // How many positions the solved classes hold, both sides to move counted.
    std::size_t solved() const;

  private:
    class Solver;
    std::unique_ptr<Solver> solver_;
};

}  // namespace anqi
