// An engine and its clock as one object: what the referee says to it and hears from it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/position.h"
#include "protocol/client.h"
#include "tools/referee/engine_spec.h"
#include "tools/referee/game_clock.h"
#include "tools/referee/game_log.h"
#include "tools/referee/guardian.h"

namespace anqi {

// What engines are told of the event, and how long they are waited for.
struct HostSettings {
    RuleSet rules = default_rules();
    TimeControl time;
    Milliseconds start_timeout = 30'000;   // until the first answer
    Milliseconds ready_timeout = 30'000;   // for each further answer before the game
    Milliseconds answer_timeout = 10'000;  // for the answer to an echo
    Milliseconds think_timeout = 600'000;  // for an action without a limit, the free first ply too
    Milliseconds late_wait = 2'000;        // how long a late answer is waited for, to say how late
    std::string log_folder;                // for NAME.stderr; empty = stderr is thrown away

    friend bool operator==(const HostSettings&, const HostSettings&) = default;
};

// How a request went wrong.
struct Trouble {
    FaultKind kind = FaultKind::none;
    std::string detail;
    Microseconds overrun = 0;
};

// Lives as long as its process may be used. Not for two threads at once.
class Seat {
  public:
    // All arguments must outlive the object.
    Seat(const EngineSpec& engine, const HostSettings& settings, Guardian& guardian);
    ~Seat();
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    const EngineSpec& engine() const { return engine_; }

    // Starts the process where none is alive and makes it ready for a game from `start`. An error
    // is an engine that does not get ready.
    Status prepare(const Position& start);

    // The text of the answer to genmove, or what went wrong. Its time is entered.
    struct Reply {
        std::string text;
        std::optional<Trouble> trouble;
        Microseconds elapsed = 0;
    };
    Reply genmove(Colour side, bool free);

    // Requests that only tell something: sent at once, answered later, so that both engines work at
    // the same time. `spent`: this side's clock runs until its last answer.
    void send_notice(std::string request);
    std::optional<Trouble> hear_notices(bool spent, bool free);

    GameClock& clock() { return clock_; }
    // After a game. A process that is not wanted again is asked to quit, then killed.
    void finish(bool faulty);

  private:
    struct Notice {
        int id;
        std::string request;
    };

    Status start();
    Status make_ready(const Position& start);
    Status introduce();
    Status tell_rules();
    Status tell_limits();
    Status set_up_position(const Position& start);
    Status require(const std::string& request, Milliseconds patience);
    Status require_all(const std::vector<std::string>& requests);
    bool knows(const std::string& command);
    int id_for(std::string_view request);
    Answer ask(const std::string& request, Milliseconds patience);
    Trouble trouble(const Answer& answer, std::string_view request);
    static Trouble late(Microseconds elapsed, Microseconds allowed);
    Ending end_process();
    std::string log_file() const;
    void stop();

    const EngineSpec& engine_;
    const HostSettings& settings_;
    Guardian& guardian_;
    std::unique_ptr<EngineProcess> process_;
    std::map<std::string, bool> known_;  // commands that were asked about
    std::vector<Notice> notices_;        // sent and not yet answered
    GameClock clock_;
    int last_id_ = 0;
};

// The words of MGTP's init_board: 32 squares from a8 to d1, then how many of each piece are alive.
std::string init_board_words(const Position& position);

}  // namespace anqi
