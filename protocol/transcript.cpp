#include "protocol/transcript.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/notation.h"

namespace anqi {
namespace {

std::string time_stamp() {
    using namespace std::chrono;
    const auto now = system_clock::now();
    const auto ms = duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000;
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(system_clock::to_time_t(now)),
                       ms);
}

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

Error failed(const std::string& path) {
    return Error{fmt::format("cannot write the log {}: {}", quoted(path), std::strerror(errno))};
}

bool is_folder(int fd) {
    struct stat info {};
    return ::fstat(fd, &info) == 0 && S_ISDIR(info.st_mode);
}

}  // namespace

Transcript::~Transcript() {
    if (fd_ >= 0) ::close(fd_);
}

Status Transcript::open(const std::string& path) {
    int fd = -1;
    if (!path.empty()) {
        // Without O_NONBLOCK a named pipe that nobody reads would stop the program here.
        fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0644);
        if (fd < 0) return failed(path);
        if (is_folder(fd) || !write_all(fd, fmt::format("{} # log opened\n", time_stamp()))) {
            const Error error = failed(path);
            ::close(fd);
            return error;
        }
    }
    const std::lock_guard lock(mutex_);
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
    path_ = path;
    return Done{};
}

void Transcript::note(char direction, std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (fd_ < 0) return;
    std::string lines;
    const std::string stamp = time_stamp();
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines += fmt::format("{} {} {}\n", stamp, direction, text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (!write_all(fd_, lines)) give_up();
}

// One warning, then silence: a full disk must not cost the game.
void Transcript::give_up() {
    fmt::print(stderr, "warning: {}; the log ends here\n", failed(path_).message);
    ::close(fd_);
    fd_ = -1;
}

}  // namespace anqi
