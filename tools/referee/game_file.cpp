#include "tools/referee/game_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

#include "engine/core/notation.h"

namespace anqi {
namespace {

constexpr std::size_t kPiece = 1 << 20;
// How every line begins.
constexpr std::string_view kLineStart = "{\"game\":";

Error system_error(std::string_view doing, const std::string& path) {
    return Error{fmt::format("cannot {} '{}': {}", doing, path, std::strerror(errno))};
}

// Splits a file's bytes into lines and hands the games in them on.
class LineSplitter {
  public:
    LineSplitter(const std::string& path, const TakeGame& take) : path_(path), take_(take) {}

    Status add(std::string_view bytes) {
        std::size_t end;
        while ((end = bytes.find('\n')) != std::string_view::npos) {
            content_.torn.append(bytes.substr(0, end + 1));
            bytes.remove_prefix(end + 1);
            const Status taken = take_line(content_.torn);
            if (!taken) return taken;
            content_.whole += content_.torn.size();
            content_.torn.clear();
        }
        content_.torn.append(bytes);
        return Done{};
    }

    const FileContent& content() const { return content_; }

  private:
    Status take_line(std::string_view line) {
        ++number_;
        if (line.find_first_not_of(" \t\r\n") == std::string_view::npos) return Done{};
        const auto log = parse_json_line(line);
        if (!log) return in_line(log.error());
        const Status taken = take_(*log, line);
        return taken ? taken : in_line(taken.error());
    }

    Status in_line(const std::string& error) const {
        return Error{fmt::format("'{}' line {}: {}", path_, number_, error)};
    }

    const std::string& path_;
    const TakeGame& take_;
    FileContent content_;
    std::size_t number_ = 0;
};

// Not every file that lacks a newline at its end is ours to shorten.
bool is_torn_game(std::string_view text) {
    const std::size_t n = std::min(text.size(), kLineStart.size());
    return text.substr(0, n) == kLineStart.substr(0, n);
}

Status cut_torn_line(GrowingFile& file, const std::string& path, const FileContent& content) {
    if (content.torn.empty()) return Done{};
    if (is_torn_game(content.torn)) return file.cut(content.whole);
    return Error{
        fmt::format("'{}' is no file of games: it ends in {}", path, quoted(content.torn))};
}

}  // namespace

Result<FileContent> read_games(int file, const std::string& path, const TakeGame& take) {
    LineSplitter splitter(path, take);
    std::vector<char> piece(kPiece);
    for (;;) {
        const ssize_t n = ::read(file, piece.data(), piece.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return system_error("read", path);
        if (n == 0) return splitter.content();
        const Status added = splitter.add({piece.data(), static_cast<std::size_t>(n)});
        if (!added) return Error{added.error()};
    }
}

Result<FileContent> read_games(const std::string& path, const TakeGame& take) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.ok()) return system_error("open", path);
    return read_games(file.get(), path, take);
}

Result<GameFile> GameFile::open(const std::string& path, const TakeGame& take) {
    auto opened = GrowingFile::open(path);
    if (!opened) return Error{opened.error()};
    GrowingFile file = std::move(opened).value();
    if (file.regular()) {
        const auto content = read_games(file.descriptor(), path, take);
        if (!content) return Error{content.error()};
        const Status cut = cut_torn_line(file, path, *content);
        if (!cut) return Error{cut.error()};
    }
    return GameFile(std::move(file));
}

Result<std::vector<GameLog>> read_game_logs(const std::string& path) {
    std::vector<GameLog> logs;
    const auto content = read_games(path, [&](const GameLog& log, std::string_view) -> Status {
        logs.push_back(log);
        return Done{};
    });
    if (!content) return Error{content.error()};
    return logs;
}

}  // namespace anqi
