// The graph search: answers at once where nothing is left to decide, the same answer for the same
// question, legal answers however little memory there is, values near the exact ones.
#include "engine/search/mcts.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <string>

#include "engine/core/deal.h"
#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"

namespace anqi {
namespace {

const SteadyClock steady;

Game game_at(const std::string& text, RuleSet rules = default_rules()) {
    return Game(rules, test::position_of(text));
}

Report search(const Game& game, const Limits& limits, const MctsSettings& settings = {}) {
    const StopFlag stop;
    return make_mcts(settings, steady)->search(game, limits, stop, nullptr);
}

Limits visits(std::int64_t n) { return {.visits = n, .time = {}, .root_moves = {}}; }

// Plays a game against itself with one searcher, so that its memory fills up and is recycled.
void play_with(const MctsSettings& settings, std::int64_t visits_each, int plies) {
    const auto searcher = make_mcts(settings, steady);
    Random random(5);
    const Deal deal(Position::start(), random);
    Game game;
    const StopFlag stop;
    for (int ply = 0; ply < plies && !game.over(); ++ply) {
        const Report report = searcher->search(game, visits(visits_each), stop, nullptr);
        REQUIRE(report.best());
        REQUIRE(game.play(deal.reveal(*report.best())) == Illegal::none);
    }
    CHECK(game.plies() > 4);
}

bool same(const Candidate& a, const Candidate& b) {
    return a.move == b.move && a.visits == b.visits && a.value == b.value && a.line == b.line;
}

TEST_CASE("mcts takes a win in one at once") {
    const Game game = game_at("4/4/4/4/4/4/p3/G3 r - 0");
    const Report report = search(game, visits(1'000'000));
    CHECK(report.visits < 100);
    REQUIRE(report.best());
    CHECK(to_text(*report.best()) == "a1a2");
    CHECK(report.candidates.front().lower == 1);
}

TEST_CASE("mcts answers a single legal action at once") {
    const Report report = search(game_at("4/4/4/4/4/4/4/Pg2 r - 0"), visits(1'000'000));
    CHECK(report.visits <= 1);
    REQUIRE(report.best());
    CHECK(to_text(*report.best()) == "a1a2");
}

TEST_CASE("mcts proves a loss, too") {
    // The soldier in the corner cannot get away from two advisors.
    const Game game = game_at("4/4/4/4/4/2G1/1G2/p3 b - 0");
    const Report report = search(game, visits(50'000));
    REQUIRE(report.best());
    CHECK(report.candidates.front().upper == -1);
    CHECK(report.visits < 50'000);
}

TEST_CASE("mcts takes the win in one, though others win as well") {
    // Either advisor may take the soldier now; walking about keeps the win, but ends nothing.
    const Game game = game_at("4/4/4/4/4/4/G3/pG2 r - 0");
    const Report report = search(game, visits(5'000));
    REQUIRE(report.best());
    CHECK(game.position().at(report.best()->to()) != Piece::none);
    CHECK(report.candidates.front().lower == 1);
}

TEST_CASE("mcts gives the same answer to the same question") {
    const Game game = game_at("XXpg/PKXP/Rg1r/npXX/2X1/GnXX/pXRX/XNPX r GM2NPkmrc2p2 0");
    const Report first = search(game, visits(3000)), second = search(game, visits(3000));
    CHECK(first.visits == 3000);
    CHECK(std::equal(first.candidates.begin(), first.candidates.end(), second.candidates.begin(),
                     second.candidates.end(), same));
}

TEST_CASE("mcts answers as a new one after it has forgotten") {
    const Game game;
    const auto searcher = make_mcts({}, steady);
    const StopFlag stop;
    const Report first = searcher->search(game, visits(2000), stop, nullptr);
    searcher->forget();
    const Report second = searcher->search(game, visits(2000), stop, nullptr);
    CHECK(std::equal(first.candidates.begin(), first.candidates.end(), second.candidates.begin(),
                     second.candidates.end(), same));
}

TEST_CASE("mcts restricted to some actions answers one of them and values it") {
    Limits limits = visits(500);
    limits.root_moves = {Move::flip(3)};
    const Report report = search(Game(), limits);
    REQUIRE(report.candidates.size() == 1);
    CHECK(report.candidates.front().move == Move::flip(3));
    CHECK(report.candidates.front().visits == 500);
}

TEST_CASE("mcts stays legal when memory is used up and recycled") {
    // 0 MiB still holds a thousand nodes.
    play_with({.params = {}, .memory = 0}, 3000, 40);
    play_with({.params = {}, .memory = 1}, 6000, 40);
}

TEST_CASE("several threads search one graph and answer legally") {
    play_with({.params = {}, .threads = 4, .memory = 1}, 3000, 20);
}

TEST_CASE("several threads count each visit once on its whole way") {
    const Report report = search(game_at("RMXX/XXXX/XXXX/XXXX/XXgX/PXXn/XXpX/XrXG b "
                                         "KGMRN2C2P4kgm2rnc2p4 0"),
                                 visits(30'000), {.params = {}, .threads = 3});
    std::int64_t sum = 0;
    for (const Candidate& candidate : report.candidates) sum += candidate.visits;
    CHECK(report.visits >= 30'000);
    CHECK(sum == report.visits);
}

TEST_CASE("mcts solves two face-down pieces on two squares through chance") {
    const std::string board = "####/####/####/####/####/####/X###/X### ? ";
    // Soldier against soldier: whoever flips first takes the other one.
    const Report won = search(game_at(board + "Pp 0"), visits(10'000));
    CHECK(won.visits < 10'000);
    CHECK(won.candidates.front().lower == 1);
    // General against soldier: half the time the general comes up first, is blocked and loses.
    const Report even = search(game_at(board + "Kp 0"), visits(10'000));
    CHECK(even.visits < 10'000);
    CHECK(even.candidates.front().lower == 0);
    CHECK(even.candidates.front().upper == 0);
    CHECK(even.candidates.front().value == 0);
}

TEST_CASE("mcts comes near the exact value of a small board") {
    // Both sides own four soldiers face down: -19/35 for whoever flips first, on any square.
    RuleSet rules = default_rules();
    rules.quiet_limit = 1000;
    rules.repetition = 0;
    const Game game = game_at("####/####/####/####/XX##/XX##/XX##/XX## ? P4p4 0", rules);
    Limits limits = visits(100'000);
    limits.root_moves = {Move::flip(0)};
    const Report report = search(game, limits);
    REQUIRE(report.best());
    CHECK(std::abs(report.candidates.front().value - -19.0 / 35) < 0.08);
}

TEST_CASE("a finished board has no answer, a game drawn by count still has") {
    CHECK_FALSE(search(game_at("4/4/4/4/4/4/4/G3 r - 0"), visits(10)).best());
    CHECK(search(game_at("3k/4/4/4/4/4/4/K3 r - 180"), visits(10)).best());
}

}  // namespace
}  // namespace anqi
