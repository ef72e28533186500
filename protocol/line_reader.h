// Bytes to lines, with bounded memory. What is not text is taken out here, once for all.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace anqi {

// A longer line is cut off; it is then answered with a failure.
inline constexpr std::size_t kMaxLine = 65'536;

struct Line {
    std::string text;
    bool too_long = false;  // `text` is only the head of what came
};

// Ends of line are LF; CR and other control characters are dropped (DEL too), a tab becomes a
// blank, and so does nothing else: bytes from 0x80 on pass. A UTF-8 byte order mark before the
// first line is dropped.
class LineReader {
  public:
    using Receiver = std::function<void(Line)>;
    explicit LineReader(Receiver receiver) : receiver_(std::move(receiver)) {}

    void feed(std::string_view bytes);
    // At the end of input: a last line without its newline counts.
    void finish();

  private:
    void take(char c);
    void emit();

    Receiver receiver_;
    Line line_;
    bool first_ = true;  // nothing has been emitted yet
};

// Without the comment, which is everything from a `#` at the start of a word on. A `#` that begins
// a word with a `/` in it belongs to a position text.
std::string_view without_comment(std::string_view line);

}  // namespace anqi
