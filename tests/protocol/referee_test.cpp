// The referee as a program: faults told apart, kills survived, files kept, nothing left behind.
#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/notation.h"
#include "engine/util/random.h"
#include "tests/support/process.h"
#include "tests/support/test_data.h"
#include "tools/referee/game_file.h"

namespace anqi::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr milliseconds kPatience{240'000};
constexpr const char* kReferee = ANQI_BINARY_DIR "/anqi-referee";

// A copy that only this process starts, so that what is left of it can be told from other tests'.
const std::string& mock_program() {
    static const TemporaryFolder folder;
    static const std::string copy = [] {
        std::string path = folder.path() + "/mock";
        fs::copy_file(ANQI_BINARY_DIR "/anqi-mock-engine", path);
        return path;
    }();
    return copy;
}

std::string mock_named(const std::string& name, const std::string& mode,
                       const std::string& more = {}) {
    return fmt::format("name={} {} --mode {} {}", name, mock_program(), mode, more);
}
std::string mock(const std::string& mode, const std::string& more = {}) {
    return mock_named(mode, mode, more);
}
std::string random_player(const std::string& name, int seed = 1) {
    return fmt::format("name={} '" ANQI_BINARY_DIR "/anqi' --player random --memory 4 --seed {}",
                       name, seed);
}

struct Verdict {
    int status;
    std::string table, errors;
    std::vector<GameLog> games;
};

// A folder for the files of one event.
class Hall {
  public:
    std::string file(const std::string& name) const { return folder_.path() + '/' + name; }
    std::string games() const { return file("g.jsonl"); }

    // Names a seed if `more` does not: what a test sees is not to depend on the deals drawn.
    Words call(const Words& engines, const Words& more) const {
        Words argv = unseeded_call(engines, more);
        const bool seeded = std::find(more.begin(), more.end(), "--seed") != more.end();
        if (!seeded) argv.insert(argv.end(), {"--seed", "1"});
        return argv;
    }
    Words unseeded_call(const Words& engines, const Words& more) const {
        Words argv = {kReferee, "--games", games()};
        for (const std::string& engine : engines) argv.insert(argv.end(), {"--engine", engine});
        argv.insert(argv.end(), more.begin(), more.end());
        return argv;
    }
    Words resume() const { return {kReferee, "--resume", file("g.state")}; }

    Verdict run(const Words& argv) const {
        Process process(argv);
        std::string table = process.read_rest(kPatience);
        const int status = process.wait(kPatience).value_or(-1000);
        return {status, std::move(table), process.error_text(), logs()};
    }
    std::vector<GameLog> logs() const {
        if (!fs::exists(games())) return {};
        const auto read = read_game_logs(games());
        REQUIRE(read.ok());
        return *read;
    }

  private:
    TemporaryFolder folder_;
};

Verdict play(const Words& engines, const Words& more) {
    const Hall hall;
    return hall.run(hall.call(engines, more));
}

// The call after a shell has run `commands`.
Words in_shell(const std::string& commands, const Words& call) {
    Words argv = {"/bin/bash", "-c", commands + "; exec \"$@\"", "bash"};
    argv.insert(argv.end(), call.begin(), call.end());
    return argv;
}

// Everything of a game that does not depend on the machine's speed.
std::map<int, std::string> timeless(std::vector<GameLog> logs) {
    std::map<int, std::string> games;
    for (GameLog& log : logs) {
        log.times.clear();
        CHECK(games.emplace(log.game, to_json_line(log)).second);
    }
    return games;
}

std::size_t mocks_alive() {
    std::size_t n = 0;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::error_code ignored;
        n += fs::read_symlink(entry.path() / "exe", ignored) == mock_program() ? 1 : 0;
    }
    return n;
}

// Whether all are gone soon: a process that was killed is still there for a moment.
bool all_gone() {
    for (int i = 0; i < 200 && mocks_alive() > 0; ++i) {
        std::this_thread::sleep_for(milliseconds(10));
    }
    return mocks_alive() == 0;
}

void wait_for_file(const std::string& path) {
    for (int i = 0; i < 1000 && !fs::exists(path); ++i) {
        std::this_thread::sleep_for(milliseconds(5));
    }
    REQUIRE(fs::exists(path));
}

// The fault that each kind of misbehaviour has to be called, and how.
struct Misdeed {
    const char* mode;
    FaultKind kind;
    const char* detail;
};
const Misdeed kMisdeeds[] = {
    {"exit", FaultKind::crash, "exit code 3"},
    {"crash", FaultKind::crash, "signal 11"},
    {"abort", FaultKind::crash, "signal 6"},
    {"hang", FaultKind::hang, "no answer to"},
    {"late", FaultKind::timeout, "took "},
    {"garbage", FaultKind::garbage, "played "},
    {"empty", FaultKind::garbage, "played ''"},
    {"illegal", FaultKind::illegal, "played 'e9 e9' in "},
    {"illegal-move", FaultKind::illegal, "played "},
    {"wrong-id", FaultKind::wrong_id, "answered "},
    {"refuse", FaultKind::refusal, "refused 'genmove"},
    {"flood-stdout", FaultKind::flood, "without end"},
    {"glued-line", FaultKind::hang, "no answer to"},
};

TEST_CASE("engines that misbehave lose, and each fault is called by its name" *
          doctest::test_suite("slow")) {
    for (const Misdeed& misdeed : kMisdeeds) {
        CAPTURE(misdeed.mode);
        const std::string slow = misdeed.mode == std::string("late") ? "--delay 2000" : "";
        const Verdict verdict = play({mock(misdeed.mode, slow), random_player("good")},
                                     {"--pairs", "1", "--concurrency", "2", "--movetime", "1000",
                                      "--margin", "500", "--late-wait", "2000"});
        CHECK(verdict.status == 1);
        REQUIRE(verdict.games.size() == 2);
        for (const GameLog& log : verdict.games) {
            const int seat = log.engines[0] == misdeed.mode ? 0 : 1;
            CHECK(log.points(seat) == 0);
            REQUIRE(log.fault);
            CHECK(log.fault->seat == seat);
            CHECK(to_text(log.fault->kind) == to_text(misdeed.kind));
            CHECK(contains(log.fault->detail, misdeed.detail));
            if (log.fault->kind == FaultKind::timeout) {
                CHECK(log.fault->overrun >= 900'000);
                CHECK(log.fault->overrun < 2'400'000);
            }
            CHECK(log.events.size() == (seat == 0 ? 8U : 9U));
        }
        CHECK(contains(verdict.table, to_text(misdeed.kind)));
        CHECK(all_gone());
    }
}

TEST_CASE("noise, floods of stderr, megabytes on a line and deaf ears at the end are no faults") {
    for (const char* mode :
         {"well", "chatter", "long-line", "stderr-flood", "ignore-quit", "child"}) {
        CAPTURE(mode);
        const Hall hall;
        const Verdict verdict = hall.run(
            hall.call({mock(mode, "--bytes 20000000"), random_player("good")},
                      {"--pairs", "1", "--concurrency", "2", "--logs", hall.file("logs")}));
        CHECK(verdict.status == 0);
        CHECK(verdict.games.size() == 2);
        for (const GameLog& log : verdict.games) CHECK_FALSE(log.fault);
        CHECK(fs::file_size(hall.file(fmt::format("logs/{}.stderr", mode))) < 5'000'000);
        CHECK(all_gone());
    }
}

TEST_CASE("an engine that does not get ready books no result, and the others play on" *
          doctest::test_suite("slow")) {
    for (const char* mode : {"exit-start", "hang-start"}) {
        CAPTURE(mode);
        const Verdict verdict =
            play({mock(mode), random_player("a"), random_player("b", 2)},
                 {"--format", "round-robin", "--pairs", "4", "--start-timeout", "3000"});
        CHECK(verdict.status == 1);
        CHECK(verdict.games.size() == 8);
        for (const GameLog& log : verdict.games) {
            CHECK(log.engines[0] != mode);
            CHECK(log.engines[1] != mode);
        }
        CHECK(contains(verdict.errors, fmt::format("{} does not start: ", mode)));
        CHECK(contains(verdict.errors, fmt::format("{} takes no further part", mode)));
        CHECK(contains(verdict.errors, "16 games were not played"));
    }
    const Verdict missing = play({"name=x /no/such/engine", random_player("a")}, {"--pairs", "1"});
    CHECK(missing.status == 1);
    CHECK(missing.games.empty());
    CHECK(contains(missing.errors, "cannot start /no/such/engine: No such file"));
    CHECK(contains(play({"name=x dir=/no/where eng", random_player("a")}, {}).errors, "/no/where"));
}

TEST_CASE("results go by engine and seat, whatever the colours") {
    const Verdict verdict =
        play({mock("win-first"), mock_named("other", "win-first")}, {"--pairs", "5"});
    CHECK(verdict.status == 0);
    REQUIRE(verdict.games.size() == 10);
    std::map<std::string, int> points;
    std::set<Colour> colours;
    for (const GameLog& log : verdict.games) {
        CHECK(log.result == SeatResult::first);
        colours.insert(log.first_colour());
        points[log.engines[0]] += log.points(0);
    }
    CHECK(points["win-first"] == 10);
    CHECK(points["other"] == 10);
    CHECK(colours.size() == 2);
}

TEST_CASE("the same seed gives the same games whatever runs beside them, another seed others") {
    const auto games = [](const char* seed, const char* concurrency) {
        return timeless(play({random_player("a"), random_player("b", 2)},
                             {"--pairs", "4", "--seed", seed, "--concurrency", concurrency})
                            .games);
    };
    const auto first = games("5", "1");
    CHECK(first.size() == 8);
    CHECK(games("5", "2") == first);
    CHECK(games("6", "1") != first);
}

TEST_CASE("with fixed visits the records are the same byte for byte") {
    const auto records = [] {
        const Hall hall;
        const std::string engine = "'" ANQI_BINARY_DIR "/anqi' --memory 16";
        CHECK(hall.run(hall.call({engine, engine + " --player mcts"},
                                 {"--pairs", "1", "--visits", "20", "--seed", "4"}))
                  .status == 0);
        return read_file(hall.file("g.txt"));
    };
    const std::string first = records();
    CHECK(first.size() > 1000);
    CHECK(records() == first);
}

TEST_CASE("without a seed one is drawn, said, and written down") {
    const auto drawn = [] {
        const Hall hall;
        const Words engines = {random_player("a"), random_player("b")};
        return hall.run(hall.unseeded_call(engines, {"--pairs", "1"}));
    };
    const auto one = drawn();
    const auto two = drawn();
    REQUIRE(one.games.size() == 2);
    REQUIRE(two.games.size() == 2);
    CHECK(one.games[0].seed != two.games[0].seed);
    CHECK(contains(one.errors, fmt::format("seed {},", one.games[0].seed)));
}

// Kills the referee again and again, each time at another moment, and goes on each time.
TEST_CASE("an event killed at random moments comes to what an unbroken one comes to" *
          doctest::test_suite("slow")) {
    const Words engines = {random_player("a"), random_player("b", 2), random_player("c", 3)};
    const Words settings = {"--format", "round-robin", "--pairs",       "10",
                            "--seed",   "3",           "--concurrency", "2"};
    const auto whole = timeless(play(engines, settings).games);
    REQUIRE(whole.size() == 60);
    const Hall hall;
    Random random(11);
    int kills = 0;
    for (; kills < 20; ++kills) {
        Process process(kills == 0 ? hall.call(engines, settings) : hall.resume());
        wait_for_file(hall.file("g.state"));
        if (process.wait(milliseconds(15 + random.below(45)))) break;
        process.signal(SIGKILL);
        process.wait(kPatience);
    }
    CHECK(kills >= 5);  // a fast machine has played all games before the 20th
    const Verdict verdict = hall.run(hall.resume());
    CHECK(verdict.status == 0);
    CHECK(timeless(verdict.games) == whole);
    const std::string records = read_file(hall.file("g.txt"));
    for (int game = 1; game <= 60; ++game) {
        const auto tag = fmt::format("\ntag game {}\n", game);
        const auto at = records.find(tag);
        CHECK(at != std::string::npos);
        CHECK(records.find(tag, at + 1) == std::string::npos);
    }
    CHECK(hall.run(hall.resume()).games.size() == 60);
}

TEST_CASE("no engine outlives a referee that is killed") {
    const Hall hall;
    Process process(hall.call({mock("hang"), mock("ignore-quit")},
                              {"--pairs", "4", "--concurrency", "4", "--late-wait", "100000"}));
    for (int i = 0; i < 500 && mocks_alive() < 8; ++i) process.wait(milliseconds(10));
    CHECK(mocks_alive() == 8);
    process.signal(SIGKILL);
    process.wait(kPatience);
    CHECK(all_gone());
}

TEST_CASE("no engine that is being ended outlives a referee that is killed") {
    const Hall hall;
    Process process(hall.call({mock("ignore-quit"), mock_named("other", "ignore-quit")},
                              {"--pairs", "50", "--concurrency", "2"}));
    for (const int moment : {300, 150, 200, 250}) process.wait(milliseconds(moment));
    process.signal(SIGKILL);
    process.wait(kPatience);
    CHECK(all_gone());
}

TEST_CASE("an engine that hangs where no limit holds, and one whose child holds its pipes") {
    const Verdict hang = play({mock("hang", "--at 1"), random_player("a")},
                              {"--pairs", "1", "--time", "500", "--think-timeout", "300"});
    REQUIRE(hang.games.size() == 2);
    for (const GameLog& log : hang.games) CHECK(log.fault->kind == FaultKind::hang);
    const Verdict orphan = play({mock("orphan"), random_player("a")}, {"--pairs", "1"});
    REQUIRE(orphan.games.size() == 2);
    for (const GameLog& log : orphan.games) {
        CHECK(log.fault->kind == FaultKind::crash);
        CHECK(contains(log.fault->detail, "exit code 3"));
    }
    CHECK(all_gone());
}

TEST_CASE("engines that are kept play on, after a crash in a new process") {
    const Verdict verdict =
        play({"restart=no " + mock("exit", "--at 3"), "restart=no " + random_player("a")},
             {"--pairs", "5"});
    CHECK(verdict.games.size() == 10);
    for (const GameLog& log : verdict.games) CHECK(log.fault->kind == FaultKind::crash);
}

TEST_CASE("GTP framing, clocks and start positions in one event") {
    const Hall hall;
    std::ofstream(hall.file("starts")) << "3k/4/4/4/4/4/4/K3 r - 0\n"
                                       << to_text(Position::start()) << "\n";
    const Verdict told =
        play({random_player("a") + " --dialect gtp", random_player("b", 2) + " --dialect gtp"},
             {"--pairs", "2", "--host", "gtp", "--time", "5000", "--increment", "10", "--starts",
              hall.file("starts"), "--rules", "taiwan"});
    CHECK(told.status == 0);
    REQUIRE(told.games.size() == 4);
    for (const GameLog& log : told.games) {
        CHECK(replayed(log).ok());
        CHECK(log.left.size() == log.events.size());
        CHECK(log.rules.name == "taiwan");
        CHECK((log.pair == 1) == (log.start != Position::start()));
    }
}

TEST_CASE("swiss and knockout events go on after a kill, and a knockout names its winner" *
          doctest::test_suite("slow")) {
    for (const char* format : {"swiss", "knockout"}) {
        CAPTURE(format);
        const Words engines = {random_player("a"), random_player("b", 2), random_player("c", 3),
                               random_player("d", 4), random_player("e", 5)};
        const Words settings = {"--format", format, "--rounds", "3", "--pairs", "3", "--seed", "2"};
        const Verdict unbroken = play(engines, settings);
        const Hall hall;
        for (int i = 0; i < 6; ++i) {
            Process process(i == 0 ? hall.call(engines, settings) : hall.resume());
            wait_for_file(hall.file("g.state"));
            if (process.wait(milliseconds(40 + 20 * i))) break;
            process.signal(SIGKILL);
            process.wait(kPatience);
        }
        const Verdict verdict = hall.run(hall.resume());
        CHECK(verdict.status == 0);
        CHECK(timeless(verdict.games) == timeless(unbroken.games));
        CHECK(contains(verdict.table, "winner: ") == (format == std::string("knockout")));
    }
}

TEST_CASE("nobody who listens is no reason to stop") {
    const Hall hall;
    const Words call = hall.call({random_player("a"), random_player("b")}, {"--pairs", "6"});
    Words argv = {"/bin/bash", "-c", "\"$@\" 2>&1 >/dev/null | head -c 1 >/dev/null", "bash"};
    argv.insert(argv.end(), call.begin(), call.end());
    CHECK(hall.run(argv).games.size() == 12);
    CHECK(hall.run(in_shell("exec >/dev/full", hall.resume())).status == 1);
}

TEST_CASE("Ctrl-C once ends cleanly and says how to go on, twice at once") {
    const Hall hall;
    const Words call = hall.call({random_player("a"), mock("hang", "--at 9")},
                                 {"--pairs", "500", "--movetime", "60000"});
    for (const int times : {1, 2}) {
        CAPTURE(times);
        Process process(times == 1 ? call : hall.resume());
        for (int i = 0; i < 1000 && mocks_alive() == 0; ++i) process.wait(milliseconds(10));
        CHECK_FALSE(process.wait(milliseconds(300)));
        for (int i = 0; i < times; ++i) {
            process.signal(SIGINT);
            process.wait(milliseconds(150));
        }
        const auto status = process.wait(milliseconds(3'000));
        REQUIRE(status);
        CHECK(*status == 130);
        CHECK(contains(process.error_text(), "--resume '" + hall.file("g.state") + "'"));
        CHECK(all_gone());
    }
}

TEST_CASE("files of another event, a second writer and too few descriptors are refused") {
    const Hall hall;
    const Words engines = {random_player("a"), random_player("b")};
    CHECK(hall.run(hall.call(engines, {"--pairs", "1"})).status == 0);
    const std::string before = read_file(hall.games());
    const Verdict again = hall.run(hall.call(engines, {"--pairs", "1"}));
    CHECK(again.status == 1);
    CHECK(contains(again.errors, "holds something already"));
    CHECK(read_file(hall.games()) == before);

    const Hall other;
    Process long_one(
        other.call({random_player("a"), mock("hang")}, {"--pairs", "50", "--movetime", "60000"}));
    wait_for_file(other.file("g.state"));
    const std::string state = read_file(other.file("g.state"));
    for (const Words& call : {other.resume(), other.call(engines, {"--seed", "777"})}) {
        const Verdict second = other.run(call);
        CHECK(second.status == 1);
        CHECK(contains(second.errors, "another program"));
        CHECK(read_file(other.file("g.state")) == state);
    }
    long_one.signal(SIGINT);
    CHECK(long_one.wait(milliseconds(5'000)).value_or(-1) == 130);

    const Hall third;
    const Verdict few =
        third.run(in_shell("ulimit -n 64", third.call(engines, {"--concurrency", "50"})));
    CHECK(few.status == 1);
    CHECK(contains(few.errors, "open files"));
}

TEST_CASE("a full disk stops the event with a clear error and whole games") {
    const Hall hall;
    const Words call = hall.call({random_player("a"), random_player("b")}, {"--pairs", "200"});
    const Verdict verdict = hall.run(in_shell("ulimit -f 40", call));
    CHECK(verdict.status == 1);
    CHECK(contains(verdict.errors, "cannot write "));
    CHECK(verdict.games.size() > 2);
    CHECK(read_file(hall.games()).back() == '\n');
    CHECK(hall.run(hall.resume()).games.size() == 400);
}

TEST_CASE("bad calls are refused with the bad word") {
    const auto refused = [](const Words& words, std::string_view word) {
        Words argv = {kReferee};
        argv.insert(argv.end(), words.begin(), words.end());
        const Hall hall;
        const Verdict verdict = hall.run(argv);
        CHECK(verdict.status == 2);
        CHECK(verdict.table.empty());
        CHECK_MESSAGE(contains(verdict.errors, word), verdict.errors);
    };
    refused({}, "two at least");
    refused({"--engine", "a"}, "two at least");
    refused({"--engine", "'a", "--engine", "b"}, "'a");
    refused({"--engine", "nane=x a", "--engine", "b"}, "'name'");
    refused({"--pairs", "0"}, "--pairs");
    refused({"--movetime", "soon"}, "soon");
    refused({"--rules", "chess"}, "chess");
    refused({"--pears", "1"}, "pairs");
    refused({"--engine", "a", "--engine", "b", "--single", "yes", "--sprt", "0:5"}, "whole pairs");
    refused({"--resume", "x.state", "--pairs", "5"}, "--pairs");
    refused({"--event", "/no/such.toml"}, "/no/such.toml");
    const Hall hall;
    CHECK(hall.run({kReferee, "--resume", "/no/such.state"}).status == 1);
}

}  // namespace
}  // namespace anqi::test
