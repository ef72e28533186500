#include "engine/tables/table_index.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "engine/core/notation.h"
#include "engine/tables/table_file.h"
#include "engine/util/file.h"
#include "engine/util/hash.h"

namespace anqi {
namespace {

constexpr std::string_view kTitle = "anqi-tables 1 ";
constexpr std::size_t kMostBytes = std::size_t{1} << 26;
constexpr std::array<std::string_view, 3> kShapes = {"standard", "exchange", "xiangqi"};

std::string path_of(const std::string& folder) { return folder + "/index"; }

std::optional<std::uint64_t> number(std::string_view text, int base) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string last_line(std::size_t count, std::string_view lines) {
    std::string line("end ");
    return line.append(std::to_string(count)).append(" ").append(hex(fingerprint(lines))) + "\n";
}

std::optional<Shape> parse_shape(std::string_view text) {
    const auto found = std::find(kShapes.begin(), kShapes.end(), text);
    if (found == kShapes.end()) return std::nullopt;
    return static_cast<Shape>(found - kShapes.begin());
}

// Takes the first line off.
std::string_view take_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::optional<TableIndex::Entry> parse_entry(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() != 3) return std::nullopt;
    const auto bytes = number(words[1], 10), print = number(words[2], 16);
    if (!bytes || !print) return std::nullopt;
    return TableIndex::Entry{std::string(words[0]), *bytes, *print};
}

std::optional<TableIndex> parse_index(std::string_view text) {
    const auto end = text.rfind("end ");
    if (end == std::string_view::npos) return std::nullopt;
    std::string_view lines = text.substr(0, end);
    const auto title = take_line(lines);
    if (title.substr(0, kTitle.size()) != kTitle) return std::nullopt;
    const auto shape = parse_shape(title.substr(kTitle.size()));
    if (!shape) return std::nullopt;
    TableIndex index{*shape, {}};
    while (!lines.empty()) {
        const auto entry = parse_entry(take_line(lines));
        if (!entry) return std::nullopt;
        index.entries.push_back(*entry);
    }
    if (text.substr(end) != last_line(index.entries.size(), text.substr(0, end))) {
        return std::nullopt;
    }
    return index;
}

}  // namespace

std::string_view to_text(Shape shape) { return kShapes[static_cast<std::size_t>(shape)]; }

std::string table_path(const std::string& folder, const std::string& name) {
    return folder + '/' + name + std::string(kTableSuffix);
}

Result<TableIndex> read_index(const std::string& folder) {
    const auto text = read_file(path_of(folder), kMostBytes);
    if (!text) return Error{text.error()};
    auto index = parse_index(*text);
    if (!index) {
        return Error{"damaged, or no index of endgame tables: '" + path_of(folder) + "'"};
    }
    return *std::move(index);
}

Status write_index(const std::string& folder, const TableIndex& index) {
    std::string text(kTitle);
    text.append(to_text(index.shape)).append("\n");
    for (const auto& entry : index.entries) {
        text.append(entry.name).append(" ").append(std::to_string(entry.bytes));
        text.append(" ").append(hex(entry.fingerprint)).append("\n");
    }
    return write_file(path_of(folder), text + last_line(index.entries.size(), text));
}

}  // namespace anqi
