// The other end of the protocol: an engine as a process behind pipes, asked line by line.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "engine/util/clock.h"
#include "engine/util/descriptor.h"
#include "engine/util/result.h"
#include "protocol/line_reader.h"
#include "protocol/spawn.h"

namespace anqi {

// Splits a command line into words as a shell does: blanks separate, single quotes keep everything,
// double quotes and the backslash as usual. Nothing is expanded. Errors: an open quote, no word.
Result<std::vector<std::string>> split_command_line(std::string_view text);

struct Answer {
    // wrong_id: an answer to something that was not asked. gone: the engine has closed its output.
    // flood: it has written more than anybody reads.
    enum class Kind : std::uint8_t { success, refusal, wrong_id, timeout, gone, flood };

    Kind kind;
    std::string text;      // what follows the id; for wrong_id the whole line
    Microseconds elapsed;  // since the request was written

    bool ok() const { return kind == Kind::success; }
};

// How a process ended.
struct Ending {
    bool killed = false;  // by us, because it did not end by itself
    int signal = 0;       // 0 = it exited
    int exit_code = 0;

    bool clean() const { return !killed && signal == 0 && exit_code == 0; }
};

// "exit code 3", "signal 11 (Segmentation fault)", "still running".
std::string to_text(const Ending& ending);

// One process with its own process group. SIGPIPE must be ignored in this one. Not for two threads
// at once; any number of engines may live in different threads, and none inherits another's pipes.
class EngineProcess {
  public:
    // Errors name the program and the reason.
    static Result<std::unique_ptr<EngineProcess>> start(const Launch& launch);
    // Kills what still runs, the engine's children too.
    ~EngineProcess();
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    // Writes one request: id, blank, text, newline. A failure shows in the answer. Blocks when an
    // engine has left many requests unread, so wait for an answer before the next one.
    void send(int id, std::string_view request);
    // The next answer, which must carry `id`. Lines that are no answers are skipped, up to
    // kMostOutput bytes and kMostAnswers unread answers. `patience` counts from the last send().
    Answer receive(int id, Microseconds patience);
    Answer ask(int id, std::string_view request, Microseconds patience);

    // Closes the pipes' writing end, gives the engine time to end by itself, then kills its group.
    // `before_reap` is called when nothing of it runs any more and its number is still its own.
    // Later calls return the same and call nothing.
    Ending end(Milliseconds grace, const std::function<void()>& before_reap = {});

    pid_t pid() const { return pid_; }

    // For a host that tests an engine byte by byte and does its own reading and writing; such a
    // host uses neither send() nor receive(). -1 once closed.
    int input() const { return in_.get(); }    // the engine's input: we write
    int output() const { return out_.get(); }  // the engine's output: we read
    void close_input();
    void close_output();

    static constexpr std::size_t kMostOutput = std::size_t{64} << 20;
    static constexpr std::size_t kMostAnswers = 10'000;

  private:
    EngineProcess(Child child, Descriptor log, std::size_t log_limit);

    bool fill(Microseconds deadline);
    bool read_output();
    void read_errors();
    void log(std::string_view text);
    bool flooded() const { return output_ > kMostOutput || answers_.size() > kMostAnswers; }
    bool exited() const;
    void keep(const std::string& line);
    Answer judge(int id, std::string line) const;
    bool wait_for_exit(Microseconds deadline);

    SteadyClock clock_;
    pid_t pid_;
    Descriptor in_, out_, err_;  // as in Child
    Descriptor log_;             // where stderr goes, none = nowhere
    std::size_t log_left_;       // bytes that may still be written there
    std::size_t output_ = 0;     // bytes read since the last send()
    Microseconds sent_at_ = 0;
    std::deque<std::string> answers_;  // lines that look like answers
    LineReader lines_;
    std::optional<Ending> ending_;
};

}  // namespace anqi
