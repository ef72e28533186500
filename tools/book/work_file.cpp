#include "tools/book/work_file.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "engine/core/notation.h"
#include "engine/util/file.h"

namespace anqi::book_tool {
namespace {

// Some hundred million positions.
constexpr std::size_t kMostBytes = std::size_t{1} << 36;

using Words = std::vector<std::string_view>;

template <class T>
std::optional<T> number(std::string_view text) {
    T value{};
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::optional<ValuedAction> action_in(const Words& words, std::size_t at) {
    const auto move = parse_move(words[at]);
    const auto value = number<double>(words[at + 1]);
    const auto visits = number<std::uint32_t>(words[at + 2]);
    if (!move || !value || !std::isfinite(*value) || !visits) return std::nullopt;
    return ValuedAction{*move, *value, *visits};
}

// position KEY VALUE {MOVE VALUE VISITS}
std::optional<std::pair<std::uint64_t, Valuation>> valuation_in(const Words& words) {
    if (words.size() < 3 || words.size() % 3 != 0) return std::nullopt;
    const auto key = number<std::uint64_t>(words[1]);
    const auto value = number<double>(words[2]);
    if (!key || !value || !std::isfinite(*value)) return std::nullopt;
    Valuation valuation{*value, {}};
    for (std::size_t i = 3; i < words.size(); i += 3) {
        const auto action = action_in(words, i);
        if (!action) return std::nullopt;
        valuation.actions.push_back(*action);
    }
    return std::pair(*key, std::move(valuation));
}

// game NUMBER KEY SCORE EVENT EVENT
std::optional<std::pair<int, BookGame>> game_in(const Words& words) {
    if (words.size() != 6) return std::nullopt;
    const auto game = number<int>(words[1]);
    const auto key = number<std::uint64_t>(words[2]);
    const auto score = number<int>(words[3]);
    const auto first = parse_event(words[4]), second = parse_event(words[5]);
    const bool whole = game && key && score && first && second;
    if (!whole || *game < 0 || *score < -1 || *score > 1) return std::nullopt;
    return std::pair(*game, BookGame{*key, *score, *first, *second});
}

// Without what a killed writer left of its last line.
std::string_view whole_lines(std::string_view content) {
    return content.substr(0, content.rfind('\n') + 1);
}

}  // namespace

Result<WorkFile> WorkFile::open(const std::string& path, const std::string& purpose) {
    auto file = GrowingFile::open(path);
    if (!file) return Error{file.error()};
    if (!file->regular()) return Error{fmt::format("'{}' is not a regular file", path)};
    const auto content = read_file(path, kMostBytes);
    if (!content) return Error{content.error()};
    WorkFile work;
    const std::string_view lines = whole_lines(*content);
    const Status read = work.read(lines, purpose);
    if (!read) return Error{fmt::format("'{}' {}", path, read.error())};
    work.file_ = std::move(file).value();
    const Status cut = work.file_->cut(lines.size());
    if (!cut) return Error{cut.error()};
    if (!lines.empty()) return work;
    const Status begun = work.file_->append(purpose + '\n');
    if (!begun) return Error{begun.error()};
    return work;
}

Result<std::vector<BookGame>> WorkFile::read_games(const std::string& path) {
    const auto content = read_file(path, kMostBytes);
    if (!content) return Error{content.error()};
    WorkFile work;
    const Status read = work.read(whole_lines(*content), std::nullopt);
    if (!read) return Error{fmt::format("'{}' {}", path, read.error())};
    std::vector<BookGame> games;
    for (const auto& [number, game] : work.games_) games.push_back(game);
    return games;
}

Status WorkFile::read(std::string_view content, const std::optional<std::string>& purpose) {
    for (int line = 1; !content.empty(); ++line) {
        const std::size_t end = content.find('\n');
        const std::string_view text = content.substr(0, end);
        content.remove_prefix(end + 1);
        if (line == 1 && purpose && text != *purpose) {
            return Error{fmt::format("is for something else: {}", quoted(text))};
        }
        if (line > 1 && !read_line(text)) return Error{fmt::format("is damaged in line {}", line)};
    }
    return Done{};
}

bool WorkFile::read_line(std::string_view line) {
    const Words words = split_words(line);
    if (words.empty()) return false;
    if (words[0] == "position") {
        auto valuation = valuation_in(words);
        return valuation && valuations_.insert(std::move(*valuation)).second;
    }
    const auto game = words[0] == "game" ? game_in(words) : std::nullopt;
    return game && games_.insert(*game).second;
}

Status WorkFile::add(std::uint64_t key, const Valuation& valuation) {
    std::string line = fmt::format("position {} {}", key, valuation.value);
    for (const ValuedAction& action : valuation.actions) {
        line += fmt::format(" {} {} {}", to_text(action.move), action.value, action.visits);
    }
    const Status written = file_->append(line + '\n');
    if (written) valuations_.emplace(key, valuation);
    return written;
}

Status WorkFile::add(int number, const BookGame& game) {
    const Status written =
        file_->append(fmt::format("game {} {} {} {} {}\n", number, game.key, game.score,
                                  to_text(game.first), to_text(game.second)));
    if (written) games_.emplace(number, game);
    return written;
}

}  // namespace anqi::book_tool
