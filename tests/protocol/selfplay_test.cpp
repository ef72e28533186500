// anqi-selfplay as a program: the same games however they are played, and none lost on the way.
#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/util/random.h"
#include "tests/support/process.h"
#include "tests/support/test_data.h"
#include "tools/referee/game_file.h"

namespace anqi::test {
namespace {

constexpr milliseconds kPatience{60'000};
constexpr const char* kProgram = ANQI_BINARY_DIR "/anqi-selfplay";

struct Verdict {
    int status;
    std::string table;
    std::string errors;
};

std::vector<std::string> with_program(const std::vector<std::string>& arguments) {
    std::vector<std::string> argv = {kProgram};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return argv;
}

Verdict finish(Process& process) {
    std::string table = process.read_rest(kPatience);
    const int status = process.wait(kPatience).value_or(-1000);
    return {status, std::move(table), process.error_text()};
}

Verdict run(const std::vector<std::string>& arguments) {
    Process process(with_program(arguments));
    return finish(process);
}

// A quick run into `output`, with more options.
std::vector<std::string> quick(const std::string& games, const std::string& output,
                               const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"--games",  games, "--output", output,
                                          "--visits", "20",  "--set",    "player=greedy"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The whole lines of a file; every one must be a legal game.
std::vector<std::string> lines_of(const std::string& path) {
    std::vector<std::string> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line) && !file.eof();) {
        const auto log = parse_json_line(line);
        REQUIRE(log.ok());
        const auto game = replayed(*log);
        REQUIRE(game.ok());
        CHECK(game->over());
        lines.push_back(line);
    }
    return lines;
}

std::vector<std::string> sorted_lines(const std::string& path) {
    auto lines = lines_of(path);
    std::sort(lines.begin(), lines.end());
    return lines;
}

// Long enough to be caught while it runs.
std::vector<std::string> endless(const std::string& output) {
    return quick("100000000", output, {"--threads", "2"});
}

void wait_for_games(const std::string& path) {
    for (int i = 0; i < 5000 && !contains(text_of(path), "\n"); ++i) {
        std::this_thread::sleep_for(milliseconds(2));
    }
    REQUIRE(contains(text_of(path), "\n"));
}

TEST_CASE("self-play gives the same games whatever the number of threads") {
    const TemporaryFolder folder;
    const auto play = [&](const std::string& threads, const std::vector<std::string>& more) {
        const std::string path = folder.file("games-" + threads);
        std::vector<std::string> arguments = {"--threads", threads};
        arguments.insert(arguments.end(), more.begin(), more.end());
        std::filesystem::remove(path);
        const Verdict verdict = run(quick("12", path, arguments));
        CHECK(verdict.status == 0);
        CHECK(contains(verdict.table, "games                   12\n"));
        CHECK(contains(verdict.table, "plies a second"));
        return sorted_lines(path);
    };
    const auto games = play("1", {});
    CHECK(games.size() == 12);
    CHECK(play("2", {}) == games);
    CHECK(play("2", {"--seed", "2"}) != games);
    const std::vector<std::string> rich = {"--set",
                                           "player=engine",
                                           "--set",
                                           "memory=2",
                                           "--temperature",
                                           "1.5",
                                           "--temperature-plies",
                                           "20",
                                           "--random-plies",
                                           "4",
                                           "--random-every",
                                           "10",
                                           "--endings",
                                           "0.3",
                                           "--noise",
                                           "0.25",
                                           "--values",
                                           "--policy"};
    CHECK(play("1", rich) == play("2", rich));
}

TEST_CASE("draws by temperature and at random change the games and keep them legal") {
    const TemporaryFolder folder;
    std::set<std::string> moves;
    const std::vector<std::vector<std::string>> choices = {
        {},
        {"--random-plies", "10"},
        {"--random-every", "3"},
        {"--temperature", "2", "--temperature-plies", "30"},
        {"--noise", "0.5"},
        {"--noise", "0.5", "--noise-shape", "1"},
        {"--endings", "1"}};
    for (std::size_t i = 0; i < choices.size(); ++i) {
        std::vector<std::string> more = {"--set", "player=mcts"};
        more.insert(more.end(), choices[i].begin(), choices[i].end());
        const std::string path = folder.file(std::to_string(i));
        REQUIRE(run(quick("1", path, more)).status == 0);
        const auto lines = lines_of(path);
        REQUIRE(lines.size() == 1);
        moves.insert(lines[0].substr(0, lines[0].find("\"result\"")));
    }
    CHECK(moves.size() == choices.size());
}

TEST_CASE("sides of different settings change seats on the same deal") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games");
    const Verdict verdict = run(quick("4", path, {"--set2", "player=random", "--rules", "taiwan"}));
    CHECK(verdict.status == 0);
    CHECK(contains(verdict.table, "first side scores"));
    const auto logs = read_game_logs(path);
    REQUIRE(logs.ok());
    CHECK(logs->size() == 4);
    for (const GameLog& log : *logs) {
        CHECK(log.deal == (log.game + 1) / 2);
        CHECK(log.engines[0] == (log.game % 2 == 1 ? "anqi-1" : "anqi-2"));
        CHECK(log.rules == *find_rules("taiwan"));
    }
}

TEST_CASE("start positions are used in turn, bad lines are reported and skipped") {
    const TemporaryFolder folder;
    write_text(folder.file("starts"), "K3/3k/4/4/4/4/4/XX2 r Pp 0\nrubbish\n");
    const auto arguments = quick("2", folder.file("games"), {"--start", folder.file("starts")});
    const Verdict verdict = run(arguments);
    CHECK(verdict.status == 0);
    CHECK(contains(verdict.errors, "line 2: "));
    CHECK(contains(text_of(folder.file("games")), "\"start\":\"K3/3k/4/4/4/4/4/XX2 r Pp 0\""));
    write_text(folder.file("starts"), "K3/3k/4/4/4/4/4/XX2 b Pp 0\n");
    const Verdict changed = run(arguments);
    CHECK(changed.status == 1);
    CHECK(contains(changed.errors, "different settings 'starts="));
}

TEST_CASE("a run that is killed again and again ends with the games of an unbroken one") {
    const TemporaryFolder folder;
    const std::string whole = folder.file("whole"), broken = folder.file("broken");
    const std::vector<std::string> more = {"--threads", "2", "--set", "player=mcts"};
    REQUIRE(run(quick("24", whole, more)).status == 0);
    Random random(4);
    int kills = 0;
    for (int i = 0; i < 12; ++i) {
        Process process(with_program(quick("24", broken, more)));
        std::this_thread::sleep_for(milliseconds(10 + random.below(70)));
        process.signal(SIGKILL);
        if (process.wait(kPatience).value_or(0) == -SIGKILL) ++kills;
        (void)lines_of(broken);
    }
    CHECK(kills > 0);
    const Verdict last = run(quick("24", broken, more));
    CHECK(last.status == 0);
    CHECK(contains(last.table, "games                   24\n"));
    CHECK(sorted_lines(broken) == sorted_lines(whole));
}

TEST_CASE("a torn last line is played again, and nothing is played twice") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games");
    REQUIRE(run(quick("4", path)).status == 0);
    const std::string whole = text_of(path);
    const auto games = sorted_lines(path);
    write_text(path, whole.substr(0, whole.size() - 30));
    CHECK(run(quick("4", path)).status == 0);
    CHECK(sorted_lines(path) == games);
    const std::string again = text_of(path);
    const Verdict verdict = run(quick("4", path));
    CHECK(verdict.status == 0);
    CHECK(contains(verdict.table, "games                   4\n"));
    CHECK(text_of(path) == again);
    const Verdict other = run(quick("4", path, {"--random-plies", "2"}));
    CHECK(other.status == 1);
    CHECK(contains(other.errors, "different settings '' and 'random-plies=2'"));
    CHECK(text_of(path) == again);
}

TEST_CASE("a second writer is refused; Ctrl-C leaves whole lines and says how to go on") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games");
    Process first(with_program(endless(path)));
    wait_for_games(path);
    const Verdict second = run(endless(path));
    CHECK(second.status == 1);
    CHECK(contains(second.errors, "another program is writing to"));
    first.signal(SIGINT);
    const Verdict ended = finish(first);
    CHECK(ended.status == 130);
    CHECK(contains(ended.errors, "the same command goes on"));
    const std::string text = text_of(path);
    CHECK(text.back() == '\n');
    const auto lines = lines_of(path);
    CHECK(contains(ended.table, fmt::format("{:<24}{}\n", "games", lines.size())));
}

TEST_CASE("a full disk and places that cannot be written are clear errors") {
    const TemporaryFolder folder;
    const Verdict full = run(quick("3", "/dev/full"));
    CHECK(full.status == 1);
    CHECK(contains(full.errors, "cannot write '/dev/full': No space left on device"));
    const Verdict nowhere = run(quick("3", folder.file("no/games")));
    CHECK(nowhere.status == 1);
    CHECK(contains(nowhere.errors, "No such file or directory"));
    CHECK(run(quick("3", folder.path())).status == 1);
}

TEST_CASE("a file that may not grow any further keeps its whole lines") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games");
    // In blocks of 512 bytes: the limit falls inside a line.
    Process process({"/bin/sh", "-c", "ulimit -f 20; exec \"$0\" \"$@\"", kProgram, "--games", "99",
                     "--output", path, "--set", "player=greedy"});
    const Verdict verdict = finish(process);
    CHECK(verdict.status == 1);
    CHECK(contains(verdict.errors, fmt::format("cannot write '{}': ", path)));
    const std::string text = text_of(path);
    CHECK(text.size() > 5000);
    CHECK(text.back() == '\n');
    CHECK(lines_of(path).size() < 99);
}

TEST_CASE("ranges played apart and merged are the games of one run") {
    const TemporaryFolder folder;
    const std::string a = folder.file("a"), b = folder.file("b"), all = folder.file("all");
    REQUIRE(run(quick("5", a)).status == 0);
    REQUIRE(run(quick("4", b, {"--first-seed", "4"})).status == 0);
    REQUIRE(run(quick("7", folder.file("whole"))).status == 0);
    const Verdict merged = run({"--merge", all, a, b});
    CHECK(merged.status == 0);
    CHECK(merged.table == "7 games, 2 duplicates dropped\n");
    CHECK(sorted_lines(all) == sorted_lines(folder.file("whole")));
    const Verdict refused = run({"--merge", a, b});
    CHECK(refused.status == 1);
    CHECK(contains(refused.errors, "no input of this merge"));
}

TEST_CASE("games are packed for training, and a file without values is refused by name") {
    const TemporaryFolder folder;
    const std::string games = folder.file("games"), bare = folder.file("bare");
    const std::string out = folder.file("out.anqd");
    REQUIRE(run(quick("3", bare)).status == 0);
    const Verdict refused = run({"--pack", out, bare});
    CHECK(refused.status == 1);
    CHECK(contains(refused.errors, bare));
    CHECK(contains(refused.errors, "--values --policy"));
    CHECK_FALSE(std::filesystem::exists(out));
    REQUIRE(run(quick("3", games, {"--set", "player=mcts", "--values", "--policy"})).status == 0);
    const Verdict packed = run({"--pack", out, games});
    CHECK(packed.status == 0);
    std::size_t plies = 0;
    const auto logs = read_game_logs(games);
    REQUIRE(logs.ok());
    for (const GameLog& log : *logs) plies += log.events.size();
    CHECK(packed.table == fmt::format("3 games, {} positions\n", plies));
    CHECK(std::filesystem::file_size(out) == 64 * (plies + 1));
}

TEST_CASE("bad calls of self-play are refused with the bad word") {
    const auto refused = [](const std::vector<std::string>& arguments, std::string_view word) {
        const Verdict verdict = run(arguments);
        CAPTURE(word);
        CHECK(verdict.status == 2);
        CHECK(verdict.table.empty());
        CHECK(contains(verdict.errors, word));
    };
    refused({}, "--games");
    refused({"--games", "3"}, "--output");
    refused({"--games", "0", "--output", "/dev/null"}, "--games");
    refused({"--games", "3", "--output", "/dev/null", "stray"}, "stray");
    refused({"--merge", "out"}, "--merge");
    refused({"--merge", "out", "in", "--games", "3"}, "--games");
    refused({"--pack", "out"}, "--pack");
    refused({"--pack", "out", "in", "--merge", "out"}, "--");
    const auto refused_with = [&](std::vector<std::string> more, std::string_view word) {
        refused(quick("3", "/dev/null", more), word);
    };
    refused_with({"--first-seed", "0"}, "--first-seed");
    refused_with({"--threads", "none"}, "--threads");
    refused_with({"--rules", "chess"}, "chess");
    refused_with({"--repetition", "1"}, "--repetition");
    refused_with({"--set", "exploraton=1"}, "exploraton");
    refused_with({"--set1", "threads=2"}, "threads");
    refused_with({"--set2", "visits=0"}, "visits");
    refused_with({"--set2", "quiet_limit=9"}, "--set2");
    refused_with({"--temperature", "1"}, "--temperature-plies");
    refused_with({"--temperature", "nan", "--temperature-plies", "3"}, "nan");
    refused_with({"--noise", "1.5"}, "1.5");
    refused_with({"--noise-shape", "1"}, "--noise");
    refused_with({"--noise", "0.1", "--noise-shape", "0"}, "--noise-shape");
    refused_with({"--endings", "nan"}, "nan");
    refused_with({"--start", "/no/such/file"}, "/no/such/file");
    refused_with({"--pears", "1"}, "--pears");
    CHECK(run({"--help"}).status == 0);
}

}  // namespace
}  // namespace anqi::test
