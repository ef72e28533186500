#include "tools/referee/guardian.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace anqi {
namespace {

// The other process. Positive numbers are groups that begin, negative ones groups that ended.
[[noreturn]] void stand_guard(int pipe) {
    // What a terminal sends to everybody must not end the guard before the referee.
    ::setpgid(0, 0);
    std::set<pid_t> groups;
    pid_t group = 0;
    for (;;) {
        const ssize_t n = ::read(pipe, &group, sizeof group);
        if (n < 0 && errno == EINTR) continue;
        if (n != sizeof group) break;
        if (group > 0) {
            groups.insert(group);
        } else {
            groups.erase(-group);
        }
    }
    for (const pid_t left : groups) ::kill(-left, SIGKILL);
    ::_exit(0);
}

}  // namespace

Result<std::unique_ptr<Guardian>> Guardian::start() {
    std::array<int, 2> ends;
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return Error{fmt::format("no pipe: {}", std::strerror(errno))};
    }
    Descriptor read(ends[0]), write(ends[1]);
    const pid_t pid = ::fork();
    if (pid < 0) return Error{fmt::format("no second process: {}", std::strerror(errno))};
    if (pid == 0) {
        write = Descriptor();
        // Nobody shall wait for streams that only the guard still holds open.
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(stream);
        stand_guard(read.get());
    }
    return std::unique_ptr<Guardian>(new Guardian(pid, std::move(write)));
}

Guardian::~Guardian() {
    kill_all();
    pipe_ = Descriptor();
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

// Writes of this size are never torn apart.
void Guardian::tell(pid_t signed_group) {
    while (::write(pipe_.get(), &signed_group, sizeof signed_group) < 0 && errno == EINTR) {
    }
}

void Guardian::watch(pid_t group) {
    const std::lock_guard lock(mutex_);
    groups_.insert(group);
    tell(group);
}

void Guardian::release(pid_t group) {
    const std::lock_guard lock(mutex_);
    if (groups_.erase(group) > 0) tell(-group);
}

void Guardian::kill_all() {
    const std::lock_guard lock(mutex_);
    for (const pid_t group : groups_) ::kill(-group, SIGKILL);
}

}  // namespace anqi
