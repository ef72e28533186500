#include "protocol/response.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace anqi {
namespace {

// The text as the inside of an answer: no empty line, no newline at its end.
std::string inside(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\n' && result.ends_with('\n')) continue;
        result += c;
    }
    while (result.ends_with('\n')) result.pop_back();
    return result;
}

// A descriptor that its owner made non-blocking.
void wait_writable(int fd) {
    pollfd entry{fd, POLLOUT, 0};
    (void)::poll(&entry, 1, -1);
}

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_writable(fd);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

}  // namespace

void ResponseWriter::answer(char sign, std::string_view id, std::string_view text) {
    const std::string body = inside(text);
    std::string whole{sign};
    whole += id;
    if (!body.empty() && !body.starts_with('\n')) whole += ' ';
    whole += body;
    whole += dialect_ == Dialect::gtp ? "\n\n" : "\n";
    write(whole);
}

void ResponseWriter::line(std::string_view text) { write(std::string(text) + '\n'); }

void ResponseWriter::write(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (gone_) return;
    transcript_.sent(text);
    if (!write_all(fd_, text)) gone_ = true;
}

}  // namespace anqi
