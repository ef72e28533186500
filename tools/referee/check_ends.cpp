// Steps about how the process ends.
#include <chrono>
#include <fmt/format.h>
#include <thread>

#include "tools/referee/check_steps.h"

namespace anqi::steps {
namespace {

constexpr Milliseconds kQuitGrace = 1000;
constexpr Milliseconds kEndGrace = 2000;
// Long enough for any engine to think on; a game of hours.
constexpr std::string_view kLongClock = "time_setting 36000000";
// Until then a search is under way.
constexpr std::chrono::milliseconds kSearchBegun{100};

// The engine gets a lot of time and is asked for an action.
std::string begin_thinking(Conversation& engine) {
    engine.ask("reset_board");
    engine.ask(kLongClock);
    engine.ask("ready");
    std::string id = engine.send_request("genmove unknown");
    std::this_thread::sleep_for(kSearchBegun);
    return id;
}

}  // namespace

std::string quit(const CheckSettings& settings) {
    Conversation engine(settings);
    engine.demand("quit");
    engine.expect_end(kQuitGrace);
    return {};
}

std::string quit_while_thinking(const CheckSettings& settings) {
    Conversation engine(settings);
    begin_thinking(engine);
    engine.send_request("quit");
    engine.expect_end(kQuitGrace);
    return {};
}

std::string end_of_input(const CheckSettings& settings) {
    Conversation engine(settings);
    engine.close_input();
    engine.expect_end(kEndGrace);
    return {};
}

std::string end_of_input_while_thinking(const CheckSettings& settings) {
    Conversation engine(settings);
    begin_game(engine, settings);
    const std::string id = engine.send_request("genmove unknown");
    engine.close_input();
    const Reply reply = engine.read();
    if (!reply.success || reply.id != id) engine.fail("not the answer to genmove");
    engine.expect_end(kEndGrace);
    return {};
}

std::string dead_host(const CheckSettings& settings) {
    Conversation engine(settings);
    engine.close_input();
    engine.close_output();
    engine.expect_gone(kEndGrace);
    return {};
}

std::string dead_host_while_thinking(const CheckSettings& settings) {
    Conversation engine(settings);
    begin_thinking(engine);
    engine.close_input();
    engine.close_output();
    engine.expect_gone(kEndGrace);
    return {};
}

}  // namespace anqi::steps
