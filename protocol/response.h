// The only writer of the answers' stream.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

#include "protocol/configuration.h"
#include "protocol/transcript.h"

namespace anqi {

// Frames answers:
//   mgtp   =<id>[ <text>]\n    or    ?<id> <message>\n
//   gtp    the same and an empty line
// Without an id a blank follows the sign. A text that begins with a newline starts on a line of its
// own. Each answer is one write. Any thread may call; a reader that is gone is noticed and
// remembered.
class ResponseWriter {
  public:
    // Writes to `fd`, which stays the caller's, and copies to `transcript`. SIGPIPE is expected to
    // be ignored.
    ResponseWriter(int fd, Transcript& transcript) : fd_(fd), transcript_(transcript) {}

    void set_dialect(Dialect dialect) { dialect_ = dialect; }
    void success(std::string_view id, std::string_view text) { answer('=', id, text); }
    void failure(std::string_view id, std::string_view message) { answer('?', id, message); }
    // A line that is no answer, such as `info ...`.
    void line(std::string_view text);

    // Whether the other end has been found closed.
    bool gone() const { return gone_; }

  private:
    void answer(char sign, std::string_view id, std::string_view text);
    void write(std::string_view text);

    const int fd_;
    Transcript& transcript_;
    std::mutex mutex_;
    std::atomic<Dialect> dialect_{Dialect::mgtp};
    std::atomic<bool> gone_{false};
};

}  // namespace anqi
