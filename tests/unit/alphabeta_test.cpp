// The alpha-beta searcher against an expectimax that prunes nothing and remembers nothing, and what
// every searcher owes its caller.
#include "engine/search/alphabeta.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/movegen.h"
#include "engine/core/notation.h"
#include "engine/search/quiescence.h"
#include "engine/tables/small_board.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"
#include "tests/support/small_boards.h"

namespace anqi {
namespace {

AlphaBetaSettings whole_tree(int depth) {
    AlphaBetaSettings settings;
    settings.params.tree = AlphaBetaParams::whole_tree();
    settings.params.eval.lazy = 4;  // values in full
    settings.memory = 1;
    settings.max_depth = depth;
    return settings;
}

// Values as the search defines them, found the long way.
template <class Shape>
class Expectimax {
  public:
    Expectimax(const AlphaBetaSettings& settings, const Game& game)
        : rules_(game.rules()),
          captures_(settings.params.tree.quiescence),
          evaluator_(rules_, settings.params.eval),
          history_(game.history()) {}

    double value_of_move(const Position& position, Move move, int depth, int ply) {
        if (!move.is_flip()) return -after(position, Event(move), depth, ply);
        double sum = 0;
        for (int i = 0; i < kPieces; ++i) {
            const int count = position.pool().count(piece_at_index(i));
            if (count == 0) continue;
            sum -= count * after(position, Event(move, piece_at_index(i)), depth, ply);
        }
        return sum / position.pool().size();
    }

    double best_value(const Position& position, int depth, int ply) {
        MoveList moves;
        generate<Shape>(position, moves);
        double best = -2;
        for (Move move : moves) best = std::max(best, value_of_move(position, move, depth, ply));
        return best;
    }

  private:
    double after(Position position, Event event, int depth, int ply) {
        apply<Shape>(position, event);
        history_.push(event.move(), position);
        const double value = valued(position, depth - 1, ply + 1);
        history_.pop();
        return value;
    }

    double valued(const Position& position, int depth, int ply) {
        const Outcome outcome = verdict<Shape>(rules_, position, history_);
        if (outcome.winner == Winner::draw) return 0;
        if (outcome.over()) {
            const double win = 1 - ply * 1e-6;
            return outcome.winner == winner_for(position.side()) ? win : -win;
        }
        if (depth > 0) return best_value(position, depth, ply);
        const double value = quiesce<Shape>(evaluator_, position, -2, 2, captures_);
        return value >= 1 ? 1 - (ply + 1) * 1e-6 : value;
    }

    RuleSet rules_;
    int captures_;
    Evaluator<Shape> evaluator_;
    History history_;
};

double plain_value(const AlphaBetaSettings& settings, const Game& game, int depth) {
    return with_rules(game.rules(), [&](auto shape) {
        return Expectimax<decltype(shape)>(settings, game).best_value(game.position(), depth, 0);
    });
}

Report searched(const AlphaBetaSettings& settings, const Game& game, const Limits& limits = {}) {
    const SteadyClock clock;
    const StopFlag stop;
    return make_alphabeta(settings, clock)->search(game, limits, stop, nullptr);
}

// The value is reported as 1 or -1 once it is proven.
bool agree(double reported, double plain) {
    if (std::abs(plain) > 0.9997) return reported == (plain > 0 ? 1 : -1);
    return std::abs(reported - plain) < 5e-6;
}

// Iterative deepening ends early once the result is proven; then the sign must agree.
void check_same_value(AlphaBetaSettings settings, const Game& game) {
    const double plain = plain_value(settings, game, settings.max_depth);
    for (const bool star1 : {true, false}) {
        CAPTURE(star1);
        settings.params.tree.star1 = star1;
        const Report report = searched(settings, game);
        CAPTURE(report.candidates.front().value);
        CAPTURE(plain);
        CHECK(agree(report.candidates.front().value, plain));
    }
}

RuleSet short_limit(RuleSet rules, int limit) {
    rules.quiet_limit = limit;
    rules.repetition = 0;
    return rules;
}

// For random positions that `next` draws, at most `actions` legal actions wide.
template <class Next>
void check_random_positions(int positions, std::size_t actions, int depth, Next&& next) {
    for (const RuleSet& preset : rule_presets()) {
        const RuleSet rules = short_limit(preset, 12);
        test::RandomPositions source(5, test::reference_rules(rules));
        for (int n = 0; n < positions; ++n) {
            const std::string text = next(source);
            CAPTURE(preset.name);
            CAPTURE(text);
            const Game game = test::game_of(rules, text);
            const std::size_t width = game.legal_moves().size();
            // A single action is answered without looking deeper.
            if (width < 2 || width > actions) continue;
            check_same_value(whole_tree(depth), game);
        }
    }
}

TEST_CASE("small boards with chance have the value of a plain expectimax") {
    check_random_positions(test::by_build(60, 6), 10, 3,
                           [](auto& source) { return source.small_board(); });
    check_random_positions(test::by_build(40, 4), 4, 4,
                           [](auto& source) { return source.small_board(); });
}

TEST_CASE("few pieces near the quiet limit have the value of a plain expectimax") {
    check_random_positions(test::by_build(60, 6), 14, 4,
                           [](auto& source) { return source.sparse(); });
}

TEST_CASE("2x2, 2x3 and 2x4 boards, all face down") {
    struct Case {
        const char* text;
        int depth;
    };
    for (const Case& c : {Case{"####/####/####/####/####/####/XX##/XX## ? CPkp 0", 6},
                          Case{"####/####/####/####/####/XX##/XX##/XX## ? KCPkcp 0", 3},
                          Case{"####/####/####/####/XX##/XX##/XX##/XX## ? CP3cp3 0", 3}}) {
        for (const RuleSet& preset : rule_presets()) {
            CAPTURE(c.text);
            CAPTURE(preset.name);
            check_same_value(whole_tree(c.depth), test::game_of(short_limit(preset, 12), c.text));
        }
    }
}

// As it plays.
AlphaBetaSettings as_played() {
    AlphaBetaSettings settings;
    settings.nodes_per_visit = 1;
    settings.memory = 4;
    return settings;
}

Limits nodes(std::int64_t n) { return {.visits = n, .time = {}, .root_moves = {}}; }

TEST_CASE("forced wins are found at the depth at which they exist, and proven") {
    for (const RuleSet& preset : rule_presets()) {
        RuleSet rules = short_limit(preset, 40);
        test::RandomPositions source(9, test::reference_rules(rules));
        int wins = 0;
        for (int n = 0; n < test::by_build(150, 60); ++n) {
            const std::string text = source.sparse();
            const Game game = test::game_of(rules, text);
            if (game.over() || game.position().face_down()) continue;
            AlphaBetaSettings settings = as_played();
            settings.max_depth = 8;  // late moves are searched less deep
            const double plain = plain_value(settings, game, 5);
            if (std::abs(plain) < 0.9997) continue;
            CAPTURE(text);
            const Candidate best = searched(settings, game).candidates.front();
            CHECK(best.value == (plain > 0 ? 1 : -1));
            CHECK(best.lower == best.upper);
            wins += plain > 0;
        }
        CHECK(wins > 0);
    }
}

TEST_CASE("the shortest win is played") {
    // The chariot may take the last soldier at once or chase it for ever.
    const Game game = test::game_of("olympiad", "4/4/4/4/4/4/p3/R3 r - 0");
    const Report report = searched(as_played(), game);
    CHECK(report.best() == test::move_of("a1a2"));
    CHECK(report.visits < 100);
    CHECK(report.candidates.front().lower == 1);
}

TEST_CASE("a win that comes after the quiet limit is a draw") {
    // The general needs some moves to corner the horse; the limit leaves one ply.
    RuleSet rules = test::rules_of("olympiad");
    const std::string board = "4/4/4/n3/4/4/4/K3 r - ";
    AlphaBetaSettings settings = as_played();
    settings.max_depth = 20;
    rules.quiet_limit = 60;
    const Report far = searched(settings, test::game_of(rules, board + "0"));
    rules.quiet_limit = 10;
    const Report near = searched(settings, test::game_of(rules, board + "9"));
    CHECK(far.candidates.front().value != 0);
    for (const Candidate& c : near.candidates) CHECK(c.value == 0);
}

TEST_CASE("scores of one quiet count do not leak into another") {
    // The same searcher sees the same board far from the limit, then next to it.
    const SteadyClock clock;
    const StopFlag stop;
    RuleSet rules = test::rules_of("taiwan");
    const auto searcher = make_alphabeta(as_played(), clock);
    const std::string board = "4/4/1n2/4/4/4/4/GK2 r - ";
    const auto value = [&](const std::string& quiet) {
        const Game game = test::game_of(rules, board + quiet);
        return searcher->search(game, nodes(20'000), stop, nullptr).candidates.front().value;
    };
    CHECK(value("0") > 0.5);
    CHECK(value("39") == 0);
    CHECK(value("0") > 0.5);
}

TEST_CASE("the third occurrence in the game is a draw, and the winner avoids it") {
    Game game = test::game_of("olympiad", "4/4/4/4/p3/4/2C1/R3 r - 0");
    test::play(game, "a1b1 a4a5 b1a1 a5a4 a1b1 a4a5 b1a1");
    REQUIRE(!game.over());
    // Black may repeat: a5a4 brings the first position for the third time.
    const Report report = searched(as_played(), game, nodes(20'000));
    CHECK(report.best() == test::move_of("a5a4"));
    CHECK(report.candidates.front().value == 0);
}

TEST_CASE("only root moves are answered") {
    const Game game = test::game_of("olympiad", "start");
    Limits limits = nodes(2'000);
    limits.root_moves = {test::move_of("c4c4"), test::move_of("a1a1")};
    const Report report = searched(as_played(), game, limits);
    REQUIRE(report.candidates.size() == 2);
    for (const Candidate& c : report.candidates) {
        CHECK(std::count(limits.root_moves.begin(), limits.root_moves.end(), c.move) == 1);
    }
    CHECK(report.candidates[0].value >= report.candidates[1].value);
}

TEST_CASE("the report names every action once, with a playable line behind it") {
    for (const RuleSet& rules : rule_presets()) {
        Game game(rules);
        Random random(3);
        test::play_randomly(game, random, 30);
        if (game.over()) continue;
        const Report report = searched(as_played(), game, nodes(5'000));
        CHECK(report.candidates.size() == game.legal_moves().size());
        for (const Candidate& c : report.candidates) {
            Game copy = game;
            REQUIRE(!c.line.empty());
            CHECK(c.line.front().move() == c.move);
            for (const Event& event : c.line) {
                if (!copy.over()) CHECK(copy.play(event) == Illegal::none);
            }
            CHECK(std::abs(c.value) <= 1);
        }
    }
}

TEST_CASE("a stop flag ends the search with a legal answer") {
    const SteadyClock clock;
    StopFlag stop;
    stop.request();
    const Game game = test::game_of("olympiad", "start");
    const Report report = make_alphabeta(as_played(), clock)->search(game, {}, stop, nullptr);
    REQUIRE(report.best());
    CHECK(game.check(*report.best()) == Illegal::none);
    CHECK(report.visits < 1'000);
}

TEST_CASE("no legal action, no answer; one legal action, an answer at once") {
    CHECK(searched(as_played(), test::game_of("olympiad", "4/4/4/4/4/4/4/K3 b - 0"), nodes(10))
              .candidates.empty());
    // The soldier can only go up.
    const Report only =
        searched(as_played(), test::game_of("olympiad", "4/4/4/4/4/4/4/pG2 b - 0"), {});
    CHECK(only.best() == test::move_of("a1a2"));
    CHECK(only.visits < 100);
}

TEST_CASE("an action singled out is valued in earnest") {
    Limits limits = nodes(2'000);
    limits.root_moves = {test::move_of("a1a1")};
    const Report report = searched(as_played(), test::game_of("olympiad", "start"), limits);
    CHECK(report.best() == test::move_of("a1a1"));
    CHECK(report.visits > 1'000);
}

TEST_CASE("what is called proven is true, pieces face down or not") {
    // Endings of a small board, where the truth is known.
    const Position start = test::small_board("CCPP");
    const RuleSet rules = test::rules_without_draws();
    SmallBoard truth(rules, start.missing());
    Random random(5);
    int proven = 0;
    for (int i = 0; i < 150; ++i) {
        Game game(rules, start);
        test::play_randomly(game, random, 6 + static_cast<int>(random.below(14)));
        if (game.over()) continue;
        const Report report = searched(as_played(), game, nodes(3'000));
        for (const Candidate& c : report.candidates) {
            if (c.lower < c.upper) continue;
            ++proven;
            CAPTURE(to_text(game.position()));
            CAPTURE(to_text(c.move));
            CHECK(truth.value(game.position(), c.move) == doctest::Approx(c.lower));
        }
    }
    CHECK(proven > 50);
}

TEST_CASE("a visit limit is kept to the node and decides the answer to the bit") {
    for (const RuleSet& rules : rule_presets()) {
        Game game(rules);
        Random random(8);
        test::play_randomly(game, random, 24);
        if (game.over()) continue;
        const SteadyClock clock;
        const StopFlag stop;
        const auto used = make_alphabeta(as_played(), clock);
        used->search(Game(rules), nodes(3'000), stop, nullptr);
        used->forget();
        const Report a = used->search(game, nodes(10'000), stop, nullptr);
        const Report b = searched(as_played(), game, nodes(10'000));
        CHECK(a.visits == 10'000);
        REQUIRE(a.candidates.size() == b.candidates.size());
        for (std::size_t i = 0; i < a.candidates.size(); ++i) {
            CHECK(a.candidates[i].move == b.candidates[i].move);
            CHECK(a.candidates[i].value == b.candidates[i].value);
            CHECK(a.candidates[i].visits == b.candidates[i].visits);
        }
    }
}

TEST_CASE("a time plan is kept by the clock that was given") {
    // Runs ahead by 10 microseconds whenever it is read.
    class Ticking final : public Clock {
      public:
        Microseconds now() const override { return now_ += 10; }

      private:
        mutable Microseconds now_ = 0;
    };
    const Ticking clock;
    const StopFlag stop;
    const Limits limits{.visits = 0, .time = TimePlan::exactly(5), .root_moves = {}};
    const auto searcher = make_alphabeta(as_played(), clock);
    const Report report = searcher->search(Game(), limits, stop, nullptr);
    CHECK(report.elapsed >= 5'000);
    CHECK(report.elapsed < 5'200);
}

}  // namespace
}  // namespace anqi
