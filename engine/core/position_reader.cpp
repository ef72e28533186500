// Reading position text: the grammar first, then what the game can hold.
#include <bit>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

Status read_square(Position& position, Square s, char c) {
    if (c == 'X') {
        position.put_face_down(s);
    } else if (c == '#') {
        position.put_missing(s);
    } else {
        const auto piece = parse_piece({&c, 1});
        if (!piece)
            return Error{
                fmt::format("{} on {} is not a piece, X, #, or 1-4", quoted({&c, 1}), to_text(s))};
        position.put(s, *piece);
    }
    return Done{};
}

Status read_rank(Position& position, int rank, std::string_view text) {
    int file = 0;
    for (const char c : text) {
        const int width = c >= '1' && c <= '4' ? c - '0' : 1;
        if (file + width > kFiles) break;
        if (c < '1' || c > '4') {
            Status read = read_square(position, make_square(file, rank), c);
            if (!read) return read;
        }
        file += width;
        text.remove_prefix(1);
    }
    if (file == kFiles && text.empty()) return Done{};
    return Error{fmt::format("rank {} is not 4 squares wide", rank + 1)};
}

Status read_board(Position& position, std::string_view text) {
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        const auto slash = text.find('/');
        if ((slash == std::string_view::npos) != (rank == 0)) {
            return Error{fmt::format("the board has not 8 ranks: {}", quoted(text))};
        }
        Status read = read_rank(position, rank, text.substr(0, slash));
        if (!read) return read;
        text.remove_prefix(rank == 0 ? text.size() : slash + 1);
    }
    return Done{};
}

Status read_side(Position& position, std::string_view text) {
    const auto place = text.size() == 1 ? std::string_view("rb?").find(text[0]) : 3;
    if (place >= 3) return Error{fmt::format("side {} is not r, b or ?", quoted(text))};
    position.set_side(static_cast<Colour>(place));
    return Done{};
}

// One kind and its count at the head of `text`, which is shortened by what was read.
Status read_pool_entry(Position& position, std::string_view& text) {
    const auto piece = parse_piece(text.substr(0, 1));
    if (!piece) return Error{"pool: " + piece.error()};
    const bool counted = text.size() > 1 && text[1] >= '0' && text[1] <= '9';
    const int n = counted ? text[1] - '0' : 1;
    const bool good =
        n >= 1 && n <= kKindCount[index(kind_of(*piece))] && position.pool().count(*piece) == 0;
    if (!good) {
        return Error{
            fmt::format("pool: {} is more of a kind than the game has, none, or named "
                        "twice",
                        quoted(text.substr(0, counted ? 2 : 1)))};
    }
    for (int i = 0; i < n; ++i) position.add_to_pool(*piece);
    text.remove_prefix(counted ? 2 : 1);
    return Done{};
}

Status read_pool(Position& position, std::string_view text) {
    if (text == "-") return Done{};
    while (!text.empty()) {
        Status read = read_pool_entry(position, text);
        if (!read) return read;
    }
    return Done{};
}

Status read_quiet(Position& position, std::string_view text) {
    const auto quiet = parse_integer(text, 0, kMaxQuiet);
    if (!quiet) return Error{"quiet count: " + quiet.error()};
    position.set_quiet(static_cast<int>(*quiet));
    return Done{};
}

Status check_counts(const Position& position) {
    for (int i = 0; i < kPieces; ++i) {
        const Piece p = piece_at_index(i);
        const int n = std::popcount(position.of(p)) + position.pool().count(p);
        const int limit = kKindCount[index(kind_of(p))];
        if (n > limit) {
            return Error{fmt::format("{} {} on board and in the pool, the game has {}", n,
                                     letter(p), limit)};
        }
    }
    const int face_down = std::popcount(position.face_down());
    if (position.pool().size() != face_down) {
        return Error{fmt::format("the pool holds {} pieces, but {} squares are face down",
                                 position.pool().size(), face_down)};
    }
    return Done{};
}

// The squares of a rectangle that touches a corner of the board.
bool corner_rectangle(Squares squares) {
    int low_file = kFiles, high_file = -1, low_rank = kRanks, high_rank = -1;
    for (Square s : bits(squares)) {
        low_file = std::min(low_file, file_of(s));
        high_file = std::max(high_file, file_of(s));
        low_rank = std::min(low_rank, rank_of(s));
        high_rank = std::max(high_rank, rank_of(s));
    }
    const int area = (high_file - low_file + 1) * (high_rank - low_rank + 1);
    return std::popcount(squares) == area && (low_file == 0 || high_file == kFiles - 1) &&
           (low_rank == 0 || high_rank == kRanks - 1);
}

Status check_whole(const Position& position) {
    if (!position.alive(Colour::red) && !position.alive(Colour::black)) {
        return Error{"there is no piece of either side"};
    }
    if (!corner_rectangle(~position.missing())) {
        return Error{"the squares that are not # must form a rectangle in a corner"};
    }
    if (position.side() == Colour::none && position.face_up()) {
        return Error{"side ? (before the first flip), but a piece is face up"};
    }
    if (position.side() == Colour::none && position.quiet() > 0) {
        return Error{"side ? (before the first flip), but the quiet count is not 0"};
    }
    return check_counts(position);
}

}  // namespace

Result<Position> parse_position(std::string_view text) {
    const auto words = split_words(text);
    if (words.size() != 4) {
        return Error{
            fmt::format("a position is RANKS SIDE POOL QUIET, four words, not {}", words.size())};
    }
    Position position;
    for (const Status& read :
         {read_board(position, words[0]), read_side(position, words[1]),
          read_pool(position, words[2]), read_quiet(position, words[3]), check_whole(position)}) {
        if (!read) return Error{read.error()};
    }
    return position;
}

}  // namespace anqi
