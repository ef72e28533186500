#include "protocol/client.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "engine/core/notation.h"

namespace anqi {
namespace {

// How often a process that is expected to end is looked at.
constexpr std::chrono::milliseconds kGlance{1};
// One poll() of at most this long; then it is asked whether the engine still lives, because a child
// of its own may hold its pipes open.
constexpr Microseconds kLongestPoll = 200'000;

// Reads one command line, character by character.
class WordSplitter {
  public:
    void take(char c) {
        if (escaped_) return add_escaped(c);
        if (c == '\\' && quote_ != '\'') {
            escaped_ = true;
        } else if (quote_ != 0) {
            take_quoted(c);
        } else if (c == '\'' || c == '"') {
            quote_ = c;
            in_word_ = true;
        } else if (c == ' ' || c == '\t' || c == '\n') {
            end_word();
        } else {
            add(c);
        }
    }
    bool open() const { return quote_ != 0 || escaped_; }
    std::vector<std::string> finish() {
        end_word();
        return std::move(words_);
    }

  private:
    void take_quoted(char c) {
        if (c == quote_) {
            quote_ = 0;
        } else {
            add(c);
        }
    }
    // Between double quotes a backslash is special before few characters only.
    void add_escaped(char c) {
        escaped_ = false;
        if (quote_ == '"' && std::strchr("\"\\$`", c) == nullptr) add('\\');
        add(c);
    }
    void add(char c) {
        word_ += c;
        in_word_ = true;
    }
    void end_word() {
        if (in_word_) words_.push_back(std::exchange(word_, {}));
        in_word_ = false;
    }

    std::vector<std::string> words_;
    std::string word_;
    bool in_word_ = false;
    bool escaped_ = false;
    char quote_ = 0;
};

// A sign, a number or nothing, then a blank or the end. Everything else is chatter.
bool is_answer(std::string_view line) {
    if (line.empty() || (line.front() != '=' && line.front() != '?')) return false;
    const auto end = line.find_first_not_of("0123456789", 1);
    return end == std::string_view::npos || line[end] == ' ';
}

int poll_timeout(Microseconds left) {
    return static_cast<int>((std::min(left, kLongestPoll) + 999) / 1000);
}

}  // namespace

Result<std::vector<std::string>> split_command_line(std::string_view text) {
    WordSplitter splitter;
    for (const char c : text) splitter.take(c);
    if (splitter.open()) return Error{fmt::format("{} ends within a quotation", quoted(text))};
    std::vector<std::string> words = splitter.finish();
    if (words.empty() || words.front().empty()) {
        return Error{fmt::format("the command {} names no program", quoted(text))};
    }
    return words;
}

std::string to_text(const Ending& ending) {
    if (ending.killed) return "still running";
    if (ending.signal == 0) return fmt::format("exit code {}", ending.exit_code);
    return fmt::format("signal {} ({})", ending.signal, ::strsignal(ending.signal));
}

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const Launch& launch) {
    Descriptor log;
    std::size_t log_left = launch.stderr_limit;
    if (launch.stderr_file != "/dev/null") {
        log = Descriptor(
            ::open(launch.stderr_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
        if (!log.ok()) {
            return Error{
                fmt::format("cannot write {}: {}", launch.stderr_file, std::strerror(errno))};
        }
        struct stat info {};
        if (::fstat(log.get(), &info) == 0) {
            log_left -= std::min(log_left, static_cast<std::size_t>(info.st_size));
        }
    }
    auto child = spawn(launch);
    if (!child) return Error{child.error()};
    return std::unique_ptr<EngineProcess>(
        new EngineProcess(std::move(child).value(), std::move(log), log_left));
}

EngineProcess::EngineProcess(Child child, Descriptor log, std::size_t log_limit)
    : pid_(child.pid),
      in_(std::move(child.in)),
      out_(std::move(child.out)),
      err_(std::move(child.err)),
      log_(std::move(log)),
      log_left_(log_limit),
      lines_([this](const Line& line) { keep(line.text); }) {
    // Reading must never wait: several streams are looked at together.
    for (const Descriptor* stream : {&out_, &err_}) {
        if (stream->ok()) ::fcntl(stream->get(), F_SETFL, O_NONBLOCK);
    }
}

EngineProcess::~EngineProcess() { end(0); }

void EngineProcess::close_input() { in_ = Descriptor(); }

void EngineProcess::close_output() { out_ = Descriptor(); }

void EngineProcess::send(int id, std::string_view request) {
    const std::string line = fmt::format("{} {}\n", id, request);
    std::string_view rest = line;
    sent_at_ = clock_.now();
    output_ = 0;
    while (!rest.empty()) {
        const ssize_t n = ::write(in_.get(), rest.data(), rest.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return;
        rest.remove_prefix(static_cast<std::size_t>(n));
    }
}

// Reads some bytes. False at the end of output or when the deadline has passed.
bool EngineProcess::fill(Microseconds deadline) {
    std::array<pollfd, 2> entries = {{{out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}}};
    const Microseconds left = std::max<Microseconds>(deadline - clock_.now(), 0);
    if (::poll(entries.data(), entries.size(), poll_timeout(left)) <= 0) {
        return left > 0 && !exited();
    }
    if (entries[1].revents != 0) read_errors();
    return entries[0].revents == 0 || read_output();
}

// False at the end of output.
bool EngineProcess::read_output() {
    std::array<char, 65536> bytes;
    const ssize_t n = ::read(out_.get(), bytes.data(), bytes.size());
    if (n < 0) return errno == EINTR || errno == EAGAIN;
    output_ += static_cast<std::size_t>(n);
    lines_.feed({bytes.data(), static_cast<std::size_t>(n)});
    return n > 0;
}

// As much as lies there at the moment, so that an engine that writes a lot does not wait for us.
void EngineProcess::read_errors() {
    std::array<char, 65536> bytes;
    constexpr int kMostReads = 16;
    for (int i = 0; i < kMostReads; ++i) {
        const ssize_t n = ::read(err_.get(), bytes.data(), bytes.size());
        if (n < 0) return;
        if (n == 0) {
            err_ = Descriptor();
            return;
        }
        log({bytes.data(), static_cast<std::size_t>(n)});
    }
}

void EngineProcess::log(std::string_view text) {
    if (!log_.ok()) return;
    const std::size_t size = std::min(text.size(), log_left_);
    log_left_ -= size;
    // A log that cannot be written is no reason to stop a game.
    bool good = ::write(log_.get(), text.data(), size) == static_cast<ssize_t>(size);
    if (good && size == text.size()) return;
    constexpr std::string_view cut = "\n[the rest is left out]\n";
    good = good && ::write(log_.get(), cut.data(), cut.size()) > 0;
    log_ = Descriptor();
}

void EngineProcess::keep(const std::string& line) {
    if (is_answer(line)) answers_.push_back(line);
}

Answer EngineProcess::judge(int id, std::string line) const {
    const Microseconds elapsed = clock_.now() - sent_at_;
    const std::size_t id_end = std::min(line.find(' '), line.size());
    if (line.substr(1, id_end - 1) != fmt::format("{}", id)) {
        return {Answer::Kind::wrong_id, std::move(line), elapsed};
    }
    const auto kind = line[0] == '=' ? Answer::Kind::success : Answer::Kind::refusal;
    return {kind, line.substr(std::min(id_end + 1, line.size())), elapsed};
}

Answer EngineProcess::receive(int id, Microseconds patience) {
    const Microseconds deadline = sent_at_ + patience;
    while (answers_.empty()) {
        const bool more = fill(deadline);
        if (!answers_.empty()) break;
        const Microseconds now = clock_.now();
        if (flooded()) return {Answer::Kind::flood, {}, now - sent_at_};
        if (now >= deadline) return {Answer::Kind::timeout, {}, now - sent_at_};
        if (!more) return {Answer::Kind::gone, {}, now - sent_at_};
    }
    if (flooded()) return {Answer::Kind::flood, {}, clock_.now() - sent_at_};
    std::string line = std::move(answers_.front());
    answers_.pop_front();
    return judge(id, std::move(line));
}

Answer EngineProcess::ask(int id, std::string_view request, Microseconds patience) {
    send(id, request);
    return receive(id, patience);
}

bool EngineProcess::exited() const {
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    return info.si_pid == pid_;
}

// Leaves the dead process unreaped, so that its group's number cannot be given to another yet.
bool EngineProcess::wait_for_exit(Microseconds deadline) {
    for (;;) {
        if (exited()) return true;
        if (clock_.now() >= deadline) return false;
        if (out_.ok()) (void)read_output();
        if (err_.ok()) read_errors();
        std::this_thread::sleep_for(kGlance);
    }
}

Ending EngineProcess::end(Milliseconds grace, const std::function<void()>& before_reap) {
    if (ending_) return *ending_;
    // Without grace, an engine that ends because its input has just been closed did not end by
    // itself.
    const bool before = exited();
    close_input();
    const bool by_itself = before || (grace > 0 && wait_for_exit(clock_.now() + grace * 1000));
    ::kill(-pid_, SIGKILL);
    if (before_reap) before_reap();
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    ending_ = Ending{.killed = !by_itself,
                     .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                     .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0};
    return *ending_;
}

}  // namespace anqi
