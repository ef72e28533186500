// Clocks as the host sees them: how long an answer takes.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <thread>

#include "tests/support/process.h"

using namespace anqi::test;

namespace {

using Steady = std::chrono::steady_clock;

// Sends a request, takes one line, and says how long it took.
milliseconds answer_time(Process& engine, const std::string& request,
                         std::string* answer = nullptr) {
    const auto begin = Steady::now();
    engine.write(request + '\n');
    const auto line = engine.read_line(milliseconds(30'000));
    REQUIRE(line);
    if (answer) *answer = *line;
    return std::chrono::duration_cast<milliseconds>(Steady::now() - begin);
}

// The shortest of a few tries: another program on the machine may delay one of them.
milliseconds best_time(Process& engine, const std::string& request, std::string* answer = nullptr) {
    milliseconds best = answer_time(engine, request, answer);
    for (int i = 0; i < 4; ++i) best = std::min(best, answer_time(engine, request, answer));
    return best;
}

void say(Process& engine, const std::string& request) {
    engine.write(request + '\n');
    const auto line = engine.read_line();
    REQUIRE(line);
    REQUIRE(line->starts_with('='));
}

}  // namespace

TEST_CASE("no clock at all: the default time for an action" * doctest::test_suite("timing")) {
    Process engine(thinking_engine());
    const auto time = answer_time(engine, "1 genmove unknown");
    CHECK(time > milliseconds(500));
    CHECK(time < milliseconds(2000));
}

TEST_CASE("times at or below zero: a legal action within 50 ms" * doctest::test_suite("timing")) {
    Process engine(thinking_engine());
    say(engine, "time_settings 900000");
    say(engine, "flip a1 K");
    for (const char* left : {"0", "-500", "-9999", "-99999999999999999999999"}) {
        CAPTURE(left);
        say(engine, fmt::format("time_left black {}", left));
        std::string answer;
        CHECK(best_time(engine, "1 genmove black", &answer) < milliseconds(50));
        CHECK(answer.starts_with("=1 "));
    }
}

TEST_CASE("red's clock is red's and black's is black's" * doctest::test_suite("timing")) {
    Process engine(thinking_engine());
    say(engine, "time_settings 900000");
    say(engine, "flip a1 K");
    say(engine, "time_left red 100");
    say(engine, "time_left black 60000");
    CHECK(answer_time(engine, "genmove black") > milliseconds(200));
    say(engine, "flip a2 p");
    CHECK(best_time(engine, "genmove red") < milliseconds(100));
}

TEST_CASE("before the first flip: the clock of the colour asked for, or the shorter one" *
          doctest::test_suite("timing")) {
    Process engine(thinking_engine());
    say(engine, "time_settings 900000");
    say(engine, "time_left red 100");
    say(engine, "time_left black 60000");
    CHECK(best_time(engine, "genmove red") < milliseconds(100));
    CHECK(best_time(engine, "genmove unknown") < milliseconds(100));
    CHECK(answer_time(engine, "genmove black") > milliseconds(200));
    say(engine, "time_left black -5");
    CHECK(best_time(engine, "genmove black") < milliseconds(50));
}

TEST_CASE("one legal action, or a win in one: no thought" * doctest::test_suite("timing")) {
    Process engine(thinking_engine({"--movetime", "60000"}));
    for (const char* position :
         {"4/4/4/4/4/4/4/Pg2 r - 0", "4/4/4/4/4/4/p3/G3 r - 0", "4/4/4/4/4/4/p3/G3 r - 170"}) {
        CAPTURE(position);
        say(engine, fmt::format("position {}", position));
        std::string answer;
        CHECK(best_time(engine, "1 genmove red", &answer) < milliseconds(100));
        CHECK(answer == "=1 a1 a2");
    }
}

TEST_CASE("one legal action, or a proven root: an answer within 20 ms" *
          doctest::test_suite("timing")) {
    for (const char* threads : {"1", "2"}) {
        Process engine(thinking_engine({"--movetime", "60000", "--threads", threads}));
        say(engine, "position 4/4/4/4/4/4/4/Pg2 r - 0");
        CHECK(best_time(engine, "genmove red") < milliseconds(20));
        // Lost in a few plies: it takes some visits to prove, and none the second time.
        say(engine, "position 4/4/4/4/4/2G1/1G2/p3 b - 0");
        say(engine, "genmove black");
        CHECK(best_time(engine, "genmove black") < milliseconds(20));
    }
}

TEST_CASE("stopped for 5 s in the middle of a search of 3 s: it answers at once" *
          doctest::test_suite("timing")) {
    for (const char* threads : {"1", "2"}) {
        Process engine(thinking_engine({"--threads", threads}));
        engine.write("1 go movetime 3000\n");
        std::this_thread::sleep_for(milliseconds(1000));
        engine.signal(SIGSTOP);
        std::this_thread::sleep_for(milliseconds(5000));
        CHECK(engine.silent_for(milliseconds(0)));
        engine.signal(SIGCONT);
        const auto begin = Steady::now();
        const auto line = engine.read_line();
        REQUIRE(line);
        CHECK(line->starts_with("=1 "));
        CHECK(Steady::now() - begin < milliseconds(100));
    }
}

TEST_CASE("movetime is kept" * doctest::test_suite("timing")) {
    Process engine(thinking_engine({"--movetime", "100"}));
    const auto time = best_time(engine, "genmove unknown");
    CHECK(time > milliseconds(50));
    CHECK(time < milliseconds(130));
    CHECK(best_time(engine, "go movetime 40") < milliseconds(70));
}
