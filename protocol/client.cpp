#include "protocol/client.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "engine/core/notation.h"
#include "engine/util/descriptor.h"

extern char** environ;

namespace anqi {
namespace {

// How often a process that is expected to end is looked at.
constexpr std::chrono::milliseconds kGlance{1};
// One poll() of at most this long, so that its argument cannot overflow.
constexpr Microseconds kLongestPoll = 60'000'000;

struct Pipe {
    Descriptor read, write;

    bool open() {
        std::array<int, 2> ends;
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
        read = Descriptor(ends[0]);
        write = Descriptor(ends[1]);
        return true;
    }
};

// What a child shall find: pipes on 0 and 1, a file on 2, a group of its own, no signal ignored or
// blocked.
class SpawnPlan {
  public:
    SpawnPlan(int in, int out, const std::string& stderr_file) {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawn_file_actions_adddup2(&actions_, in, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
        ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, stderr_file.c_str(),
                                           O_WRONLY | O_CREAT | O_APPEND, 0644);
        ::posix_spawnattr_init(&attributes_);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        ::sigaddset(&signals, SIGPIPE);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    }
    ~SpawnPlan() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    // 0 or an error number.
    int run(std::vector<std::string> words, pid_t& pid) const {
        std::vector<char*> argv;
        for (std::string& word : words) argv.push_back(word.data());
        argv.push_back(nullptr);
        return ::posix_spawnp(&pid, argv[0], &actions_, &attributes_, argv.data(), environ);
    }

  private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

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

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const std::vector<std::string>& argv,
                                                            const std::string& stderr_file) {
    Pipe to, from;
    if (!to.open() || !from.open()) {
        return Error{fmt::format("no pipe for {}: {}", argv.front(), std::strerror(errno))};
    }
    pid_t pid = -1;
    const int error = SpawnPlan(to.read.get(), from.write.get(), stderr_file).run(argv, pid);
    if (error != 0) {
        return Error{fmt::format("cannot start {}: {}", argv.front(), std::strerror(error))};
    }
    return std::unique_ptr<EngineProcess>(
        new EngineProcess(pid, to.write.release(), from.read.release()));
}

EngineProcess::EngineProcess(pid_t pid, int in, int out)
    : pid_(pid), in_(in), out_(out), lines_([this](const Line& line) { keep(line.text); }) {}

EngineProcess::~EngineProcess() {
    end(0);
    close_output();
}

void EngineProcess::close_input() {
    if (in_ >= 0) ::close(std::exchange(in_, -1));
}

void EngineProcess::close_output() {
    if (out_ >= 0) ::close(std::exchange(out_, -1));
}

void EngineProcess::send(int id, std::string_view request) {
    const std::string line = fmt::format("{} {}\n", id, request);
    std::string_view rest = line;
    sent_at_ = clock_.now();
    while (!rest.empty()) {
        const ssize_t n = ::write(in_, rest.data(), rest.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return;
        rest.remove_prefix(static_cast<std::size_t>(n));
    }
}

// Reads some bytes. False at the end of output or when the deadline has passed.
bool EngineProcess::fill(Microseconds deadline) {
    pollfd entry{out_, POLLIN, 0};
    const Microseconds left = std::max<Microseconds>(deadline - clock_.now(), 0);
    if (::poll(&entry, 1, poll_timeout(left)) <= 0) return left > 0;
    std::array<char, 65536> bytes;
    const ssize_t n = ::read(out_, bytes.data(), bytes.size());
    if (n < 0) return errno == EINTR;
    lines_.feed({bytes.data(), static_cast<std::size_t>(n)});
    return n > 0;
}

void EngineProcess::keep(const std::string& line) {
    const char sign = line.empty() ? ' ' : line.front();
    if (sign == '=' || sign == '?') answers_.push_back(line);
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
        if (now >= deadline) return {Answer::Kind::timeout, {}, now - sent_at_};
        if (!more) return {Answer::Kind::gone, {}, now - sent_at_};
    }
    std::string line = std::move(answers_.front());
    answers_.pop_front();
    return judge(id, std::move(line));
}

Answer EngineProcess::ask(int id, std::string_view request, Microseconds patience) {
    send(id, request);
    return receive(id, patience);
}

// Leaves the dead process unreaped, so that its group's number cannot be given to another yet.
bool EngineProcess::wait_for_exit(Microseconds deadline) const {
    for (;;) {
        siginfo_t info{};
        ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
        if (info.si_pid == pid_) return true;
        if (clock_.now() >= deadline) return false;
        std::this_thread::sleep_for(kGlance);
    }
}

Ending EngineProcess::end(Milliseconds grace) {
    if (ending_) return *ending_;
    close_input();
    const bool by_itself = wait_for_exit(clock_.now() + grace * 1000);
    ::kill(-pid_, SIGKILL);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    ending_ = Ending{.killed = !by_itself,
                     .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                     .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0};
    return *ending_;
}

}  // namespace anqi
