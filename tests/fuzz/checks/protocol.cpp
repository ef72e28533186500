// The protocol: whatever comes in, every request gets one well-formed answer, a refused one changes
// nothing, and the server ends.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "engine/core/notation.h"
#include "engine/util/clock.h"
#include "protocol/line_reader.h"
#include "protocol/request.h"
#include "protocol/server.h"
#include "tests/fuzz/checks/checks.h"

namespace anqi::fuzz {
namespace {

constexpr std::string_view kWatch = "4242 position\n";

// A file in memory as the stream of one direction.
class MemoryFile {
  public:
    explicit MemoryFile(std::string_view content) : fd_(::memfd_create("stream", MFD_CLOEXEC)) {
        while (!content.empty()) {
            const ssize_t n = ::write(fd_, content.data(), content.size());
            if (n <= 0) break;
            content.remove_prefix(static_cast<std::size_t>(n));
        }
        ::lseek(fd_, 0, SEEK_SET);
    }
    ~MemoryFile() { ::close(fd_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    int fd() const { return fd_; }
    std::string content() const {
        std::string text(static_cast<std::size_t>(::lseek(fd_, 0, SEEK_END)), '\0');
        const ssize_t n = ::pread(fd_, text.data(), text.size(), 0);
        text.resize(static_cast<std::size_t>(n < 0 ? 0 : n));
        return text;
    }

  private:
    int fd_;
};

// What the input asks for, by the same readers that the server uses.
struct Stream {
    std::string bytes;          // the input with a question for the position after every line
    std::vector<bool> watched;  // one for each answer to come: whether it answers that question
    bool harmless = true;       // touches no file
};

bool touches_files(const Request& request) {
    const auto name = request.name();
    const bool sets_log = name == "set" && request.count() > 0 && request.word(0) == "log";
    return name == "save" || name == "load" || name == "log" || sets_log;
}

bool quits(const Request& request) {
    return request.name() == "quit" && request.count() == 0 && request.id().size() <= kMaxId;
}

Stream make_stream(std::string_view input) {
    Stream stream;
    bool ended = false;
    LineReader reader([&](const Line& line) {
        const std::string text(without_comment(line.text));
        const bool is_watch = text == kWatch.substr(0, kWatch.size() - 1);
        if (ended || (!line.too_long && split_words(text).empty())) return;
        stream.watched.push_back(is_watch);
        const Request request{text};
        if (line.too_long) return;
        stream.harmless = stream.harmless && !touches_files(request);
        ended = quits(request);
    });
    while (!input.empty()) {
        const auto end = input.find('\n');
        stream.bytes += input.substr(0, end);
        stream.bytes += '\n';
        stream.bytes += kWatch;
        input.remove_prefix(end == std::string_view::npos ? input.size() : end + 1);
    }
    stream.bytes += "quit\n";  // or a search might take its time
    reader.feed(stream.bytes);
    return stream;
}

// The answers, each with all its lines.
std::vector<std::string> answers_in(std::string_view output) {
    std::vector<std::string> answers;
    while (!output.empty()) {
        const auto end = output.find('\n');
        const std::string_view line = output.substr(0, end);
        const bool begins = line.starts_with('=') || line.starts_with('?');
        if (begins) {
            answers.emplace_back(line);
        } else if (!answers.empty() && !line.starts_with("info ") && !line.starts_with('{')) {
            answers.back() += '\n';
            answers.back() += line;
        }
        output.remove_prefix(end == std::string_view::npos ? output.size() : end + 1);
    }
    return answers;
}

std::string fault_of_refusal(const std::string& answer) {
    const auto blank = answer.find(' ');
    auto message = blank == std::string::npos ? "" : answer.substr(blank + 1);
    while (message.ends_with('\n')) message.pop_back();  // the other dialect's empty line
    return fault_of_message(message);
}

std::string judge(const Stream& stream, const std::vector<std::string>& answers) {
    if (answers.size() != stream.watched.size()) {
        return fmt::format("{} requests, {} answers", stream.watched.size(), answers.size());
    }
    std::string position;
    bool refused = false;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        std::string text = answers[i].substr(0, answers[i].find('\n'));
        if (stream.watched[i]) {
            if (refused && !position.empty() && text != position)
                return "a refusal changed " + position;
            position = text;
        }
        refused = answers[i].starts_with('?');
        const std::string fault = refused ? fault_of_refusal(answers[i]) : "";
        if (!fault.empty()) return fault + ": " + answers[i];
    }
    return "";
}

}  // namespace

std::string check_protocol(std::string_view input) {
    const Stream stream = make_stream(input);
    if (!stream.harmless) return "";
    const MemoryFile in(stream.bytes), out("");
    Configuration configuration;
    configuration.player.player = PlayerKind::random;
    configuration.player.movetime = 1;
    serve(in.fd(), out.fd(), configuration, SteadyClock());
    return judge(stream, answers_in(out.content()));
}

}  // namespace anqi::fuzz
