#include "engine/core/notation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace anqi {
namespace {

constexpr std::string_view kLetters = "KGMRNCPkgmrncp";

constexpr std::array<std::string_view, 11> kReasons = {
    "none",    "all-captured",   "no-legal-action", "no-progress", "repetition", "resign",
    "timeout", "illegal-action", "disconnect",      "stalled",     "declared"};

constexpr std::array<std::string_view, 4> kWinners = {"none", "red", "black", "draw"};
constexpr std::array<std::string_view, 3> kColours = {"red", "black", "unknown"};

// The place of `text` in a list of names, or -1.
template <class Names>
int find_name(const Names& names, std::string_view text) {
    const auto found = std::find(names.begin(), names.end(), text);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

char square_letter(const Position& position, Square s) {
    if (position.missing() & bit(s)) return '#';
    if (position.face_down() & bit(s)) return 'X';
    return position.at(s) == Piece::none ? '-' : letter(position.at(s));
}

std::string rank_text(const Position& position, int rank) {
    std::string text;
    int empty = 0;
    const auto flush = [&] {
        if (empty > 0) text += static_cast<char>('0' + empty);
        empty = 0;
    };
    for (int file = 0; file < kFiles; ++file) {
        const char c = square_letter(position, make_square(file, rank));
        if (c == '-') {
            ++empty;
            continue;
        }
        flush();
        text += c;
    }
    flush();
    return text;
}

std::string pool_text(const Pool& pool) {
    std::string text;
    pool.for_each([&](Piece piece, int n) {
        text += letter(piece);
        if (n > 1) text += static_cast<char>('0' + n);
    });
    return text.empty() ? "-" : text;
}

char side_letter(Colour side) {
    return side == Colour::none ? '?' : side == Colour::red ? 'r' : 'b';
}

}  // namespace

char letter(Piece piece) { return kLetters[static_cast<std::size_t>(index(piece))]; }

std::string to_text(Square square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

std::string to_text(Move move) { return to_text(move.from()) + to_text(move.to()); }

std::string to_text(Event event) {
    if (event.revealed() == Piece::none) return to_text(event.move());
    return to_text(event.move().from()) + '=' + letter(event.revealed());
}

std::string_view to_text(Colour colour) { return kColours[static_cast<std::size_t>(colour)]; }
std::string_view to_text(Winner winner) { return kWinners[static_cast<std::size_t>(winner)]; }
std::string_view to_text(Reason reason) { return kReasons[static_cast<std::size_t>(reason)]; }

std::string to_text(const RuleSet& rules) {
    return fmt::format("{} quiet-limit {} repetition {} kind {} limit-ply {}", rules.name,
                       rules.quiet_limit, rules.repetition, to_text(rules.repetition_kind),
                       to_text(rules.limit_ply));
}

std::string to_text(Outcome outcome) {
    if (!outcome.over()) return "none";
    return fmt::format("{} {}", to_text(outcome.winner), to_text(outcome.reason));
}

std::string_view to_text(RepetitionKind kind) {
    return kind == RepetitionKind::position ? "position" : "cycle";
}

std::string_view to_text(LimitPly verdict) { return verdict == LimitPly::win ? "win" : "draw"; }

std::string to_text(const Position& position) {
    std::string text;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        text += rank_text(position, rank);
        if (rank > 0) text += '/';
    }
    return fmt::format("{} {} {} {}", text, side_letter(position.side()),
                       pool_text(position.pool()), position.quiet());
}

std::string describe(Illegal illegal, Event event) {
    const std::string from = to_text(event.move().from()), to = to_text(event.move().to());
    switch (illegal) {
        case Illegal::none:
            return "";
        case Illegal::game_over:
            return "the game is over";
        case Illegal::missing_square:
            return fmt::format("{}{}: no such square here", from, to);
        case Illegal::nothing_face_down:
            return fmt::format("{} has no face-down piece", from);
        case Illegal::nothing_revealed:
            return fmt::format("flip of {}: which piece?", from);
        case Illegal::not_in_pool:
            return fmt::format("flip of {}: no {} is left face down", from,
                               letter(event.revealed()));
        case Illegal::face_down_piece:
            return fmt::format("the piece on {} is face down", from);
        case Illegal::empty_square:
            return fmt::format("{} is empty", from);
        case Illegal::no_colour_yet:
            return "the first action must be a flip";
        case Illegal::not_your_piece:
            return fmt::format("the piece on {} is the opponent's", from);
        case Illegal::cannot_go_there:
            break;
    }
    return fmt::format("the piece on {} cannot go to {}", from, to);
}

Result<Piece> parse_piece(std::string_view text) {
    const auto place = text.size() == 1 ? kLetters.find(text[0]) : std::string_view::npos;
    if (place == std::string_view::npos) {
        return Error{fmt::format("{} is not a piece (one of KGMRNCPkgmrncp)", quoted(text))};
    }
    return piece_at_index(static_cast<int>(place));
}

Result<Square> parse_square(std::string_view text) {
    const bool good =
        text.size() == 2 && text[0] >= 'a' && text[0] <= 'd' && text[1] >= '1' && text[1] <= '8';
    if (!good) return Error{fmt::format("{} is not a square (a1 to d8)", quoted(text))};
    return make_square(text[0] - 'a', text[1] - '1');
}

Result<Move> parse_move(std::string_view text) {
    if (text.size() == 4) {
        const auto from = parse_square(text.substr(0, 2)), to = parse_square(text.substr(2));
        if (from && to) return Move(*from, *to);
    }
    return Error{fmt::format("{} is not an action (a1a2, or a1a1 for a flip)", quoted(text))};
}

Result<Event> parse_event(std::string_view text) {
    if (text.size() == 4 && text[2] == '=') {
        const auto square = parse_square(text.substr(0, 2));
        const auto piece = parse_piece(text.substr(3));
        if (square && piece) return Event(Move::flip(*square), *piece);
    }
    const auto move = parse_move(text);
    if (move && !move->is_flip()) return Event(*move);
    return Error{fmt::format("{} is not an action with its outcome (a1a2, or a1=K for a flip)",
                             quoted(text))};
}

Result<Colour> parse_colour(std::string_view text) {
    const int i = find_name(kColours, text);
    if (i < 0) return Error{fmt::format("{} is not a colour (red or black)", quoted(text))};
    return static_cast<Colour>(i);
}

Result<Outcome> parse_outcome(std::string_view text) {
    const auto words = split_words(text);
    if (words.size() == 1 && words[0] == "none") return Outcome{};
    if (words.size() == 2) {
        const int winner = find_name(kWinners, words[0]), reason = find_name(kReasons, words[1]);
        if (winner > 0 && reason > 0) {
            return Outcome{static_cast<Winner>(winner), static_cast<Reason>(reason)};
        }
    }
    return Error{
        fmt::format("{} is not a result (as in 'red all-captured', or 'none')", quoted(text))};
}

Result<long long> parse_integer(std::string_view text, long long low, long long high) {
    long long value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = !text.empty() && end == text.data() + text.size();
    if (!whole || failed == std::errc::invalid_argument) {
        return Error{fmt::format("{} is not a whole number", quoted(text))};
    }
    if (failed != std::errc{} || value < low || value > high) {
        return Error{fmt::format("{} is out of range ({} to {})", quoted(text), low, high)};
    }
    return value;
}

std::vector<std::string_view> split_words(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    std::vector<std::string_view> words;
    for (auto begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
        const auto end = text.find_first_of(blanks, begin);
        words.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(blanks, std::min(end, text.size()));
    }
    return words;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t limit = 40;
    std::string result = "'";
    for (const char c : text.substr(0, limit)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte > 0x7E) {
            result += fmt::format("\\x{:02X}", byte);
        } else {
            result += c;
        }
    }
    return result + (text.size() > limit ? "...'" : "'");
}

std::string draw_board(const Position& position) {
    std::string board;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        board += static_cast<char>('1' + rank);
        for (int file = 0; file < kFiles; ++file) {
            board += ' ';
            board += square_letter(position, make_square(file, rank));
        }
        board += '\n';
    }
    return board + "  a b c d";
}

}  // namespace anqi
