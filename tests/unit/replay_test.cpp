// anqi-replay as a program: our own games agree with the rules, and spoilt ones are found.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/util/file.h"
#include "tests/support/test_data.h"

namespace anqi::test {
namespace {

constexpr std::string_view kGames = "platform_games.tsv";

struct Answer {
    int status;
    std::string text;  // both streams
};

// Runs anqi-replay with arguments as a shell reads them.
Answer replay(const std::string& arguments) {
    const std::string command = "'" ANQI_BINARY_DIR "/anqi-replay' " + arguments + " 2>&1";
    FILE* const pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot start a shell");
    Answer answer{};
    std::array<char, 4096> chunk{};
    while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), pipe)) {
        answer.text.append(chunk.data(), size);
    }
    const int status = ::pclose(pipe);
    answer.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return answer;
}

// A file of games that goes when it is no longer needed.
class TemporaryGames {
  public:
    explicit TemporaryGames(std::string_view text) {
        std::string pattern = (std::filesystem::temp_directory_path() / "games XXXXXX").string();
        const int file = ::mkstemp(pattern.data());
        if (file < 0) throw std::runtime_error("cannot make a temporary file");
        path_ = pattern;
        if (!write_file(path_, text)) throw std::runtime_error("cannot write " + path_);
        ::close(file);
    }
    TemporaryGames(const TemporaryGames&) = delete;
    TemporaryGames& operator=(const TemporaryGames&) = delete;
    ~TemporaryGames() { std::filesystem::remove(path_); }

    const std::string& path() const { return path_; }
    Answer replay() const { return test::replay("--quiet-limit 60 '" + path_ + "'"); }

  private:
    std::string path_;
};

// The file of games with the first `from` after the start of line `line` (from 1) replaced.
std::string spoilt(int line, std::string_view from, std::string_view to) {
    std::string text = read_file(data_path(kGames));
    std::size_t start = 0;
    for (int i = 1; i < line; ++i) start = text.find('\n', start) + 1;
    const std::size_t at = text.find(from, start);
    REQUIRE(at < text.find('\n', start));
    return text.replace(at, from.size(), to);
}

TEST_CASE("replay: our own games agree with the platform's rules") {
    const Answer answer = replay("--quiet-limit 60 '" + data_path(kGames) + "'");
    CAPTURE(answer.text);
    CHECK(answer.status == 0);
    CHECK(contains(answer.text, "draw-60-plies              5      1052           0\n"));
    CHECK(contains(answer.text, "draw-cycle                 6       559           0\n"));
    CHECK(contains(answer.text, "timeout                    3       210           0\n"));
    CHECK(contains(answer.text, "win-last-mover             6       918           0\n"));
    CHECK(contains(answer.text, "total                     20      2739           0\n"));
}

TEST_CASE("replay: other rules disagree with the games") {
    const std::string file = " '" + data_path(kGames) + "'";
    for (const char* options : {"", "--quiet-limit 61", "--quiet-limit 60 --repetition 4",
                                "--quiet-limit 60 --rules olympiad"}) {
        CAPTURE(options);
        CHECK(replay(options + file).status == 1);
    }
}

TEST_CASE("replay: a wrong result is reported with its line and ply") {
    const TemporaryGames games(spoilt(4, "draw-60-plies", "draw-cycle"));
    const Answer answer = games.replay();
    CAPTURE(answer.text);
    CHECK(answer.status == 1);
    CHECK(contains(answer.text, games.path() + ":4: ply "));
    CHECK(contains(answer.text, "the record says 'draw-cycle'"));
}

TEST_CASE("replay: an illegal action is reported with its line and ply") {
    const TemporaryGames games("draw-cycle\t2\ta1(K) a2-a3\n");
    const Answer answer = games.replay();
    CAPTURE(answer.text);
    CHECK(answer.status == 1);
    CHECK(contains(answer.text, games.path() + ":1: ply 2: "));
}

TEST_CASE("replay: a lacking action and an unreadable one are reported with their line") {
    const TemporaryGames lacking("# a comment\n\ntimeout\t3\ta1(K) a2(k)\n");
    CHECK(contains(lacking.replay().text, lacking.path() + ":3: 3 plies announced"));
    CHECK(lacking.replay().status == 1);
    const TemporaryGames unreadable("timeout\t2\ta1(K) a2=k\n");
    CHECK(contains(unreadable.replay().text, unreadable.path() + ":1: ply 2: 'a2=k'"));
    CHECK(unreadable.replay().status == 1);
}

TEST_CASE("replay: a game that goes on after its end is reported at the ply where it ended") {
    const TemporaryGames games(spoilt(4, "draw-60-plies\t", "draw-60-plies\t0"));
    CHECK(games.replay().status == 0);  // a leading zero changes nothing
    const Answer answer = replay("--quiet-limit 30 '" + data_path(kGames) + "'");
    CHECK(contains(answer.text, "the rules say 'draw no-progress'"));
}

TEST_CASE("replay: a bad call is refused with exit code 2") {
    for (const char* call : {"", "--fast x", "--quiet 60 x", "--rules nosuch x", "--repetition 1 x",
                             "--quiet-limit=-1 x", "--quiet-limit 6x x", "x y"}) {
        CAPTURE(call);
        const Answer answer = replay(call);
        CHECK(answer.status == 2);
        CHECK(answer.text.starts_with("anqi-replay: "));
    }
    CHECK(replay("--help").status == 0);
    CHECK(replay("'/no such/file'").status == 1);
}

}  // namespace
}  // namespace anqi::test
