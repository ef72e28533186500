// One engine under examination, byte by byte: what is sent, what comes back, and everything on its
// standard output that is no answer. Whatever an engine may not do ends in a StepFailure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/util/clock.h"
#include "protocol/client.h"
#include "protocol/line_reader.h"
#include "tools/referee/check.h"

namespace anqi {

// Why an engine has not passed, with what was sent and what came back. Does not leave the check.
class StepFailure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// An answer as it came.
struct Reply {
    bool success = false;
    std::string id;                  // empty when there is none
    std::string text;                // what follows the id on the first line
    std::vector<std::string> lines;  // all of it; one line only in MGTP, whose answers have no end
    Microseconds elapsed = 0;        // since the request was sent
};

class Conversation {
  public:
    // Starts the engine and asks its name. `settings` must outlive the object.
    explicit Conversation(const CheckSettings& settings);
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    const std::string& name() const { return name_; }

    // Sends a request with the platform's number, in GTP the next number, and returns the answer,
    // which must carry that id and come in time.
    Reply ask(std::string_view request);
    // As ask(), but a failure is one of the step. Returns the text.
    std::string demand(std::string_view request);
    // As ask(), but a success is a failure of the step.
    void expect_refusal(std::string_view request);
    // All lines of an answer, ended in MGTP by the answer to another request.
    std::vector<std::string> ask_lines(std::string_view request);

    // Sends bytes as they are.
    void send(std::string_view bytes);
    // Sends a request without waiting for its answer; returns its id.
    std::string send_request(std::string_view request);
    // The next answer, whatever its id.
    Reply read();
    // Asks for the name under an id of its own and returns what was answered before that, which are
    // the answers to what was sent by hand.
    std::vector<Reply> settle();
    // Fails when there is an answer to nothing.
    void expect_quiet();

    // Nothing that is sent can be read any more, nothing that is written either.
    void close_input() { process_->close_input(); }
    void close_output() { process_->close_output(); }
    // Fails when the process does not end by itself within this time.
    void expect_gone(Milliseconds patience);
    // And with exit code 0.
    void expect_end(Milliseconds patience);

    // How many lines were no answers, and the first of them.
    std::size_t chatter() const { return chatter_; }
    const std::string& first_chatter() const { return first_chatter_; }
    // Whether any answer held a CR.
    bool carriage_returns() const { return carriage_returns_; }

    // Throws a StepFailure that also says what was sent last and what came back.
    [[noreturn]] void fail(std::string_view reason);

  private:
    std::string next_line();
    std::size_t write_some(std::string_view bytes);
    void fill(Microseconds deadline);
    void pull();
    [[noreturn]] void give_up();
    void read_rest(Reply& reply);
    void note_chatter(const std::string& line);
    Reply read_with(const std::string& id);
    std::string next_id(std::string_view request);
    bool gtp() const { return settings_.host == HostKind::gtp; }

    const CheckSettings& settings_;
    SteadyClock clock_;
    std::unique_ptr<EngineProcess> process_;
    std::deque<std::string> lines_;
    LineReader reader_;
    std::string name_;
    Microseconds patience_;
    Microseconds sent_at_ = 0;
    int requests_ = 0;
    int settled_ = 0;
    std::string sent_;        // last
    std::string received_;    // since then
    std::size_t unread_ = 0;  // bytes since the last answer or request
    std::size_t chatter_ = 0;
    std::string first_chatter_;
    bool carriage_returns_ = false;
};

}  // namespace anqi
