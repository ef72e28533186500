#include "book/book_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <numeric>

#include "engine/util/crc32.h"

namespace anqi {
namespace {

static_assert(std::endian::native == std::endian::little, "files are read as they lie");

template <class T>
std::string_view bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

// The checksum's own bytes are left out.
std::uint32_t checksum_of(std::string_view bytes) {
    constexpr std::size_t from = offsetof(BookHeader, checksum);
    constexpr std::size_t to = from + sizeof(BookHeader::checksum);
    return crc32(bytes.substr(to), crc32(bytes.substr(0, from)));
}

PackedAction packed(const BookAction& action) {
    const double value = std::clamp(action.value, -1.0, 1.0);
    return {action.move.raw(), static_cast<std::int16_t>(std::lround(value * kBookUnit)),
            action.visits, action.games, action.depth};
}

BookHeader header_for(const BookContent& content) {
    BookHeader header{};
    std::copy(kBookMagic.begin(), kBookMagic.end(), header.magic.begin());
    header.version = kBookVersion;
    content.rules.name.copy(header.rules.data(), header.rules.size() - 1);
    header.quiet_limit = content.rules.quiet_limit;
    header.repetition = content.rules.repetition;
    header.origin = content.origin;
    return header;
}

std::string_view name_in(const BookHeader& header) {
    const auto end = std::find(header.rules.begin(), header.rules.end(), '\0');
    return {header.rules.data(), static_cast<std::size_t>(end - header.rules.begin())};
}

template <class T>
T read_at(std::string_view bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

// What is wrong with a header whose checksum is right, the version aside.
std::string fault_of(const BookHeader& header, std::size_t size) {
    const std::uint64_t expected = sizeof(BookHeader) +
                                   std::uint64_t{header.positions} * sizeof(BookEntry) +
                                   std::uint64_t{header.actions} * sizeof(PackedAction);
    if (size != expected) return "damaged: its length is not what its header says";
    const RuleSet* const rules = find_rules(name_in(header));
    if (rules == nullptr) return "for an unknown rule set";
    const bool limits = header.quiet_limit >= 0 && header.quiet_limit <= kMaxQuietLimit &&
                        header.repetition >= 0 && header.repetition <= kMaxRepetition;
    return limits ? "" : "damaged: limits out of range";
}

bool sound(const PackedAction& action) {
    return action.move < kSquares * kSquares && std::abs(action.value) <= kBookUnit;
}

// Keys rise, and every action belongs to one position.
bool sound_entries(std::string_view bytes, const BookHeader& header) {
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < header.positions; ++i) {
        const auto entry = read_at<BookEntry>(bytes, sizeof(BookHeader) + i * sizeof(BookEntry));
        if (entry.first != next || entry.count == 0 || entry.count > kMaxMoves) return false;
        next += entry.count;
        if (i == 0) continue;
        const auto before =
            read_at<BookEntry>(bytes, sizeof(BookHeader) + (i - 1) * sizeof(BookEntry));
        if (before.key >= entry.key) return false;
    }
    return next == header.actions;
}

bool sound_actions(std::string_view bytes, const BookHeader& header) {
    const std::size_t from = sizeof(BookHeader) + header.positions * sizeof(BookEntry);
    for (std::size_t i = 0; i < header.actions; ++i) {
        if (!sound(read_at<PackedAction>(bytes, from + i * sizeof(PackedAction)))) return false;
    }
    return true;
}

}  // namespace

std::uint64_t visits_of(const BookPage& page) {
    return std::accumulate(
        page.begin(), page.end(), std::uint64_t{0},
        [](std::uint64_t sum, const BookAction& action) { return sum + action.visits; });
}

std::string pack(const BookContent& content) {
    BookHeader header = header_for(content);
    std::string entries, actions;
    for (const auto& [key, page] : content.pages) {
        if (page.empty()) continue;
        const auto count = static_cast<std::uint32_t>(page.size());
        entries += bytes_of(BookEntry{key, header.actions, count});
        for (const BookAction& action : page) actions += bytes_of(packed(action));
        header.actions += count;
        ++header.positions;
    }
    std::string bytes(bytes_of(header));
    bytes += entries;
    bytes += actions;
    header.checksum = checksum_of(bytes);
    bytes.replace(0, sizeof header, bytes_of(header));
    return bytes;
}

BookAction unpack(const PackedAction& action) {
    return {Move(action.move & (kSquares - 1), action.move / kSquares), action.value / kBookUnit,
            action.visits, action.games, action.depth};
}

Result<BookHeader> examine_book(std::string_view bytes) {
    if (!bytes.starts_with(kBookMagic)) return Error{"no opening book"};
    if (bytes.size() < sizeof(BookHeader)) return Error{"cut short"};
    const auto header = read_at<BookHeader>(bytes, 0);
    if (header.version != kBookVersion) {
        return Error{"version " + std::to_string(header.version) + ", not " +
                     std::to_string(kBookVersion)};
    }
    if (checksum_of(bytes) != header.checksum) return Error{"damaged: the checksum differs"};
    std::string fault = fault_of(header, bytes.size());
    if (!fault.empty()) return Error{std::move(fault)};
    if (!sound_entries(bytes, header)) return Error{"damaged: positions out of order"};
    if (!sound_actions(bytes, header)) return Error{"damaged: numbers out of range"};
    return header;
}

RuleSet rules_of(const BookHeader& header) {
    RuleSet rules = *find_rules(name_in(header));
    rules.quiet_limit = header.quiet_limit;
    rules.repetition = header.repetition;
    return rules;
}

}  // namespace anqi
