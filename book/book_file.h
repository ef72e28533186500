// The file of an opening book: its layout, and writing and examining it.
//
//     BookHeader | BookEntry[positions], by key | PackedAction[actions]
//
// with no gap, least significant byte first. The checksum is over all bytes but its own four.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/rules.h"
#include "engine/util/result.h"

namespace anqi {

// How a book was made. The same origin, by the same engine, gives the same bytes.
struct BookOrigin {
    std::uint64_t seed = 0;
    std::uint64_t visits = 0;       // of the search that values a position
    std::uint32_t wanted = 0;       // positions asked for
    std::uint32_t full_plies = 0;   // from the start on, all actions were looked at
    std::uint32_t games = 0;        // of self-play
    std::uint32_t game_visits = 0;  // for an action in them
    std::uint32_t evaluation = 0;   // checksum of the network; 0 = the handmade evaluation
    std::uint32_t settings = 0;  // checksum of all other settings of the search; 0 = the defaults

    friend bool operator==(const BookOrigin&, const BookOrigin&) = default;
};

struct BookAction {
    Move move;
    double value;          // expected score for the side to move, -1 to 1
    std::uint32_t visits;  // of the searches behind the value, along all lines
    std::uint16_t games;   // of self-play behind it, the same
    std::uint16_t depth;   // plies of the book behind it; 0 = a search's word

    friend bool operator==(const BookAction&, const BookAction&) = default;
};
// In the order in which they are preferred.
using BookPage = std::vector<BookAction>;

// Behind all actions of a page.
std::uint64_t visits_of(const BookPage& page);

// A book taken apart. Pages stand by canonical key and tell of the canonical image.
struct BookContent {
    RuleSet rules = default_rules();
    BookOrigin origin;
    std::map<std::uint64_t, BookPage> pages;
};

struct BookHeader {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t checksum;      // CRC-32
    std::array<char, 16> rules;  // name, filled up with zeros
    std::int32_t quiet_limit, repetition;
    BookOrigin origin;
    std::uint32_t positions, actions;
    std::uint32_t unused[2];
};
static_assert(sizeof(BookHeader) == 96);

struct BookEntry {
    std::uint64_t key;
    std::uint32_t first;  // of its actions
    std::uint32_t count;
};
static_assert(sizeof(BookEntry) == 16);

struct PackedAction {
    std::uint16_t move;
    std::int16_t value;  // in units of 1 / kBookUnit
    std::uint32_t visits;
    std::uint16_t games, depth;
};
static_assert(sizeof(PackedAction) == 12);

inline constexpr std::string_view kBookMagic{"anqibook"};
inline constexpr std::uint32_t kBookVersion = 1;
inline constexpr double kBookUnit = 32'000;
// Bytes. A longer file is not read.
inline constexpr std::size_t kLargestBook = std::size_t{1} << 30;

std::string pack(const BookContent& content);
// Values as a file keeps them, rounded.
BookAction unpack(const PackedAction& action);
// The header of a sound file; else the reason why it is none.
Result<BookHeader> examine_book(std::string_view bytes);
// The preset of that header, with its numbers. Requires a sound header.
RuleSet rules_of(const BookHeader& header);

}  // namespace anqi
