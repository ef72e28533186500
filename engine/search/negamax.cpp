#include "engine/search/negamax.h"

#include <algorithm>
#include <cmath>

#include "engine/core/apply.h"
#include "engine/core/movegen.h"
#include "engine/search/flip_estimate.h"
#include "engine/search/quiescence.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

std::uint64_t mix(std::uint64_t number) { return split_mix(number); }

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
std::int64_t ceil_divide(std::int64_t a, std::int64_t b) { return -floor_divide(-a, b); }

Score clamp_to_window(std::int64_t score) {
    return static_cast<Score>(std::clamp<std::int64_t>(score, -kInfinity, kInfinity));
}

// The outcomes of one flip while they are searched one after the other. Sums are weighted by the
// count of each outcome in the pool, so everything stays a whole number.
class Expectation {
  public:
    Expectation(int face_down, Window window, bool star1)
        : face_down_(face_down), rest_(face_down), window_(window), star1_(star1) {}

    // The window that the next outcome, `count` of all, has to be searched with.
    Window next_window(int count) const {
        if (!star1_) return {};
        const std::int64_t others = std::int64_t{kWin} * (rest_ - count);
        const std::int64_t alpha = std::int64_t{window_.alpha} * face_down_ - sum_ - others;
        const std::int64_t beta = std::int64_t{window_.beta} * face_down_ - sum_ + others;
        return {clamp_to_window(floor_divide(alpha, count)),
                clamp_to_window(ceil_divide(beta, count))};
    }

    void add(int count, Score score) {
        sum_ += std::int64_t{score} * count;
        rest_ -= count;
        wins_ = wins_ && score > kProven;
        losses_ = losses_ && score < -kProven;
    }

    // Whether the value is known to lie outside the window whatever the rest brings.
    bool decided() const { return star1_ && (lower() >= window_.beta || upper() <= window_.alpha); }
    // Exact when all outcomes were added, else the bound that decided.
    Score result() const { return lower() >= window_.beta ? lower() : upper(); }

  private:
    Score lower() const { return bound(sum_ - std::int64_t{kWin} * rest_); }
    Score upper() const { return bound(sum_ + std::int64_t{kWin} * rest_); }
    Score bound(std::int64_t sum) const {
        const auto mean = static_cast<Score>(floor_divide(sum, face_down_));
        return wins_ || losses_ ? mean : unproven(mean);
    }

    int face_down_;
    int rest_;
    Window window_;
    bool star1_;
    std::int64_t sum_ = 0;
    bool wins_ = true, losses_ = true;
};

Bound bound_of(Score score, Window window) {
    if (score >= window.beta) return Bound::lower;
    return score <= window.alpha ? Bound::upper : Bound::exact;
}

// Whether what the table says settles a search with this window.
bool answers(const Knowledge& known, Window window) {
    switch (known.bound) {
        case Bound::exact:
            return true;
        case Bound::lower:
            return known.score >= window.beta;
        case Bound::upper:
            return known.score <= window.alpha;
        case Bound::none:
            break;
    }
    return false;
}

}  // namespace

AlphaBetaParams AlphaBetaParams::whole_tree() {
    AlphaBetaParams params;
    params.pass = false;
    params.flips_on_path = kMaxPly;
    params.flip_cost = 0;
    params.flip_depth = 1;
    params.flip_width = kSquares;
    params.reduce_from = params.cut_depth = params.null_depth = 0;
    params.path_draws = false;
    params.exact_depth = true;
    return params;
}

template <class Shape>
Negamax<Shape>::Negamax(const AlphaBetaParams& params, const EvalParams& eval, const Game& game,
                        const Memories& memories, Interrupt& interrupt)
    : params_(params),
      rules_(game.rules()),
      root_(game.position()),
      evaluator_(game.rules(), eval, memories.network),
      history_(game.history()),
      table_(memories.scores),
      memory_(memories.moves),
      tables_(memories.tables),
      interrupt_(interrupt),
      free_quiet_(evaluator_.free_quiet()) {
    frames_[0].key = root_.key();
}

template <class Shape>
Score Negamax<Shape>::value_of_move(Move move, int depth, Window window) {
    const OrderedMove m{.move = move};
    return child(root_, m, depth, window, {params_.flips_on_path, false});
}

template <class Shape>
float Negamax<Shape>::flip_promise(const Position& position, Square square) {
    return estimate_flip<Shape>(position, evaluator_.material(position), square);
}

template <class Shape>
Score Negamax<Shape>::terminal(Outcome outcome, Colour side) const {
    return score_for(outcome, side) * (kWin - ply_);
}

// Whether the position stood on the path before, since the root.
template <class Shape>
bool Negamax<Shape>::repeats_path() const {
    const Frame& last = frames_[ply_];
    for (int back = 4; back <= last.run; back += 2) {
        if (frames_[ply_ - back].key == last.key) return true;
    }
    return false;
}

// The position after a ply has been entered in frames and history.
template <class Shape>
Score Negamax<Shape>::search(const Position& position, int depth, Window window, Licence licence) {
    if (stopped_ || (stopped_ = interrupt_.due(nodes_))) return 0;
    ++nodes_;
    const Outcome outcome = verdict<Shape>(rules_, position, history_);
    if (outcome.over()) return terminal(outcome, position.side());
    if (params_.path_draws && repeats_path()) return 0;
    if (const auto score = known(position)) return *score;
    if (ply_ >= kMaxPly - 1) return leaf(position, window);
    depth = std::max(depth, 0);
    licence = normalised(position, depth, licence);
    const Keys at = keys(position, licence);
    const auto known = recall(position, at, depth);
    if (known && answers(*known, window)) {
        frames_[ply_].reach = known->reach;
        return known->score;
    }
    if (depth == 0) {
        const Score score = leaf(position, window);
        remember(position, at, {score, bound_of(score, window), 0, 0, std::nullopt});
        return score;
    }
    if (const auto score = cut_early(position, depth, window, licence)) return *score;
    return search_moves(position, depth, window, licence, known ? known->move : std::nullopt);
}

// What endgame tables know. A win there is proven, but further away than any that the search sees.
template <class Shape>
std::optional<Score> Negamax<Shape>::known(const Position& position) {
    const auto known = tables_ ? tables_->value(rules_, position) : std::nullopt;
    if (!known) return std::nullopt;
    frames_[ply_].reach = known->plies;
    const int distance = kMaxPly + std::min(ply_ + known->plies, kMaxPly - 2);
    if (known->value >= 1) return kWin - distance;
    if (known->value <= -1) return distance - kWin;
    return unproven(static_cast<Score>(std::lround(known->value * kWin)));
}

// Where the side to move stands so well that nothing at all, or even passing, holds.
template <class Shape>
std::optional<Score> Negamax<Shape>::cut_early(const Position& position, int depth, Window window,
                                               Licence licence) {
    if (window.beta - window.alpha > 1 || is_proven(window.beta)) return std::nullopt;
    const bool null = may_try_null(position, depth, licence);
    if (depth > params_.cut_depth && !null) return std::nullopt;
    const auto standing =
        unproven(static_cast<Score>(evaluator_.value(position) * static_cast<float>(kWin)));
    if (depth <= params_.cut_depth && standing - params_.cut_margin * depth >= window.beta) {
        return standing;
    }
    if (!null || standing < window.beta) return std::nullopt;
    const Score score = after_pass(position, depth - 2, {window.beta - 1, window.beta}, licence);
    if (stopped_ || score < window.beta) return std::nullopt;
    return unproven(score);
}

// Only where there is something to flip: without, having to move is often what loses.
template <class Shape>
bool Negamax<Shape>::may_try_null(const Position& position, int depth, Licence licence) const {
    return params_.null_depth > 0 && depth >= params_.null_depth && !licence.passed &&
           position.face_down() && position.side() != Colour::none;
}

template <class Shape>
int Negamax<Shape>::reduction(const Position& position, const OrderedMove& m, int depth,
                              std::size_t place) const {
    const auto from = static_cast<std::size_t>(params_.reduce_from);
    if (from == 0 || place < from || depth < 3 || m.pass || m.move.is_flip()) return 0;
    if (m.priority >= Priority::killer - 1 || position.at(m.move.to()) != Piece::none) return 0;
    return place < 3 * from || depth < 5 ? 1 : 2;
}

template <class Shape>
Score Negamax<Shape>::search_moves(const Position& position, int depth, Window window,
                                   Licence licence, std::optional<Move> first) {
    OrderedMoves moves;
    list_moves(position, licence, first, moves);
    Score best = -kInfinity;
    std::optional<Move> best_move;
    Window open = window;
    std::size_t tried = 0;
    for (; tried < moves.size() && best < window.beta; ++tried) {
        pick_next(moves, tried);
        const OrderedMove m = moves[tried];
        const Score score = tried == 0 ? child(position, m, depth, open, licence)
                                       : later_child(position, m, tried, depth, open, licence);
        if (stopped_) return 0;
        best = std::max(best, score);
        if (score <= open.alpha) continue;
        open.alpha = score;
        best_move = m.pass ? std::nullopt : std::optional(m.move);
    }
    if (best < -kProven && !lists_everything(position, licence)) best = unproven(best);
    if (best >= window.beta) learn(position, moves, tried, depth);
    remember(position, keys(position, licence),
             {best, bound_of(best, window), depth, frames_[ply_].reach, best_move});
    return best;
}

// Proves first that the move is no better than the best so far, which is the rule.
template <class Shape>
Score Negamax<Shape>::later_child(const Position& position, const OrderedMove& m, std::size_t place,
                                  int depth, Window window, Licence licence) {
    const int less = reduction(position, m, depth, place);
    Score score = child(position, m, depth - less, window.zero(), licence);
    if (less > 0 && score > window.alpha) {
        score = child(position, m, depth, window.zero(), licence);
    }
    if (score <= window.alpha || score >= window.beta) return score;
    return child(position, m, depth, window, licence);
}

// The last of the moves tried cut off; those before it did not.
template <class Shape>
void Negamax<Shape>::learn(const Position& position, const OrderedMoves& moves, std::size_t tried,
                           int depth) {
    const auto quiet = [&](const OrderedMove& m) {
        return !m.pass && !m.move.is_flip() && position.at(m.move.to()) == Piece::none;
    };
    if (!quiet(moves[tried - 1])) return;
    memory_.reward(position, moves[tried - 1].move, ply_, depth);
    for (std::size_t i = 0; i + 1 < tried; ++i) {
        if (quiet(moves[i])) memory_.punish(position, moves[i].move, depth);
    }
}

template <class Shape>
Score Negamax<Shape>::child(const Position& position, const OrderedMove& m, int depth,
                            Window window, Licence licence) {
    if (m.pass) return after_pass(position, depth, window, licence);
    if (m.move.is_flip()) return after_flip(position, m.move.from(), depth, window, licence);
    return after_move(position, m.move, depth, window, licence);
}

template <class Shape>
Score Negamax<Shape>::after_move(const Position& position, Move move, int depth, Window window,
                                 Licence licence) {
    Position next = position;
    apply<Shape>(next, Event(move));
    return descend(next, move, depth - 1, window, {licence.flips, false});
}

// As if something far away had been flipped.
template <class Shape>
Score Negamax<Shape>::after_pass(const Position& position, int depth, Window window,
                                 Licence licence) {
    Position next = position;
    next.set_side(opponent(next.side()));
    next.set_quiet(0);
    return unproven(descend(next, Move(), depth - 1, window, {licence.flips, true}));
}

// Whether the list of moves leaves out no flip, so that a loss by all of them is proven.
template <class Shape>
bool Negamax<Shape>::lists_everything(const Position& position, Licence licence) const {
    const int face_down = position.pool().size();
    return face_down == 0 || (licence.flips > 0 && params_.flip_width >= face_down);
}

template <class Shape>
Score Negamax<Shape>::after_flip(const Position& position, Square square, int depth, Window window,
                                 Licence licence) {
    Expectation expectation(position.pool().size(), window, params_.star1);
    for (int i = 0; i < kPieces && !stopped_; ++i) {
        const Piece shown = piece_at_index(i);
        const int count = position.pool().count(shown);
        if (count == 0) continue;
        Position next = position;
        apply<Shape>(next, Event(Move::flip(square), shown));
        const Score score =
            descend(next, Move::flip(square), depth - 1 - params_.flip_cost,
                    expectation.next_window(count), {std::max(0, licence.flips - 1), false});
        expectation.add(count, score);
        if (expectation.decided()) break;
    }
    return expectation.result();
}

template <class Shape>
Score Negamax<Shape>::descend(const Position& next, Move move, int depth, Window window,
                              Licence licence) {
    table_.prefetch(next.key());
    const bool quiet = next.quiet() > 0;
    Frame& frame = frames_[++ply_];
    frame = {next.key(), quiet ? frames_[ply_ - 1].run + 1 : 0, 0};
    history_.push(move, next);
    const Score score = -search(next, depth, window.reversed(), licence);
    history_.pop();
    --ply_;
    if (quiet) frames_[ply_].reach = std::max(frames_[ply_].reach, frame.reach + 1);
    return score;
}

// Captures only, from here on. The window is widened by what the conversion may lose.
template <class Shape>
Score Negamax<Shape>::leaf(const Position& position, Window window) {
    constexpr auto unit = static_cast<float>(kWin);
    const float value =
        quiesce<Shape>(evaluator_, position, static_cast<float>(window.alpha - 2) / unit,
                       static_cast<float>(window.beta + 2) / unit, params_.quiescence);
    // Only a capture that ends the game is worth so much.
    if (value >= 1) return kWin - ply_ - 1;
    return unproven(static_cast<Score>(value * unit));
}

template <class Shape>
void Negamax<Shape>::list_moves(const Position& position, Licence licence,
                                std::optional<Move> first, OrderedMoves& moves) {
    MoveList all;
    generate<Shape>(position, all);
    const Material& material = evaluator_.material(position);
    for (Move move : all) {
        if (move.is_flip()) break;
        int priority = position.at(move.to()) != Piece::none
                           ? capture_priority(position, material, move)
                           : quiet_priority(position, memory_, move, ply_);
        if (move == first) priority = Priority::best;
        moves.push({move, false, priority});
    }
    if (!position.face_down()) return;
    if (licence.flips > 0) {
        list_flips(position, first, moves);
    } else if (params_.pass && !licence.passed && position.side() != Colour::none) {
        moves.push({Move(), true, Priority::pass});
    }
    if (moves.empty()) list_flips(position, first, moves);
}

template <class Shape>
void Negamax<Shape>::list_flips(const Position& position, std::optional<Move> first,
                                OrderedMoves& moves) {
    const Material material = evaluator_.material(position);
    OrderedMoves flips;
    for (Square s : bits(position.face_down())) {
        const float promise = estimate_flip<Shape>(position, material, s);
        const Move move = Move::flip(s);
        const int priority =
            move == first ? Priority::best : Priority::flip + static_cast<int>(65536 * promise);
        flips.push({move, false, priority});
    }
    const auto width = std::min(flips.size(), static_cast<std::size_t>(params_.flip_width));
    for (std::size_t i = 0; i < width; ++i) {
        pick_next(flips, i);
        moves.push(flips[i]);
    }
}

// Positions without use for a licence share their entries with those that never had one.
template <class Shape>
typename Negamax<Shape>::Licence Negamax<Shape>::normalised(const Position& position, int depth,
                                                            Licence licence) const {
    if (!position.face_down()) return {};
    if (depth < params_.flip_depth) licence.flips = 0;
    if (depth == 0) licence.passed = false;
    return licence;
}

template <class Shape>
typename Negamax<Shape>::Keys Negamax<Shape>::keys(const Position& position,
                                                   Licence licence) const {
    const auto mode = static_cast<std::uint64_t>(2 * licence.flips + (licence.passed ? 1 : 0));
    const std::uint64_t free = mode == 0 ? position.key() : position.key() ^ mix(mode);
    const auto quiet = static_cast<std::uint64_t>(position.quiet());
    return {free, free ^ mix(quiet << 32)};
}

// The move of a shallower entry is of use too; then the bound is none.
template <class Shape>
std::optional<Knowledge> Negamax<Shape>::recall(const Position& position, const Keys& keys,
                                                int depth) const {
    auto known = table_.find(keys.free, ply_);
    const bool free = known && position.quiet() + known->reach <= free_quiet_;
    const auto deep_enough = [&](const Knowledge& k) {
        return k.depth == depth || (k.depth > depth && !params_.exact_depth);
    };
    if (free && deep_enough(*known)) return known;
    if (position.quiet() + depth > free_quiet_) {
        auto exact = table_.find(keys.exact, ply_);
        if (exact && deep_enough(*exact)) return exact;
        if (exact) known = exact;
    }
    if (known) known->bound = Bound::none;
    return known;
}

template <class Shape>
void Negamax<Shape>::remember(const Position& position, const Keys& keys,
                              const Knowledge& knowledge) {
    if (stopped_) return;
    const bool free = position.quiet() + knowledge.reach <= free_quiet_;
    if (knowledge.reach > ScoreTable::kMaxReach) return;
    table_.store(free ? keys.free : keys.exact, ply_, knowledge);
}

template <class Shape>
std::optional<Move> Negamax<Shape>::stored_move(const Position& position) const {
    for (int flips = params_.flips_on_path; flips >= 0; --flips) {
        for (std::uint64_t key :
             {keys(position, {flips, false}).free, keys(position, {flips, false}).exact}) {
            const auto known = table_.find(key, 0);
            if (known && known->move && is_legal<Shape>(position, *known->move)) return known->move;
        }
    }
    return std::nullopt;
}

template class Negamax<StandardShape>;
template class Negamax<ExchangeShape>;
template class Negamax<XiangqiShape>;

}  // namespace anqi
