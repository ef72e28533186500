// The client end against small shell scripts: answers, deadlines, deaths, and nothing left behind.
#include "protocol/client.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace anqi::test {
namespace {

constexpr Microseconds kSecond = 1'000'000;
constexpr Milliseconds kGrace = 10'000;

std::unique_ptr<EngineProcess> start(const std::string& script) {
    std::signal(SIGPIPE, SIG_IGN);
    auto process = EngineProcess::start({.argv = {"sh", "-c", script}});
    REQUIRE(process.ok());
    return std::move(process).value();
}

std::ptrdiff_t open_descriptors() {
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return std::distance(begin(all), end(all));
}

bool alive(const std::string& pid) {
    std::ifstream file("/proc/" + pid + "/stat");
    std::string number, name, state;
    return file >> number >> name >> state && state != "Z";
}

std::vector<std::string> split(const char* text) {
    const auto words = split_command_line(text);
    return words ? *words : std::vector<std::string>{};
}

using Words = std::vector<std::string>;

TEST_CASE("a command line is split as a shell does it") {
    CHECK(split("  a  b\tc\n") == Words{"a", "b", "c"});
    CHECK(split("'my engine' --x \"two words\"") == Words{"my engine", "--x", "two words"});
    CHECK(split("a\\ b 'c\\d' \"e\\\"f\\g\"") == Words{"a b", "c\\d", "e\"f\\g"});
    CHECK(split("a'b'\"c\" '' \"\"") == Words{"abc", "", ""});
    CHECK(split("$HOME *") == Words{"$HOME", "*"});
    for (const char* bad : {"", "  ", "'a", "\"a", "a\\", "''"}) {
        CAPTURE(bad);
        CHECK_FALSE(split_command_line(bad).ok());
    }
}

TEST_CASE("answers are told from other lines and from each other") {
    const auto engine = start(
        "read a; echo info; echo; printf '=1 two  words\\r\\n'; read a; echo '?2 no';"
        "read a; echo =3; read a; echo =44 x; cat");
    const Answer first = engine->ask(1, "name", 10 * kSecond);
    CHECK(first.ok());
    CHECK(first.text == "two  words");
    const Answer second = engine->ask(2, "b", 10 * kSecond);
    CHECK(second.kind == Answer::Kind::refusal);
    CHECK(second.text == "no");
    const Answer third = engine->ask(3, "c", 10 * kSecond);
    CHECK(third.ok());
    CHECK(third.text.empty());
    CHECK(engine->ask(4, "d", 10 * kSecond).kind == Answer::Kind::wrong_id);
    CHECK(engine->end(kGrace).clean());
}

TEST_CASE("what is written is the id, the request and a newline") {
    const auto engine = start("read -r id line; echo \"=$id <$line>\"");
    CHECK(engine->ask(12, "genmove red", 10 * kSecond).text == "<genmove red>");
}

TEST_CASE("an answer that does not come is given up at the deadline") {
    const auto engine = start("exec sleep 1000");
    const Answer answer = engine->ask(1, "name", kSecond / 10);
    CHECK(answer.kind == Answer::Kind::timeout);
    CHECK(answer.elapsed >= kSecond / 10);
    CHECK(answer.elapsed < 5 * kSecond);
    CHECK(engine->end(0).killed);
    CHECK(engine->end(0).signal == SIGKILL);
}

TEST_CASE("an endless stream of lines that are no answers is given up too") {
    const auto engine = start("exec yes");
    CHECK(engine->ask(1, "name", kSecond / 10).kind == Answer::Kind::timeout);
}

TEST_CASE("an answer behind megabytes on one line is found") {
    const auto engine = start("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo =1 here; read a");
    CHECK(engine->ask(1, "name", 60 * kSecond).text == "here");
}

TEST_CASE("an exit and a crash are told apart") {
    const auto exits = start("read a; exit 3");
    CHECK(exits->ask(1, "name", 10 * kSecond).kind == Answer::Kind::gone);
    CHECK(to_text(exits->end(kGrace)) == "exit code 3");
    const auto crashes = start("read a; kill -SEGV $$");
    CHECK(crashes->ask(1, "name", 10 * kSecond).kind == Answer::Kind::gone);
    CHECK(crashes->end(kGrace).signal == SIGSEGV);
    CHECK(to_text(crashes->end(kGrace)) == "signal 11 (Segmentation fault)");
}

TEST_CASE("asking an engine that is gone fails without a signal") {
    const auto engine = start("exit 0");
    CHECK(engine->ask(1, "name", 10 * kSecond).kind == Answer::Kind::gone);
    CHECK(engine->ask(2, "name", 10 * kSecond).kind == Answer::Kind::gone);
}

TEST_CASE("a program that is not there is named") {
    const auto process = EngineProcess::start({.argv = {"/no/such/engine"}});
    REQUIRE_FALSE(process.ok());
    CHECK(process.error() == "cannot start /no/such/engine: No such file or directory");
}

TEST_CASE("an engine's children end with it") {
    const auto engine = start("sleep 1000 & echo \"=1 $!\"; exit 0");
    const Answer answer = engine->ask(1, "name", 10 * kSecond);
    REQUIRE(answer.ok());
    engine->end(kGrace);
    for (int i = 0; i < 1000 && alive(answer.text); ++i) ::usleep(1000);
    CHECK_FALSE(alive(answer.text));
}

TEST_CASE("an engine sees the end of its input though others run") {
    const auto first = start("cat >/dev/null; exit 5");
    const auto second = start("exec sleep 1000");
    CHECK(to_text(first->end(kGrace)) == "exit code 5");
}

TEST_CASE("neither descriptors nor dead processes are left") {
    std::signal(SIGPIPE, SIG_IGN);
    const auto before = open_descriptors();
    for (int i = 0; i < 30; ++i) {
        start("exec sleep 1000");
        (void)start("exit 1")->ask(1, "name", 10 * kSecond);
        (void)EngineProcess::start({.argv = {"/no/such/engine"}});
    }
    CHECK(open_descriptors() == before);
    errno = 0;
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
    CHECK(errno == ECHILD);
}

}  // namespace
}  // namespace anqi::test
