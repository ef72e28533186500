#include "engine/search/alphabeta.h"

#include <algorithm>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/movegen.h"

namespace anqi {
namespace {

constexpr std::size_t kLineLength = 20;

// A fall of the best value by this much during an iteration is worth the time up to the maximum.
constexpr Score kFall = kWin / 20;

// Watches limits, clock and the outside.
class Watch final : public Interrupt {
  public:
    Watch(const Limits& limits, int nodes_per_visit, const Clock& clock, const StopFlag& stop)
        : limits_(limits),
          most_nodes_(std::min(limits.visits, kMostVisits) * nodes_per_visit),
          clock_(clock),
          stop_(stop),
          start_(clock.now()) {}

    bool due(std::int64_t nodes) override {
        if (most_nodes_ > 0 && nodes >= most_nodes_) return true;
        if (nodes % kNodesPerLook != 0 || nodes == 0) return false;
        return stop_.requested() || late();
    }
    // Whether another iteration would hardly come to its end.
    bool enough() const {
        if (stop_.requested()) return true;
        const TimePlan& plan = limits_.time;
        if (!plan.limited() || plan.maximum <= plan.target) return false;
        const Microseconds now = elapsed();
        return now >= plan.minimum * 1000 && now >= plan.target * 1000 / 2;
    }
    // Whether the present iteration may go on beyond the target.
    void set_urgent(bool urgent) { urgent_ = urgent; }
    Microseconds elapsed() const { return clock_.now() - start_; }

  private:
    static constexpr std::int64_t kNodesPerLook = 32;

    bool late() const {
        if (!limits_.time.limited()) return false;
        return elapsed() >= (urgent_ ? limits_.time.maximum : limits_.time.target) * 1000;
    }

    static constexpr std::int64_t kMostVisits = std::int64_t{1} << 48;

    const Limits& limits_;
    std::int64_t most_nodes_;  // 0 = no limit
    const Clock& clock_;
    const StopFlag& stop_;
    Microseconds start_;
    bool urgent_ = false;
};

struct RootMove {
    Move move;
    Score score = -kInfinity;
    Bound bound = Bound::none;
    std::int64_t nodes = 0;
};

// One search of one position.
template <class Shape>
class Deepening {
  public:
    Deepening(const AlphaBetaSettings& settings, const Game& game, const Limits& limits,
              ScoreTable& table, MoveMemory& memory, Watch& watch, ReportSink* sink)
        : settings_(settings),
          game_(game),
          watch_(watch),
          sink_(sink),
          negamax_(
              settings.params.tree, settings.params.eval, game,
              {table, memory, limits.tables ? settings.tables.get() : nullptr, settings.network},
              watch) {
        list_root_moves(limits);
    }

    Report run() {
        if (moves_.empty()) return {};
        next_report_ = sink_ ? sink_->interval() * 1000 : 0;
        const int deepest = forced_ ? 1 : std::min(settings_.max_depth, kMaxPly - 1);
        for (int depth = 1; depth <= deepest; ++depth) {
            iterate(depth);
            if (negamax_.stopped() || is_proven(moves_.front().score) || watch_.enough()) break;
            report_in_passing();
        }
        return report();
    }

  private:
    // Captures first, then quiet moves, then flips by what they promise: the order that holds when
    // there is no time at all.
    void list_root_moves(const Limits& limits) {
        const Position& position = game_.position();
        MoveList all;
        generate<Shape>(position, all);
        // An action singled out by the caller is to be valued, not merely answered.
        forced_ = all.size() == 1;
        for (Move move : all) {
            if (limits.allows(move)) moves_.push_back({.move = move});
        }
        const auto rank = [&](const RootMove& m) {
            if (m.move.is_flip()) return -1.0F + negamax_.flip_promise(position, m.move.from());
            return position.at(m.move.to()) != Piece::none ? 2.0F : -1.0F;
        };
        std::stable_sort(moves_.begin(), moves_.end(),
                         [&](const RootMove& a, const RootMove& b) { return rank(a) > rank(b); });
    }

    // Searches every root move; the best one so far stands in front at any time.
    void iterate(int depth) {
        const Score before = moves_.front().score;
        Score alpha = -kInfinity;
        for (std::size_t i = 0; i < moves_.size() && !negamax_.stopped(); ++i) {
            RootMove& m = moves_[i];
            const std::int64_t nodes = negamax_.nodes();
            Score score = negamax_.value_of_move(m.move, depth, first_window(i, alpha));
            if (i > 0 && score > alpha && !negamax_.stopped()) {
                score = negamax_.value_of_move(m.move, depth, {alpha, kInfinity});
            }
            m.nodes += negamax_.nodes() - nodes;
            if (negamax_.stopped()) break;
            m.score = score;
            m.bound = i == 0 || score > alpha ? Bound::exact : Bound::upper;
            if (m.bound != Bound::exact) continue;
            alpha = score;
            std::rotate(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(i),
                        moves_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            watch_.set_urgent(depth > 1 && alpha < before - kFall);
        }
        watch_.set_urgent(false);
    }

    static Window first_window(std::size_t place, Score alpha) {
        return place == 0 ? Window{} : Window{alpha, alpha + 1};
    }

    void report_in_passing() {
        if (!sink_ || watch_.elapsed() < next_report_) return;
        sink_->report(report());
        next_report_ = watch_.elapsed() + std::max<Microseconds>(1000, sink_->interval() * 1000);
    }

    Report report() const {
        Report report{
            .visits = visits(negamax_.nodes()), .elapsed = watch_.elapsed(), .candidates = {}};
        for (const RootMove& m : moves_) report.candidates.push_back(candidate(m));
        // An iteration that was cut short leaves values of the one before behind the new best.
        for (Candidate& c : report.candidates) {
            c.value = std::min(c.value, report.candidates.front().value);
        }
        return report;
    }

    std::int64_t visits(std::int64_t nodes) const {
        return std::max<std::int64_t>(1, nodes / settings_.nodes_per_visit);
    }

    Candidate candidate(const RootMove& m) const {
        Candidate c{.move = m.move,
                    .visits = m.nodes / settings_.nodes_per_visit,
                    .line = line_after(m.move)};
        if (m.bound == Bound::none) return c;
        c.value = static_cast<double>(m.score) / kWin;
        if (m.score < -kProven) c.value = c.upper = c.lower = -1;
        if (m.score > kProven && m.bound == Bound::exact) c.value = c.upper = c.lower = 1;
        return c;
    }

    // The moves stored in the table; a flip shows what is likeliest to come up.
    std::vector<Event> line_after(Move move) const {
        std::vector<Event> line;
        Position position = game_.position();
        for (std::optional<Move> next = move; next && line.size() < kLineLength;) {
            line.push_back(
                Event(*next, next->is_flip() ? likeliest(position.pool()) : Piece::none));
            apply<Shape>(position, line.back());
            if (board_verdict<Shape>(position).over()) break;
            next = negamax_.stored_move(position);
        }
        return line;
    }

    static Piece likeliest(const Pool& pool) {
        int best = 0;
        for (int i = 1; i < kPieces; ++i) {
            if (pool.count(piece_at_index(i)) > pool.count(piece_at_index(best))) best = i;
        }
        return piece_at_index(best);
    }

    const AlphaBetaSettings& settings_;
    const Game& game_;
    Watch& watch_;
    ReportSink* sink_;
    Negamax<Shape> negamax_;
    std::vector<RootMove> moves_;
    bool forced_ = false;  // there is one legal action
    Microseconds next_report_ = 0;
};

class AlphaBeta final : public Searcher {
  public:
    AlphaBeta(const AlphaBetaSettings& settings, const Clock& clock)
        : settings_(settings), clock_(clock), table_(settings.memory) {}

    Report search(const Game& game, const Limits& limits, const StopFlag& stop,
                  ReportSink* sink) override {
        if (game.moves_on_board().empty()) return {};
        Watch watch(limits, settings_.nodes_per_visit, clock_, stop);
        table_.start_search();
        memory_.fade();
        return with_rules(game.rules(), [&](auto shape) {
            return Deepening<decltype(shape)>(settings_, game, limits, table_, memory_, watch, sink)
                .run();
        });
    }

    void forget() override {
        table_.clear();
        memory_.clear();
    }

  private:
    AlphaBetaSettings settings_;
    const Clock& clock_;
    ScoreTable table_;
    MoveMemory memory_;
};

}  // namespace

std::unique_ptr<Searcher> make_alphabeta(const AlphaBetaSettings& settings, const Clock& clock) {
    return std::make_unique<AlphaBeta>(settings, clock);
}

}  // namespace anqi
