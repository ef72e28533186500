// Pondering: thinks in the opponent's time and in no other, and nobody notices but by the answers.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "engine/util/random.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/process.h"
#include "tests/support/test_data.h"

using namespace anqi;
using namespace anqi::test;

namespace {

using Steady = std::chrono::steady_clock;

std::string ask(Process& engine, const std::string& request) {
    REQUIRE(engine.write(request + '\n'));
    return engine.read_line().value_or("nothing");
}

// Processor time that the process has used, in milliseconds.
double cpu_time(const Process& engine) {
    const std::string text = read_file(fmt::format("/proc/{}/stat", engine.pid()));
    const auto words = split(text.substr(text.rfind(')') + 2), ' ');
    const double ticks = std::stod(words.at(11)) + std::stod(words.at(12));
    return ticks * 1000 / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// Whether it works on something; on a busy machine that takes a while to see.
bool busy(const Process& engine) {
    const double before = cpu_time(engine);
    for (int i = 0; i < 100 && cpu_time(engine) - before <= 60; ++i) {
        std::this_thread::sleep_for(milliseconds(30));
    }
    return cpu_time(engine) - before > 60;
}

bool idle(const Process& engine) {
    const double before = cpu_time(engine);
    std::this_thread::sleep_for(milliseconds(300));
    return cpu_time(engine) - before <= 20;
}

// A middle game in which much is open and nobody wins at once.
constexpr const char* kMiddle =
    "position RMXX/XXXX/XXXX/XXXX/XXgX/PXXn/XXpX/XrXG b KGMRN2C2P4kgm2rnc2p4 0";

// The echo of the answer to genmove or go, `= FROM TO`; a flip shows what the pool surely holds.
std::string echo(const std::string& answer) {
    const auto words = split(answer, ' ');
    REQUIRE(words.size() == 3);
    if (words[1] == words[2]) return fmt::format("flip {} P", words[1]);
    return fmt::format("move {} {}", words[1], words[2]);
}

// Answers once and plays it: from here on it is the opponent's turn.
void begin_opponents_turn(Process& engine) {
    CHECK(ask(engine, kMiddle) == "=");
    CHECK(ask(engine, echo(ask(engine, "go visits 200"))) == "=");
}

// Some reply, as an event.
std::string reply(Process& engine, Random& random) {
    const auto actions = split(ask(engine, "legal_actions").substr(2), ' ');
    std::vector<std::string> moves;
    std::copy_if(actions.begin(), actions.end(), std::back_inserter(moves),
                 [](const std::string& a) { return a.substr(0, 2) != a.substr(2); });
    if (!moves.empty()) {
        const auto& m = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        return fmt::format("move {} {}", m.substr(0, 2), m.substr(2));
    }
    return fmt::format("flip {} p", actions.front().substr(0, 2));
}

}  // namespace

TEST_CASE("it ponders from the echo of its own action to the reply" *
          doctest::test_suite("timing")) {
    Process engine(thinking_engine({"--ponder", "true"}));
    CHECK(ask(engine, "name") == "= anqi");
    CHECK(idle(engine));  // before the first ply
    begin_opponents_turn(engine);
    CHECK(busy(engine));
    CHECK(ask(engine, "name") == "= anqi");
    CHECK(busy(engine));  // taken up again
    Random random(1);
    CHECK(ask(engine, reply(engine, random)) == "=");
    CHECK(idle(engine));
}

TEST_CASE("it does not ponder when it is off, after others' actions, or when told to stop" *
          doctest::test_suite("timing")) {
    Process engine(thinking_engine());
    begin_opponents_turn(engine);
    CHECK(idle(engine));
    CHECK(ask(engine, "ponder on") == "=");
    CHECK(busy(engine));
    CHECK(ask(engine, "stop") == "=");
    CHECK(idle(engine));
    CHECK(ask(engine, "reset_board") == "=");
    CHECK(ask(engine, "get ponder") == "= true");
    CHECK(ask(engine, "flip a1 K") == "=");
    CHECK(idle(engine));
    begin_opponents_turn(engine);
    CHECK(ask(engine, "undo") == "=");
    CHECK(idle(engine));
    begin_opponents_turn(engine);
    CHECK(ask(engine, "ponder off") == "=");
    CHECK(idle(engine));
}

TEST_CASE("a finished game is not pondered" * doctest::test_suite("timing")) {
    Process engine(thinking_engine({"--ponder", "true"}));
    CHECK(ask(engine, "position 4/4/4/4/4/4/p3/G3 r - 0") == "=");
    CHECK(ask(engine, "genmove red") == "= a1 a2");
    CHECK(ask(engine, "move a1 a2") == "=");
    CHECK(idle(engine));
    begin_opponents_turn(engine);
    CHECK(ask(engine, "game_over draw") == "=");
    CHECK(idle(engine));
}

TEST_CASE("requests that pour into the pondering are answered once, in order, and at once" *
          doctest::test_suite("timing")) {
    for (const std::string threads : {"1", "2"}) {
        Process engine(thinking_engine({"--ponder", "true", "--threads", threads}));
        begin_opponents_turn(engine);
        Random random(3);
        std::vector<double> times;
        for (int i = 0; i < 200; ++i) {
            std::this_thread::sleep_for(milliseconds(random.below(10)));
            const auto begin = Steady::now();
            CHECK(ask(engine, fmt::format("{} name", i)) == fmt::format("={} anqi", i));
            times.push_back(
                std::chrono::duration<double, std::milli>(Steady::now() - begin).count());
        }
        std::sort(times.begin(), times.end());
        // The median, because others use the machine too.
        CHECK(times[times.size() / 2] < by_build(5, 50));
        std::string flood, expected;
        for (int i = 0; i < 500; ++i) {
            flood += fmt::format("{} name\n", i);
            expected += fmt::format("={} anqi\n", i);
        }
        engine.write(flood);
        engine.close_input();
        CHECK(engine.read_rest() == expected);
        CHECK(engine.wait() == 0);
    }
}

TEST_CASE("pondering ends with quit, with the input, and with the host" *
          doctest::test_suite("timing")) {
    for (int i = 0; i < 30; ++i) {
        Process engine(thinking_engine({"--ponder", "true", "--threads", i % 2 == 0 ? "1" : "2"}));
        begin_opponents_turn(engine);
        std::this_thread::sleep_for(milliseconds(i));
        const auto begin = Steady::now();
        if (i % 3 == 0) {
            CHECK(ask(engine, "5 quit") == "=5");
        } else if (i % 3 == 1) {
            engine.close_input();
        } else {
            engine.close_output();
        }
        CHECK(engine.wait() == 0);
        CHECK(Steady::now() - begin < milliseconds(1000));
    }
}

TEST_CASE("whole games with pondering: every answer legal, memory within its limit") {
    Process engine(thinking_engine({"--ponder", "true", "--memory", "16", "--visits", "300"}));
    CHECK(ask(engine, "name") == "= anqi");
    const long base = engine.peak_memory();
    Random random(4);
    for (int game = 0; game < by_build(5, 2); ++game) {
        CHECK(ask(engine, kMiddle) == "=");
        for (int ply = 0; ply < 40 && ask(engine, "result") == "= none"; ++ply) {
            const std::string answer = ask(engine, "go");
            REQUIRE(answer.starts_with("= "));
            const auto words = split(answer, ' ');
            // A flip shows whatever the pool allows.
            bool played = false;
            if (words[1] == words[2]) {
                for (const char piece : std::string("PpCcNnRrMmGgKk")) {
                    played =
                        played || ask(engine, fmt::format("flip {} {}", words[1], piece)) == "=";
                }
            } else {
                played = ask(engine, echo(answer)) == "=";
            }
            REQUIRE(played);
            std::this_thread::sleep_for(milliseconds(random.below(20)));
            if (ask(engine, "result") != "= none") break;
            const std::string other = reply(engine, random);
            if (ask(engine, other) == "=") continue;
            break;  // the pool lacks what the flip was to show
        }
    }
    CHECK(engine.peak_memory() - base < by_build(18, 100));
}
