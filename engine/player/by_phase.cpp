#include "engine/player/by_phase.h"

#include <utility>

namespace anqi {
namespace {

class ByPhase final : public Searcher {
  public:
    ByPhase(Pair searchers, int mcts_from)
        : searchers_(std::move(searchers)), mcts_from_(mcts_from) {}

    Report search(const Game& game, const Limits& limits, const StopFlag& stop,
                  ReportSink* sink) override {
        return searcher_for(game, limits).search(game, limits, stop, sink);
    }

    void forget() override {
        searchers_.mcts->forget();
        searchers_.alphabeta->forget();
    }

  private:
    Searcher& searcher_for(const Game& game, const Limits& limits) {
        const bool mcts = limits.analysis || game.position().pool().size() >= mcts_from_;
        return mcts ? *searchers_.mcts : *searchers_.alphabeta;
    }

    Pair searchers_;
    int mcts_from_;
};

}  // namespace

std::unique_ptr<Searcher> make_by_phase(Pair searchers, int mcts_from) {
    return std::make_unique<ByPhase>(std::move(searchers), mcts_from);
}

}  // namespace anqi
