#include "engine/search/mcts.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <thread>
#include <vector>

#include "engine/search/root.h"
#include "engine/search/root_noise.h"

namespace anqi {
namespace {

// In a cache line of its own, because helpers read it at every visit.
struct alignas(64) RoundOver {
    StopFlag flag;
};

// Ends a round on every way out, so that its helpers can be joined.
struct RoundEnd {
    RoundOver& round_over;
    ~RoundEnd() { round_over.flag.request(); }
};

// One search of one position over a graph that outlives it.
template <class Shape>
class Search {
  public:
    Search(const MctsSettings& settings, const Game& game, const Limits& limits, Graph& graph,
           ExactLeaves* exact)
        : settings_{settings.params,
                    settings.seed,
                    settings.threads > 1,
                    exact,
                    limits.tables ? settings.tables.get() : nullptr,
                    settings.network,
                    settings.priors.get(),
                    settings.misjudgement},
          threads_(settings.threads),
          game_(game),
          limits_(limits),
          graph_(graph),
          main_(settings_, game, graph) {}

    Report run(Stopper& stopper, ReportSink* sink) {
        graph_.finish_table();
        prepare_root();
        if (root_.node == kNothing) return {};
        visits_before_ = graph_.node(root_.node).visits;
        settle_ends_in_one();
        if (!decided(graph_, root_)) explore(stopper, sink);
        if (visits() == 0) main_.visit(root_);
        return report(stopper);
    }

  private:
    std::int64_t visits() const {
        return std::int64_t{graph_.node(root_.node).visits} - visits_before_;
    }

    void prepare_root() {
        root_.node = main_.make_root();
        if (root_.node == kNothing) {
            graph_.clear();
            root_.node = main_.make_root();
        }
        if (root_.node == kNothing) return;
        const Node& node = graph_.node(root_.node);
        for (int i = 0; i < node.edges; ++i) {
            root_.allowed[static_cast<std::size_t>(i)] =
                limits_.allows(graph_.edges(node)[i].move());
        }
        if (limits_.noise.on()) root_.priors = with_noise(priors_of(node), limits_.noise);
    }

    std::vector<float> priors_of(const Node& node) const {
        std::vector<float> priors;
        for (int i = 0; i < node.edges; ++i) priors.push_back(graph_.edges(node)[i].prior());
        return priors;
    }

    // Wins in one are visited at once. A repetition depends on the game's past, of which a node
    // that was searched earlier knows nothing: a move that repeats is a draw whatever its node
    // says.
    void settle_ends_in_one() {
        const Node& node = graph_.node(root_.node);
        for (int i = 0; i < node.edges; ++i) {
            Edge& edge = graph_.edges(node)[i];
            if (!root_.allowed[static_cast<std::size_t>(i)] || edge.move().is_flip()) continue;
            const Outcome outcome = main_.outcome_after(edge.move());
            if (outcome.reason == Reason::repetition) {
                edge.child = kNothing;
                edge.value = 0;
                edge.label = edge.move().raw();
            } else if (outcome.winner == winner_for(game_.position().side())) {
                main_.visit(root_, i);
            }
        }
    }

    // Rounds of searching, between which memory is recycled while no other thread runs.
    void explore(Stopper& stopper, ReportSink* sink) {
        next_report_ = sink ? sink->interval() * 1000 : 0;
        while (!over_) {
            RoundOver round_over;
            {
                std::vector<std::jthread> helpers;
                const RoundEnd end{round_over};
                call_helpers(helpers, round_over);
                lead(stopper, sink);
            }
            if (!over_) over_ = !recycle(stopper);
        }
    }

    // Fewer than wanted where the system does not grant more.
    void call_helpers(std::vector<std::jthread>& helpers, const RoundOver& round_over) {
        try {
            for (int i = 1; i < threads_; ++i) {
                helpers.emplace_back([this, &round_over] { help(round_over); });
            }
        } catch (const std::exception&) {  // std::system_error or std::bad_alloc
            threads_ = static_cast<int>(helpers.size()) + 1;
        }
    }

    // Ends early, too, where memory beyond the graph is short: the leading thread goes on alone.
    void help(const RoundOver& round_over) {
        try {
            Explorer<Shape> explorer(settings_, game_, graph_);
            while (!round_over.flag.requested()) explorer.visit_below(root_);
        } catch (const std::bad_alloc&) {
        }
    }

    // The calling thread's part: it alone watches limits and reports. Ends with `over_`, or when
    // memory needs recycling.
    void lead(Stopper& stopper, ReportSink* sink) {
        while (!graph_.nearly_full()) {
            main_.visit(root_);
            const std::int64_t n = visits();
            over_ =
                stopper.must_stop(n) || counters_full() || solved() ||
                (stopper.time_to_look(++looks_) && stopper.may_stop(root_state(graph_, root_, n)));
            if (over_) return;
            if (sink && looks_ % 16 == 0 && stopper.elapsed() >= next_report_) {
                sink->report(report(stopper));
                next_report_ =
                    stopper.elapsed() + std::max<Microseconds>(1, sink->interval()) * 1000;
            }
        }
    }

    // Visits are counted in 32 bits; so many take hours.
    bool counters_full() const { return graph_.node(root_.node).visits >= 4'000'000'000U; }

    // The root's own bounds say so at once; a restricted root has to be looked at.
    bool solved() {
        if (graph_.node(root_.node).solved()) return decided(graph_, root_);
        return !limits_.root_moves.empty() && looks_ % 64 == 0 && decided(graph_, root_);
    }

    // False when the search has to end before it is done.
    bool recycle(const Stopper& stopper) {
        main_.return_unused();
        return graph_.recycle(root_.node, [&stopper] { return stopper.interrupted(); });
    }

    Report report(const Stopper& stopper) const {
        return {visits(), stopper.elapsed(), candidates(graph_, root_)};
    }

    ExplorerSettings settings_;
    int threads_;
    const Game& game_;
    const Limits& limits_;
    Graph& graph_;
    // Helpers read the root at every visit, so it must not lie beside what changes at every visit.
    alignas(64) Root root_;
    alignas(64) Explorer<Shape> main_;
    std::int64_t visits_before_ = 0;
    std::int64_t looks_ = 0;
    Microseconds next_report_ = 0;
    bool over_ = false;
};

class Mcts final : public Searcher {
  public:
    Mcts(const MctsSettings& settings, const Clock& clock)
        : settings_(settings), clock_(clock), graph_(std::in_place, settings.memory << 20) {}

    Report search(const Game& game, const Limits& limits, const StopFlag& stop,
                  ReportSink* sink) override {
        Stopper stopper(limits, clock_, stop);
        if (game.moves_on_board().empty()) return {};
        return with_rules(game.rules(), [&](auto shape) {
            ExactLeaves* const exact = exact_for(game, limits, stop);
            return Search<decltype(shape)>(settings_, game, limits, *graph_, exact)
                .run(stopper, sink);
        });
    }

    void forget() override {
        if (!exact_) return graph_->clear();
        exact_.reset();
        graph_.emplace(settings_.memory << 20);
    }

  private:
    // Solving keeps to no clock, so it is for analysis by visits. Its memory is taken off the
    // graph's, which begins anew.
    ExactLeaves* exact_for(const Game& game, const Limits& limits, const StopFlag& stop) {
        constexpr std::size_t enough = ExactLeaves::kMostMemory + 32;
        const Position& position = game.position();
        const bool wanted = limits.analysis && !limits.time.limited() &&
                            settings_.memory >= enough && ExactLeaves::fits(position);
        if (!wanted) return nullptr;
        if (!exact_ || !exact_->serves(game.rules(), position.missing())) {
            graph_.emplace((settings_.memory - ExactLeaves::kMostMemory) << 20);
            exact_ = std::make_unique<ExactLeaves>(game.rules(), position.missing());
        }
        exact_->watch(stop);
        return exact_.get();
    }

    MctsSettings settings_;
    const Clock& clock_;
    std::optional<Graph> graph_;
    std::unique_ptr<ExactLeaves> exact_;
};

}  // namespace

std::unique_ptr<Searcher> make_mcts(const MctsSettings& settings, const Clock& clock) {
    return std::make_unique<Mcts>(settings, clock);
}

}  // namespace anqi
