// The order in which the alpha-beta search tries moves: what was best before, captures by victim,
// moves that refuted a neighbour, moves that did well elsewhere, flips by their estimate.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/eval/material.h"
#include "engine/search/score.h"
#include "engine/util/list.h"

namespace anqi {

// How often quiet moves cut off, by side and squares, and which did so last at each ply.
class MoveMemory {
  public:
    MoveMemory() : history_(std::make_unique<History>()) {}

    // A quiet move cut off at this ply with `depth` plies to go.
    void reward(const Position& position, Move move, int ply, int depth);
    void punish(const Position& position, Move move, int depth);
    int history(const Position& position, Move move) const;
    bool killed(Move move, int ply, int slot) const;
    // Between two searches.
    void fade();
    void clear();

  private:
    static constexpr int kHistoryMax = 1 << 14;
    struct History {
        int entries[2][kSquares * kSquares] = {};
    };

    int& entry(const Position& position, Move move) const;
    void shift(int& entry, int bonus);

    std::unique_ptr<History> history_;
    std::optional<Move> killers_[kMaxPly][2];
};

// A move, or a pass that stands for a flip somewhere else.
struct OrderedMove {
    Move move;
    bool pass = false;
    int priority = 0;
};
using OrderedMoves = FixedList<OrderedMove, kMaxMoves + 1>;

// Moves the most promising of those from `place` on to `place`.
void pick_next(OrderedMoves& moves, std::size_t place);

// Priorities of the classes of moves; within a class by at most one less than the next class.
struct Priority {
    static constexpr int best = 1 << 30;
    static constexpr int capture = 1 << 24;
    static constexpr int pass = 1 << 22;
    static constexpr int killer = 1 << 20;
    static constexpr int quiet = 0;
    static constexpr int flip = -(1 << 24);
};

int capture_priority(const Position& position, const Material& material, Move move);
int quiet_priority(const Position& position, const MoveMemory& memory, Move move, int ply);

}  // namespace anqi
