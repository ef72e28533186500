// Self-play within the process: plans, draws, whole games, files of games and their merging.
#include <array>
#include <bit>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include "engine/core/notation.h"
#include "engine/player/duel.h"
#include "engine/util/file.h"
#include "tests/support/process.h"
#include "tools/referee/game_file.h"
#include "tools/selfplay/endings.h"
#include "tools/selfplay/game.h"
#include "tools/selfplay/merge.h"
#include "tools/selfplay/summary.h"

namespace anqi::test {
namespace {

SelfPlayPlan quick_plan() {
    SelfPlayPlan plan;
    for (Settings& side : plan.sides) {
        side.player = PlayerKind::greedy;
        side.visits = 20;
        side.memory = 1;
    }
    return plan;
}

GameLog game_of(const SelfPlayPlan& plan, int number) {
    const SteadyClock clock;
    const StopFlag never;
    return play_numbered(plan, make_players(plan, clock), number, never).value();
}

std::vector<Candidate> candidates(std::vector<std::int64_t> visits) {
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        all.push_back(
            {.move = Move::flip(static_cast<Square>(i)), .visits = visits[i], .line = {}});
    }
    return all;
}

// How often each of the candidates is drawn.
std::vector<double> shares(const std::vector<std::int64_t>& visits, double temperature) {
    constexpr int draws = 20'000;
    Random random(1);
    std::vector<double> result(visits.size());
    for (int i = 0; i < draws; ++i) {
        const Move move = draw_action(candidates(visits), temperature, random);
        result[static_cast<std::size_t>(move.from())] += 1;
    }
    for (double& count : result) count /= draws;
    return result;
}

std::string text_of(const std::string& path) { return read_file(path, 1 << 24).value(); }

const TakeGame ignore_games = [](const GameLog&, std::string_view) { return Status(Done{}); };

TEST_CASE("actions are drawn in proportion to visits to the power 1 / temperature") {
    const auto plain = shares({10, 30, 0}, 1);
    CHECK(plain[0] == doctest::Approx(0.25).epsilon(0.05));
    CHECK(plain[1] == doctest::Approx(0.75).epsilon(0.05));
    CHECK(plain[2] == 0);
    // Square roots: 1 and 3.
    CHECK(shares({1, 9}, 2)[0] == doctest::Approx(0.25).epsilon(0.05));
    CHECK(shares({1'000'000'000, 999'999'999}, 1e-12)[0] == 1);
    CHECK(shares({0, 0}, 1)[0] == 1);
}

TEST_CASE("the most visited actions come first, at most as many as asked for") {
    const auto counts = most_visited(candidates({3, 0, 7, 3}), 2);
    REQUIRE(counts.size() == 2);
    CHECK(counts[0] == VisitCount{Move::flip(2), 7});
    CHECK(counts[1] == VisitCount{Move::flip(0), 3});
    CHECK(most_visited(candidates({0}), 8).empty());
}

TEST_CASE("a pair shares its deal and start, and its sides change seats") {
    SelfPlayPlan plan = quick_plan();
    plan.starts = {Position::start(), *parse_position("K3/3k/4/4/4/4/4/XX2 r Pp 0")};
    CHECK(blank_log(plan, 3).deal == 3);
    CHECK(blank_log(plan, 3).start == plan.starts[0]);
    CHECK(blank_log(plan, 4).start == plan.starts[1]);
    plan.pairs = true;
    const GameLog third = blank_log(plan, 3), fourth = blank_log(plan, 4);
    CHECK(third.deal == 2);
    CHECK(fourth.deal == 2);
    CHECK(third.start == plan.starts[1]);
    CHECK(fourth.start == third.start);
    CHECK(third.engines == std::array<std::string, 2>{"anqi-1", "anqi-2"});
    CHECK(fourth.engines == std::array<std::string, 2>{"anqi-2", "anqi-1"});
    CHECK(difference(third, fourth).empty());
}

TEST_CASE("logs of different plans differ by name") {
    const auto differs = [](auto change) {
        SelfPlayPlan plan = quick_plan();
        change(plan);
        return difference(blank_log(quick_plan(), 1), blank_log(plan, 2));
    };
    CHECK(differs([](auto&) {}).empty());
    CHECK(differs([](auto& p) { p.seed = 7; }) == "seeds 1 and 7");
    CHECK(differs([](auto& p) { p.sides[0].visits = 30; }) ==
          "settings 'visits=20' and 'visits=30'");
    CHECK(differs([](auto& p) { p.sides[0].search.exploration = 2; }) ==
          "settings '' and 'exploration=2'");
    CHECK(differs([](auto& p) { p.random_plies = 3; }) == "settings '' and 'random-plies=3'");
    CHECK(differs([](auto& p) { p.random_every = 3; }) == "settings '' and 'random-every=3'");
    CHECK(differs([](auto& p) { p.values = true; }) == "settings '' and 'values'");
    CHECK(differs([](auto& p) { p.policy = true; }) == "settings '' and 'policy'");
    CHECK(differs([](auto& p) { p.endings = 0.5; }) == "settings '' and 'endings=0.5'");
    CHECK(differs([](auto& p) { p.noise = 0.25; }) ==
          "settings '' and 'noise=0.25 noise-shape=0.3'");
    CHECK_FALSE(differs([](auto& p) { p.temperature = 1; }).empty());
    CHECK_FALSE(differs([](auto& p) { p.pairs = true; }).empty());
    CHECK_FALSE(differs([](auto& p) { p.starts.push_back(Position::start()); }).empty());
    CHECK(differs([](auto& p) {
              for (auto& side : p.sides) side.rules.limit_ply = LimitPly::draw;
          }).starts_with("rules "));
}

TEST_CASE("start positions are read, bad lines are reported with their number") {
    std::vector<std::string> complaints;
    const auto starts = read_starts(
        "K3/3k/4/4/4/4/4/XX2 r Pp 0\r\n\nnonsense\nK3/4/4/4/4/4/4/4 r - 0\n"
        "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX ? KG2M2R2N2C2P5kg2m2r2n2c2p5 0",
        default_rules(), complaints);
    REQUIRE(starts.size() == 2);
    CHECK(starts[1] == Position::start());
    REQUIRE(complaints.size() == 2);
    CHECK(complaints[0].starts_with("line 3: "));
    CHECK(complaints[1] == "line 4: the game is over there");
}

TEST_CASE("a game follows from its number whatever the players played before") {
    SelfPlayPlan plan = quick_plan();
    plan.values = plan.policy = true;
    plan.random_plies = 4;
    plan.temperature = 1;
    plan.temperature_plies = 10;
    for (Settings& side : plan.sides) side.player = PlayerKind::by_phase;
    const SteadyClock clock;
    const StopFlag never;
    const PlayerPair players = make_players(plan, clock);
    (void)play_numbered(plan, players, 1, never);
    const GameLog log = play_numbered(plan, players, 2, never).value();
    CHECK(log == game_of(plan, 2));
    CHECK(log.values.size() == log.events.size());
    REQUIRE(log.policy.size() == log.events.size());
    CHECK(log.policy[0].size() > 1);
    CHECK(log.policy[0].size() <= 8);
    const auto game = replayed(log);
    REQUIRE(game.ok());
    CHECK(game->over());
    CHECK(game->outcome().reason == log.reason);
    CHECK_FALSE(game_of(plan, 3).events == log.events);
}

TEST_CASE("random endings are legal, not over, and of every size") {
    Random random(11);
    const RuleSet& rules = default_rules();
    std::array<int, kMostMen + 1> sizes{};
    int with_face_down = 0, quiet = 0;
    for (int i = 0; i < 2000; ++i) {
        const Position position = random_ending(rules, random);
        REQUIRE(position.consistent());
        REQUIRE(parse_position(to_text(position)).ok());
        CHECK_FALSE(Game(rules, position).over());
        CHECK(position.alive(Colour::red));
        CHECK(position.alive(Colour::black));
        CHECK(position.quiet() < rules.quiet_limit);
        const int men = std::popcount(position.occupied());
        REQUIRE(men <= kMostMen);
        CHECK(2 * position.pool().size() <= men);
        ++sizes[static_cast<std::size_t>(men)];
        with_face_down += position.face_down() != 0;
        quiet += position.quiet() > 0;
    }
    for (int men = 0; men <= kMostMen; ++men) {
        CHECK((sizes[static_cast<std::size_t>(men)] > 50) == (men >= kFewestMen));
    }
    CHECK(with_face_down > 700);
    CHECK(with_face_down < 1300);
    CHECK(quiet > 300);
    CHECK(quiet < 700);
}

TEST_CASE("the wanted share of the deals begins in endings, and both games of a pair in the same") {
    SelfPlayPlan plan = quick_plan();
    const auto endings = [&plan] {
        int count = 0;
        for (int n = 1; n <= 400; ++n) count += !(blank_log(plan, n).start == Position::start());
        return count;
    };
    CHECK(endings() == 0);
    plan.endings = 0.25;
    CHECK(endings() > 60);
    CHECK(endings() < 140);
    plan.endings = 1;
    CHECK(endings() == 400);
    CHECK(blank_log(plan, 7).start == blank_log(plan, 7).start);
    CHECK_FALSE(blank_log(plan, 7).start == blank_log(plan, 8).start);
    plan.pairs = true;
    CHECK(blank_log(plan, 7).start == blank_log(plan, 8).start);
    const GameLog log = game_of(plan, 7);
    CHECK(log.start == blank_log(plan, 7).start);
    CHECK(replayed(log).ok());
}

TEST_CASE("noise changes games of MCTS, and they follow from their number still") {
    SelfPlayPlan plan = quick_plan();
    for (Settings& side : plan.sides) side.player = PlayerKind::mcts;
    const GameLog plain = game_of(plan, 1);
    plan.noise = 0.5;
    const GameLog noisy = game_of(plan, 1);
    CHECK_FALSE(noisy.events == plain.events);
    CHECK(noisy == game_of(plan, 1));
}

TEST_CASE("a proven win stands alone in the policy") {
    SelfPlayPlan plan = quick_plan();
    plan.starts = {*parse_position("4/4/4/4/4/4/p3/G1M1 r - 0")};
    plan.policy = true;
    for (Settings& side : plan.sides) side.player = PlayerKind::mcts;
    const GameLog log = game_of(plan, 1);
    REQUIRE(log.policy.size() == 1);
    REQUIRE(log.policy[0].size() == 1);
    CHECK(to_text(log.policy[0][0].move) == "a1a2");
}

TEST_CASE("random actions at the beginning are the same in both games of a pair") {
    SelfPlayPlan plan = quick_plan();
    plan.pairs = true;
    plan.random_plies = 6;
    plan.sides[1].player = PlayerKind::random;
    const GameLog one = game_of(plan, 1), two = game_of(plan, 2);
    REQUIRE(one.events.size() > 6);
    for (std::size_t ply = 0; ply < 6; ++ply) CHECK(one.events[ply] == two.events[ply]);
    CHECK_FALSE(one.events == two.events);
    plan.random_plies = 0;
    plan.random_every = 1;
    CHECK_FALSE(game_of(plan, 1).events == one.events);
}

TEST_CASE("results go by seat, also where the side to move has its colour from the start") {
    SelfPlayPlan plan = quick_plan();
    // Black is to move and takes the last red piece.
    plan.starts = {*parse_position("4/4/4/4/4/4/4/Kp2 b - 0")};
    const GameLog log = game_of(plan, 1);
    CHECK(log.events.size() == 1);
    CHECK(log.result == SeatResult::first);
    CHECK(log.reason == Reason::all_captured);
}

TEST_CASE("a resignation ends a game where the option allows it") {
    SelfPlayPlan plan = quick_plan();
    plan.starts = {*parse_position("4/4/4/1krr/1gg1/1mm1/4/N3 r - 0")};
    plan.values = true;
    for (Settings& side : plan.sides) {
        side.player = PlayerKind::mcts;
        side.visits = 50;
        side.resign = true;
    }
    const GameLog log = game_of(plan, 1);
    CHECK(log.result == SeatResult::second);
    CHECK(log.reason == Reason::resign);
    CHECK(log.values.size() == log.events.size());
    for (Settings& side : plan.sides) side.resign = false;
    CHECK(game_of(plan, 1).reason != Reason::resign);
}

TEST_CASE("a stopped game has no log") {
    const SelfPlayPlan plan = quick_plan();
    const SteadyClock clock;
    StopFlag stop;
    stop.request();
    CHECK_FALSE(play_numbered(plan, make_players(plan, clock), 1, stop).has_value());
}

TEST_CASE("the table of a run is defined without a game and counts draws by reason") {
    SelfPlaySummary summary;
    CHECK(summary.table(true).find("nan") == std::string::npos);
    GameLog log = blank_log(quick_plan(), 1);
    log.reason = Reason::repetition;
    summary.add(log);
    log.result = SeatResult::first;
    summary.add(log);
    CHECK(summary.table(false) ==
          "games                   2\nfirst seat scores       75.00 %\n"
          "draws repetition        1\naverage plies           0.0\n");
}

TEST_CASE("a torn last line is cut off, what is no game is left alone") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.jsonl");
    const std::string line = to_json_line(game_of(quick_plan(), 1));
    for (const std::size_t cut :
         {std::size_t{1}, std::size_t{5}, line.size() / 2, line.size() - 1}) {
        write_text(path, line + line.substr(0, cut));
        REQUIRE(GameFile::open(path, ignore_games).ok());
        CHECK(text_of(path) == line);
    }
    for (const std::string& foreign : {std::string("my notes"), line + "my notes", "x\n" + line}) {
        write_text(path, foreign);
        CHECK_FALSE(GameFile::open(path, ignore_games).ok());
        CHECK(text_of(path) == foreign);
    }
}

TEST_CASE("a second writer is refused until the first one has gone") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.jsonl");
    {
        auto first = GameFile::open(path, ignore_games);
        REQUIRE(first.ok());
        const auto second = GameFile::open(path, ignore_games);
        REQUIRE_FALSE(second.ok());
        CHECK(second.error().find("another program is writing") != std::string::npos);
        CHECK_FALSE(merge_games(path, {path}).ok());
    }
    CHECK(GameFile::open(path, ignore_games).ok());
}

TEST_CASE("merging sorts by number and drops what is there twice") {
    const TemporaryFolder folder;
    std::array<std::string, 4> lines;
    for (int i = 1; i < 4; ++i) {
        lines[static_cast<std::size_t>(i)] = to_json_line(game_of(quick_plan(), i));
    }
    GameLog timed = game_of(quick_plan(), 2);
    timed.times.assign(timed.events.size(), 5);
    write_text(folder.file("a"), lines[3] + lines[2]);
    write_text(folder.file("b"), to_json_line(timed) + lines[1] + lines[1].substr(0, 40));
    const auto merged =
        merge_games(folder.file("all"), {folder.file("a"), folder.file("b"), folder.file("a")});
    REQUIRE(merged.ok());
    CHECK(merged->games == 3);
    CHECK(merged->duplicates == 3);
    CHECK(merged->torn == std::vector{folder.file("b")});
    CHECK(text_of(folder.file("all")) == lines[1] + lines[2] + lines[3]);
}

TEST_CASE("merging refuses conflicts, other settings and a file that is no input, by name") {
    const TemporaryFolder folder;
    const auto write = [&](const char* name, const GameLog& log) {
        write_text(folder.file(name), to_json_line(log));
    };
    const auto error = [&](const char* output, std::vector<std::string> inputs) {
        for (std::string& input : inputs) input = folder.file(input);
        const auto merged = merge_games(folder.file(output), inputs);
        return merged ? std::string() : merged.error();
    };
    const GameLog log = game_of(quick_plan(), 1);
    write("a", log);
    GameLog shorter = log;
    shorter.events.pop_back();
    write("conflict", shorter);
    SelfPlayPlan plan = quick_plan();
    plan.seed = 2;
    write("seed", game_of(plan, 2));
    write_text(folder.file("damaged"), "{}\n");
    CHECK(error("out", {"a", "conflict"}) ==
          fmt::format("'{}' line 1: game 1 is another one in '{}'", folder.file("conflict"),
                      folder.file("a")));
    CHECK(error("out", {"a", "seed"}).find("different seeds 1 and 2") != std::string::npos);
    CHECK(error("out", {"damaged"}).find("'game' is missing") != std::string::npos);
    CHECK(error("out", {"none"}).find("No such file") != std::string::npos);
    CHECK(error("a", {"seed"}).find("no input of this merge") != std::string::npos);
    CHECK(text_of(folder.file("a")) == to_json_line(log));
    CHECK(::access(folder.file("out").c_str(), F_OK) != 0);
    CHECK(error("a", {"a"}).empty());
}

}  // namespace
}  // namespace anqi::test
