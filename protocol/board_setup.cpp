#include "protocol/board_setup.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <optional>

#include "engine/core/notation.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

constexpr std::size_t kCounts = kPieces;
constexpr std::string_view kExpected =
    "32 squares (a8 b8 c8 d8 a7 ... d1: a piece letter, X or -) and 14 counts (P C N R M G K p c n "
    "r m g k, or K G M R N C P k g m r n c p), or a position text";

using Counts = std::array<int, kPieces>;  // by index(Piece)

Status put(Position& position, Square s, std::string_view word) {
    if (word == "-") return Done{};
    if (word == "X") {
        position.put_face_down(s);
        return Done{};
    }
    const auto piece = parse_piece(word);
    if (!piece) {
        return Error{
            fmt::format("{} on {} is not a piece letter, X or -", quoted(word), to_text(s))};
    }
    position.put(s, *piece);
    return Done{};
}

Result<Position> read_squares(std::span<const std::string_view> words) {
    Position position;
    std::size_t next = 0;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        for (int file = 0; file < kFiles; ++file) {
            const Status read = put(position, make_square(file, rank), words[next++]);
            if (!read) return Error{read.error()};
        }
    }
    return position;
}

Result<Counts> read_counts(std::span<const std::string_view> words) {
    Counts counts{};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto n = parse_integer(words[i], 0, 5);
        if (!n) return Error{fmt::format("count {}: {}", i + 1, n.error())};
        counts[i] = static_cast<int>(*n);
    }
    return counts;
}

// The order that starts with the soldiers, as ours.
Counts soldiers_first(const Counts& given) {
    Counts counts{};
    for (int i = 0; i < kPieces; ++i) {
        const int mirrored = i / kKinds * kKinds + (kKinds - 1 - i % kKinds);
        counts[static_cast<std::size_t>(mirrored)] = given[static_cast<std::size_t>(i)];
    }
    return counts;
}

// The position with the pool that the counts leave, if they fit the board.
std::optional<Position> with_pool(Position position, const Counts& alive) {
    for (int i = 0; i < kPieces; ++i) {
        const Piece piece = piece_at_index(i);
        const int n = alive[static_cast<std::size_t>(i)];
        const int hidden = n - std::popcount(position.of(piece));
        if (n > kKindCount[i % kKinds] || hidden < 0) return std::nullopt;
        for (int k = 0; k < hidden; ++k) position.add_to_pool(piece);
    }
    if (position.pool().size() != std::popcount(position.face_down())) return std::nullopt;
    if (!position.alive(Colour::red) && !position.alive(Colour::black)) return std::nullopt;
    const bool untouched = position.pool() == Pool::full();
    position.set_side(untouched ? Colour::none : Colour::red);
    return position;
}

}  // namespace

Result<Position> parse_board_setup(std::span<const std::string_view> words) {
    if (words.size() != kSquares + kCounts) {
        return Error{fmt::format("expected {}; not {} words", kExpected, words.size())};
    }
    const auto board = read_squares(words.first(kSquares));
    if (!board) return board;
    const auto counts = read_counts(words.subspan(kSquares));
    if (!counts) return Error{counts.error()};
    const auto a = with_pool(*board, soldiers_first(*counts)), b = with_pool(*board, *counts);
    if (!a && !b) {
        return Error{
            fmt::format("the counts fit the board in neither order: expected {}", kExpected)};
    }
    if (a && b && !(*a == *b)) {
        return Error{"the counts fit the board in both orders: send a position text instead"};
    }
    return a ? *a : *b;
}

}  // namespace anqi
