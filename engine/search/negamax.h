// The recursion of the alpha-beta search: principal variation search over moves, chance nodes with
// Star1 bounds (Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983)
// for flips.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/core/game.h"
#include "engine/core/history.h"
#include "engine/eval/evaluator.h"
#include "engine/search/alphabeta_params.h"
#include "engine/search/move_order.h"
#include "engine/search/score.h"
#include "engine/search/score_table.h"
#include "engine/tables/tables.h"

namespace anqi {

// Asked before every node whether the search has to end.
class Interrupt {
  public:
    virtual ~Interrupt() = default;
    virtual bool due(std::int64_t nodes) = 0;
};

struct Window {
    Score alpha = -kInfinity;
    Score beta = kInfinity;

    Window reversed() const { return {-beta, -alpha}; }
    Window zero() const { return {alpha, alpha + 1}; }
};

// What a search remembers, and what it knows.
struct Memories {
    ScoreTable& scores;
    MoveMemory& moves;
    const Tables* tables;   // nullptr = none
    SharedNetwork network;  // nullptr = the handmade evaluation
};

template <class Shape>
class Negamax {
  public:
    // All arguments must outlive the object.
    Negamax(const AlphaBetaParams& params, const EvalParams& eval, const Game& game,
            const Memories& memories, Interrupt& interrupt);

    // Value of a move of the root position with `depth` plies in all; fail-soft. Means nothing once
    // stopped() is true.
    Score value_of_move(Move move, int depth, Window window);
    bool stopped() const { return stopped_; }
    std::int64_t nodes() const { return nodes_; }
    // The move stored for a position on the line that follows the root; for the report.
    std::optional<Move> stored_move(const Position& position) const;
    float flip_promise(const Position& position, Square square);

  private:
    struct Frame {
        std::uint64_t key = 0;
        int run = 0;    // quiet plies on the path that led here
        int reach = 0;  // see Knowledge
    };
    // What a line still may do, beside its depth.
    struct Licence {
        int flips = 0;        // chance events left
        bool passed = false;  // the last ply was a pass
    };

    Score search(const Position& position, int depth, Window window, Licence licence);
    void learn(const Position& position, const OrderedMoves& moves, std::size_t tried, int depth);
    Score search_moves(const Position& position, int depth, Window window, Licence licence,
                       std::optional<Move> first);
    Score later_child(const Position& position, const OrderedMove& m, std::size_t place, int depth,
                      Window window, Licence licence);
    Score child(const Position& position, const OrderedMove& m, int depth, Window window,
                Licence licence);
    Score after_move(const Position& position, Move move, int depth, Window window,
                     Licence licence);
    Score after_pass(const Position& position, int depth, Window window, Licence licence);
    Score after_flip(const Position& position, Square square, int depth, Window window,
                     Licence licence);
    Score descend(const Position& next, Move move, int depth, Window window, Licence licence);
    std::optional<Score> cut_early(const Position& position, int depth, Window window,
                                   Licence licence);
    bool may_try_null(const Position& position, int depth, Licence licence) const;
    int reduction(const Position& position, const OrderedMove& m, int depth,
                  std::size_t place) const;
    std::optional<Score> known(const Position& position);
    Score leaf(const Position& position, Window window);
    Score terminal(Outcome outcome, Colour side) const;
    bool repeats_path() const;
    bool lists_everything(const Position& position, Licence licence) const;

    void list_moves(const Position& position, Licence licence, std::optional<Move> first,
                    OrderedMoves& moves);
    void list_flips(const Position& position, std::optional<Move> first, OrderedMoves& moves);
    Licence normalised(const Position& position, int depth, Licence licence) const;

    struct Keys {
        std::uint64_t free;   // for scores that do not depend on the quiet count
        std::uint64_t exact;  // for those that do
    };
    Keys keys(const Position& position, Licence licence) const;
    std::optional<Knowledge> recall(const Position& position, const Keys& keys, int depth) const;
    void remember(const Position& position, const Keys& keys, const Knowledge& knowledge);

    AlphaBetaParams params_;
    RuleSet rules_;
    Position root_;
    Evaluator<Shape> evaluator_;
    History history_;
    ScoreTable& table_;
    MoveMemory& memory_;
    const Tables* tables_;
    Interrupt& interrupt_;
    int free_quiet_;  // up to this quiet count a position's value does not depend on it
    int ply_ = 0;
    std::int64_t nodes_ = 0;
    bool stopped_ = false;
    Frame frames_[kMaxPly + 1];
};

}  // namespace anqi
