// Ends of every kind: quit, stop, end of input, a dead host; and lines without end.
#include <chrono>
#include <csignal>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <thread>

#include "engine/util/random.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/process.h"

using namespace anqi;
using namespace anqi::test;

namespace {

using Steady = std::chrono::steady_clock;

milliseconds since(Steady::time_point begin) {
    return std::chrono::duration_cast<milliseconds>(Steady::now() - begin);
}

bool is_action(const std::optional<std::string>& line, const std::string& head) {
    return line && line->size() == head.size() + 6 && line->starts_with(head + ' ');
}

const std::string kLongThought = "60000";  // milliseconds

}  // namespace

TEST_CASE("quit at a random moment of a search: its answer, quit's, the end" *
          doctest::test_suite("timing")) {
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        Process engine(thinking_engine({"--movetime", kLongThought}));
        engine.write("12 genmove unknown\n");
        std::this_thread::sleep_for(milliseconds(random.below(50)));
        const auto begin = Steady::now();
        engine.write("5 quit\n");
        CHECK(is_action(engine.read_line(), "=12"));
        CHECK(engine.read_line() == "=5");
        CHECK(engine.wait() == 0);
        CHECK(since(begin) < milliseconds(1000));
        CHECK(engine.read_rest().empty());
    }
}

TEST_CASE("stop at a random moment of a search, and at once" * doctest::test_suite("timing")) {
    Random random(2);
    Process engine(thinking_engine({"--movetime", kLongThought}));
    for (int i = 0; i < 200; ++i) {
        engine.write(fmt::format("{} genmove unknown\n", i));
        std::this_thread::sleep_for(milliseconds(random.below(20)));
        engine.write("stop\n");
        CHECK(is_action(engine.read_line(milliseconds(1000)), fmt::format("={}", i)));
        CHECK(engine.read_line() == "=");
    }
    // One stop ends all that was queued before it, and nothing after it.
    const auto begin = Steady::now();
    engine.write("1 genmove unknown\n2 genmove unknown\n3 stop\n4 go movetime 300\n");
    CHECK(is_action(engine.read_line(), "=1"));
    CHECK(is_action(engine.read_line(), "=2"));
    CHECK(engine.read_line() == "=3");
    CHECK(since(begin) < milliseconds(1000));
    CHECK(is_action(engine.read_line(), "=4"));
    CHECK(since(begin) > milliseconds(250));
}

TEST_CASE("other commands wait for a search; they do not end it" * doctest::test_suite("timing")) {
    Process engine(thinking_engine({"--movetime", "300"}));
    const auto begin = Steady::now();
    engine.write("1 genmove unknown\n2 name\n");
    CHECK(is_action(engine.read_line(), "=1"));
    CHECK(since(begin) > milliseconds(250));
    CHECK(engine.read_line() == "=2 anqi");
}

TEST_CASE("end of input: the full answer first, then exit code 0") {
    for (const std::string request : {"genmove unknown\n", "genmove unknown"}) {
        Process engine(thinking_engine({"--movetime", "100"}));
        engine.write("1 flip a1 K\n2 " + request);
        engine.close_input();
        CHECK(engine.read_line() == "=1");
        CHECK(is_action(engine.read_line(), "=2"));
        CHECK(engine.read_rest().empty());
        CHECK(engine.wait() == 0);
    }
}

TEST_CASE("end of input ends what has no end of its own") {
    for (const std::string request : {"1 analyze", "1 go visits 9223372036854775807"}) {
        Process engine(thinking_engine());
        engine.write(request + "\n");
        std::this_thread::sleep_for(milliseconds(50));
        engine.close_input();
        CHECK(engine.read_rest().find("=1 ") != std::string::npos);
        CHECK(engine.wait() == 0);
    }
}

TEST_CASE("nothing to read at all: exit code 0") {
    Process engine(thinking_engine());
    engine.close_input();
    CHECK(engine.wait() == 0);
    CHECK(engine.read_rest().empty());
}

TEST_CASE("nobody reads the answers any more: gone within 2 seconds, thinking or not" *
          doctest::test_suite("timing")) {
    for (const std::string request : {"", "genmove unknown\n", "analyze every 10\n", "perft 6\n"}) {
        CAPTURE(request);
        Process engine(thinking_engine({"--movetime", kLongThought}));
        engine.write(request);
        std::this_thread::sleep_for(milliseconds(100));
        const auto begin = Steady::now();
        engine.close_output();
        CHECK(engine.wait() == 0);
        CHECK(since(begin) < milliseconds(2000));
    }
}

TEST_CASE("the host is killed in the middle of a thought: gone within 2 seconds" *
          doctest::test_suite("timing")) {
    const TemporaryFolder folder;
    // A shell as host: it holds both pipes of the engine and tells its process id.
    const std::string script = fmt::format(
        "coproc E {{ exec '{}' --book none --movetime {}; }}; echo 'genmove unknown' >&${{E[1]}}; "
        "echo $E_PID; exec sleep 60",
        engine_path(), kLongThought);
    Process host({"/bin/bash", "-c", script}, folder.path());
    const auto line = host.read_line();
    REQUIRE(line);
    const pid_t engine = std::stoi(*line);
    std::this_thread::sleep_for(milliseconds(100));
    CHECK(::kill(engine, 0) == 0);
    const auto begin = Steady::now();
    host.signal(SIGKILL);
    CHECK(host.wait() == -SIGKILL);
    // The orphan may stay a zombie where nobody reaps it; its command line is empty then.
    const auto alive = [&] {
        const auto path = fmt::format("/proc/{}/cmdline", engine);
        FILE* file = std::fopen(path.c_str(), "r");
        if (!file) return false;
        const bool any = std::fgetc(file) != EOF;
        std::fclose(file);
        return any;
    };
    while (alive() && since(begin) < milliseconds(2000)) {
        std::this_thread::sleep_for(milliseconds(5));
    }
    CHECK_FALSE(alive());
}

TEST_CASE("lines of 5,000 and 5,000,000 bytes: one answer each, memory bounded") {
    Process engine(thinking_engine());
    for (const std::size_t size : {5'000UL, 5'000'000UL}) {
        engine.write("7 name " + std::string(size, 'x') + "\n8 name\n");
        const auto answer = engine.read_line();
        REQUIRE(answer);
        CHECK(answer->starts_with("?7 "));
        CHECK(answer->size() < 200);
        CHECK(engine.read_line() == "=8 anqi");
    }
    engine.write(std::string(5'000'000, '9') + "\n8 name\n");
    CHECK(engine.read_line() == "? the line is longer than 65536 bytes");
    CHECK(engine.read_line() == "=8 anqi");
    engine.write(std::string(70'000, ' ') + "\n8 name\n");
    CHECK(engine.read_line() == "? the line is longer than 65536 bytes");
    CHECK(engine.read_line() == "=8 anqi");
}

TEST_CASE("a flood of requests during a search is queued within bounds and answered in full") {
    Process engine(thinking_engine({"--movetime", "300"}));
    engine.write("0 genmove unknown\n");
    CHECK(is_action(engine.read_line(), "=0"));
    const long before = engine.peak_memory();
    constexpr int requests = 100'000;
    std::thread writer([&] {
        std::string flood = "0 genmove unknown\n";
        for (int i = 0; i < requests; ++i) flood += fmt::format("{} known_command name\n", i);
        engine.write(flood);
    });
    CHECK(is_action(engine.read_line(), "=0"));
    int answers = 0;
    while (answers < requests && engine.read_line() == fmt::format("={} true", answers)) ++answers;
    writer.join();
    CHECK(answers == requests);
    // MB; the address sanitizer keeps what was freed for a while.
    CHECK(engine.peak_memory() < before + anqi::test::by_build(100, 400));
    engine.close_input();
    CHECK(engine.wait() == 0);
}
