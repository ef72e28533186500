// anqi-delay: stands between a host and an engine and holds back every answer, as a slow network
// does. What arrives together is held back together: it adds latency, it does not limit the rate.
// Exit code: the engine's; 2 for a bad call, 126 when the engine cannot be started.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <deque>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/core/notation.h"
#include "engine/util/clock.h"
#include "engine/util/descriptor.h"

namespace {

using namespace anqi;

constexpr int kBadCall = 2;
constexpr int kNoEngine = 126;
constexpr Milliseconds kLongestDelay = 60'000;

// Copies one descriptor to another, each piece `delay` after it was read.
class Channel {
  public:
    Channel(int from, int to, Milliseconds delay, const Clock& clock)
        : from_(from), to_(to), delay_(delay * 1000), clock_(clock) {}

    // What poll() has to watch; nothing once the input has ended.
    pollfd watched() const { return {ended_ ? -1 : from_, POLLIN, 0}; }
    bool done() const { return ended_ && held_.empty(); }
    // Milliseconds until the next piece is due, rounded up; negative when nothing is held.
    int wait() const {
        if (held_.empty()) return -1;
        const Microseconds left = std::max<Microseconds>(0, held_.front().due - clock_.now());
        return static_cast<int>((left + 999) / 1000);
    }

    void read() {
        std::array<char, 65536> bytes;
        const ssize_t n = ::read(from_, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) return;
        if (n <= 0) {
            ended_ = true;
        } else {
            held_.push_back({clock_.now() + delay_, {bytes.data(), static_cast<std::size_t>(n)}});
        }
    }

    // Passes on what is due. The reader's death is the reader's affair.
    void pass_on() {
        while (!held_.empty() && held_.front().due <= clock_.now()) {
            write(held_.front().bytes);
            held_.pop_front();
        }
    }

  private:
    struct Piece {
        Microseconds due;
        std::string bytes;
    };

    void write(std::string_view rest) const {
        while (!rest.empty()) {
            const ssize_t n = ::write(to_, rest.data(), rest.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return;
            rest.remove_prefix(static_cast<std::size_t>(n));
        }
    }

    const int from_;
    const int to_;
    const Microseconds delay_;
    const Clock& clock_;
    bool ended_ = false;
    std::deque<Piece> held_;
};

struct Child {
    pid_t pid = -1;
    Descriptor in, out;  // our ends
};

bool start(char** argv, Child& child) {
    std::array<int, 2> to{}, from{};
    if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0) return false;
    child.in = Descriptor(to[1]);
    child.out = Descriptor(from[0]);
    const Descriptor childs_in(to[0]), childs_out(from[1]);
    child.pid = ::fork();
    if (child.pid != 0) return child.pid > 0;
    ::dup2(to[0], STDIN_FILENO);
    ::dup2(from[1], STDOUT_FILENO);
    std::signal(SIGPIPE, SIG_DFL);
    ::execvp(argv[0], argv);
    ::_exit(kNoEngine);
}

// Until the engine has closed its output and everything has been passed on.
void relay(Child& child, Milliseconds delay) {
    const SteadyClock clock;
    Channel requests(STDIN_FILENO, child.in.get(), 0, clock);
    Channel answers(child.out.get(), STDOUT_FILENO, delay, clock);
    while (!answers.done()) {
        std::array<pollfd, 2> watched = {requests.watched(), answers.watched()};
        if (::poll(watched.data(), watched.size(), answers.wait()) < 0) continue;
        if (watched[0].revents) requests.read();
        if (watched[1].revents) answers.read();
        requests.pass_on();
        answers.pass_on();
        if (requests.done()) child.in = Descriptor();
    }
}

}  // namespace

int main(int argc, char** argv) {
    const auto delay = parse_integer(argc > 1 ? argv[1] : "", 0, kLongestDelay);
    if (argc < 3 || !delay) {
        fmt::print(stderr, "usage: anqi-delay MILLISECONDS ENGINE [ARGUMENT...]\n");
        return kBadCall;
    }
    std::signal(SIGPIPE, SIG_IGN);
    Child child;
    if (!start(argv + 2, child)) return kNoEngine;
    relay(child, *delay);
    int status = 0;
    while (::waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
