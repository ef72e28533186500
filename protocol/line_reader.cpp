#include "protocol/line_reader.h"

#include <algorithm>
#include <utility>

#include "engine/core/notation.h"

namespace anqi {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

}  // namespace

void LineReader::feed(std::string_view bytes) {
    for (const char c : bytes) {
        if (c == '\n') {
            emit();
        } else {
            take(c);
        }
    }
}

void LineReader::finish() {
    if (!line_.text.empty() || line_.too_long) emit();
}

void LineReader::take(char c) {
    if (c == '\t') c = ' ';
    if (control(c)) return;
    if (line_.text.size() >= kMaxLine) {
        line_.too_long = true;
        return;
    }
    line_.text += c;
    if (first_ && line_.text == kByteOrderMark) line_.text.clear();
}

void LineReader::emit() {
    first_ = false;
    receiver_(std::exchange(line_, Line{}));
}

std::string_view without_comment(std::string_view line) {
    for (const std::string_view word : split_words(line)) {
        if (word.front() == '#' && word.find('/') == std::string_view::npos) {
            return line.substr(0, static_cast<std::size_t>(word.data() - line.data()));
        }
    }
    return line;
}

}  // namespace anqi
