// Which of the two searchers plays, told by who was asked.
#include "engine/player/by_phase.h"

#include <doctest/doctest.h>

#include "tests/support/engine_helpers.h"

namespace anqi::test {
namespace {

// Notes how often it was asked.
class Witness final : public Searcher {
  public:
    explicit Witness(int& asked, int& forgot) : asked_(asked), forgot_(forgot) {}
    Report search(const Game&, const Limits&, const StopFlag&, ReportSink*) override {
        ++asked_;
        return {};
    }
    void forget() override { ++forgot_; }

  private:
    int& asked_;
    int& forgot_;
};

struct Asked {
    int mcts = 0, alphabeta = 0, forgot = 0;

    std::unique_ptr<Searcher> searcher(int mcts_from) {
        return make_by_phase({.mcts = std::make_unique<Witness>(mcts, forgot),
                              .alphabeta = std::make_unique<Witness>(alphabeta, forgot)},
                             mcts_from);
    }
};

constexpr auto kTwoDown = "X3/4/4/4/4/4/X1K1/k3 r Pp 0";

void ask(Searcher& searcher, const char* position, bool analysis = false) {
    Limits limits;
    limits.analysis = analysis;
    const StopFlag never;
    (void)searcher.search(game_of("olympiad", position), limits, never, nullptr);
}

TEST_CASE("the pieces face down say who plays") {
    Asked asked;
    const auto searcher = asked.searcher(3);
    ask(*searcher, "start");
    CHECK(asked.mcts == 1);
    ask(*searcher, kTwoDown);
    CHECK(asked.alphabeta == 1);
    CHECK(asked.mcts == 1);
}

TEST_CASE("at the border MCTS plays; at the ends of the range one searcher plays everything") {
    Asked two, all, none;
    ask(*two.searcher(2), kTwoDown);
    CHECK(two.mcts == 1);
    ask(*all.searcher(0), kTwoDown);
    CHECK(all.mcts == 1);
    ask(*none.searcher(kSquares + 1), "start");
    CHECK(none.alphabeta == 1);
}

TEST_CASE("analysis is left to MCTS; both forget") {
    Asked asked;
    const auto searcher = asked.searcher(kSquares + 1);
    ask(*searcher, kTwoDown, true);
    CHECK(asked.mcts == 1);
    CHECK(asked.alphabeta == 0);
    searcher->forget();
    CHECK(asked.forgot == 2);
}

}  // namespace
}  // namespace anqi::test
