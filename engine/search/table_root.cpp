#include "engine/search/table_root.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/history.h"

namespace anqi {
namespace {

// A legal action of a position in the tables.
struct KnownMove {
    Move move;
    int result;    // for the side that plays it: 1, 0, -1
    int distance;  // plies to the next capture, this one included
    int beyond;    // from there on

    // Whether it is to be preferred: wins soon, else draws, else loses late.
    bool operator<(const KnownMove& other) const {
        if (result != other.result) return result > other.result;
        const auto plies = std::pair(distance, beyond);
        const auto others = std::pair(other.distance, other.beyond);
        return result > 0 ? plies < others : plies > others;
    }
};
using KnownMoves = std::vector<KnownMove>;

// Nothing when a table does not answer.
std::optional<KnownMove> judge_move(const Tables& tables, const Game& game, Move move) {
    Position after = game.position();
    apply(game.rules(), after, Event(move));
    History history = game.history();
    history.push(move, after);
    const Outcome outcome = verdict(game.rules(), after, history);
    if (outcome.over()) return KnownMove{move, score_for(outcome, game.position().side()), 1, 0};
    const auto theirs = tables.judge(game.rules(), after);
    if (!theirs) return std::nullopt;
    const bool captures = after.quiet() == 0;
    return KnownMove{move, -theirs->result, captures ? 1 : theirs->distance + 1,
                     captures ? theirs->distance : 0};
}

// Best first; empty when a table does not answer.
KnownMoves judge_moves(const Tables& tables, const Game& game) {
    KnownMoves known;
    for (const Move move : game.moves_on_board()) {
        const auto judged = judge_move(tables, game, move);
        if (!judged) return {};
        known.push_back(*judged);
    }
    std::stable_sort(known.begin(), known.end());
    return known;
}

Candidate candidate_of(const KnownMove& known) {
    const double value = known.result;
    return {.move = known.move,
            .value = value,
            .lower = value,
            .upper = value,
            .source = Source::table,
            .line = {Event(known.move)}};
}

Candidate* find(Report& report, Move move) {
    const auto found = std::find_if(report.candidates.begin(), report.candidates.end(),
                                    [&](const Candidate& c) { return c.move == move; });
    return found == report.candidates.end() ? nullptr : &*found;
}

// The tables' values in the place of the search's, and what the search left out behind them.
Report exact(Report report, const KnownMoves& known) {
    for (const KnownMove& k : known) {
        Candidate* const searched = find(report, k.move);
        if (searched == nullptr) {
            report.candidates.push_back(candidate_of(k));
        } else {
            searched->value = searched->lower = searched->upper = k.result;
            searched->source = Source::table;
        }
    }
    return report;
}

class ExactSink final : public ReportSink {
  public:
    ExactSink(ReportSink& sink, const KnownMoves& known) : sink_(sink), known_(known) {}
    void report(const Report& report) override { sink_.report(exact(report, known_)); }
    Milliseconds interval() const override { return sink_.interval(); }

  private:
    ReportSink& sink_;
    const KnownMoves& known_;
};

class TableRoot final : public Searcher {
  public:
    TableRoot(std::unique_ptr<Searcher> inner, std::shared_ptr<const Tables> tables)
        : inner_(std::move(inner)), tables_(std::move(tables)) {}

    Report search(const Game& game, const Limits& limits, const StopFlag& stop,
                  ReportSink* sink) override {
        if (!tables_->judge(game.rules(), game.position())) {
            return inner_->search(game, limits, stop, sink);
        }
        KnownMoves known = judge_moves(*tables_, game);
        std::erase_if(known, [&](const KnownMove& k) { return !limits.allows(k.move); });
        if (known.empty()) return inner_->search(game, limits, stop, sink);
        const auto holding = std::count_if(known.begin(), known.end(),
                                           [](const KnownMove& k) { return k.result == 0; });
        if (known.front().result == 0 && holding > 1) return hold(game, known, limits, stop, sink);
        Report report = exact({.visits = 1, .elapsed = 0, .candidates = {}}, known);
        report.candidates.front().visits = 1;
        return report;
    }

    void forget() override { inner_->forget(); }

  private:
    // The searcher's values say which draw is the hardest for the opponent; the tables' are
    // reported.
    Report hold(const Game& game, const KnownMoves& known, Limits limits, const StopFlag& stop,
                ReportSink* sink) {
        limits.tables = false;
        limits.root_moves.clear();
        for (const KnownMove& k : known) {
            if (k.result == 0) limits.root_moves.push_back(k.move);
        }
        if (sink == nullptr) return exact(inner_->search(game, limits, stop, nullptr), known);
        ExactSink exact_sink(*sink, known);
        return exact(inner_->search(game, limits, stop, &exact_sink), known);
    }

    std::unique_ptr<Searcher> inner_;
    std::shared_ptr<const Tables> tables_;
};

}  // namespace

std::unique_ptr<Searcher> make_table_root(std::unique_ptr<Searcher> inner,
                                          std::shared_ptr<const Tables> tables) {
    return std::make_unique<TableRoot>(std::move(inner), std::move(tables));
}

}  // namespace anqi
