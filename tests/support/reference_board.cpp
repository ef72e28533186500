#include "tests/support/reference_board.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace anqi::reference {
namespace {

void require(bool condition, const std::string& message) {
    if (!condition) throw std::invalid_argument(message);
}

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

// One rank of the text as four characters, empty squares written out.
std::string expand_rank(const std::string& text) {
    std::string squares;
    for (const char c : text) {
        if (c >= '1' && c <= '4') {
            squares += std::string(static_cast<std::size_t>(c - '0'), kEmpty);
        } else {
            require(c == kFaceDown || c == kOutside || full_count(c) > 0, "unknown letter");
            squares += c;
        }
    }
    require(squares.size() == kFiles, "wrong width");
    return squares;
}

std::map<char, int> parse_pool(const std::string& text) {
    std::map<char, int> pool;
    if (text == "-") return pool;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        require(full_count(letter) > 0, "unknown letter in the pool");
        require(pool.count(letter) == 0, "a kind twice in the pool");
        pool[letter] = 1;
        if (i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') {
            pool[letter] = text[++i] - '0';
            require(pool[letter] > 0, "a count of 0 in the pool");
        }
    }
    return pool;
}

// Nothing near a million plies is ever counted.
int parse_quiet(const std::string& text) {
    require(!text.empty() && text.find_first_not_of("0123456789") == std::string::npos,
            "no counter");
    require(text.size() <= 7 && std::stoi(text) <= 1'000'000, "absurd counter");
    return std::stoi(text);
}

std::string pool_text(const std::map<char, int>& pool) {
    std::string text;
    for (const char letter : piece_letters()) {
        const auto entry = pool.find(letter);
        if (entry == pool.end()) continue;
        text += letter;
        if (entry->second > 1) text += std::to_string(entry->second);
    }
    return text.empty() ? "-" : text;
}

int count_on_board(const Board& board, char content) {
    int count = 0;
    for (const Square square : all_squares()) count += board.at(square) == content ? 1 : 0;
    return count;
}

int count_in_pool(const Board& board, char letter) {
    const auto entry = board.pool.find(letter);
    return entry == board.pool.end() ? 0 : entry->second;
}

// A small board is a rectangle that reaches into one of the corners.
void check_outline(const Board& board) {
    int left = kFiles, right = -1, bottom = kRanks, top = -1, inside = 0;
    for (const Square square : all_squares()) {
        if (board.at(square) == kOutside) continue;
        left = std::min(left, square.file);
        right = std::max(right, square.file);
        bottom = std::min(bottom, square.rank);
        top = std::max(top, square.rank);
        ++inside;
    }
    require(inside == (right - left + 1) * (top - bottom + 1), "no rectangle");
    require(left == 0 || right == kFiles - 1, "not in a corner");
    require(bottom == 0 || top == kRanks - 1, "not in a corner");
}

void check_pieces(const Board& board) {
    int in_pool = 0;
    for (const char letter : piece_letters()) {
        const int count = count_on_board(board, letter) + count_in_pool(board, letter);
        require(count <= full_count(letter), "more of a kind than the game has");
        in_pool += count_in_pool(board, letter);
        require(board.side != '?' || count_on_board(board, letter) == 0,
                "`?` with a face-up piece");
    }
    require(in_pool == count_on_board(board, kFaceDown), "pool and face-down squares differ");
    require(board.has_pieces('r') || board.has_pieces('b'), "no pieces on either side");
}

}  // namespace

bool operator==(Square a, Square b) { return a.file == b.file && a.rank == b.rank; }

const std::vector<Square>& all_squares() {
    static const std::vector<Square> squares = [] {
        std::vector<Square> list;
        for (int file = 0; file < kFiles; ++file) {
            for (int rank = 0; rank < kRanks; ++rank) list.push_back({file, rank});
        }
        return list;
    }();
    return squares;
}

std::string square_text(Square square) {
    return {static_cast<char>('a' + square.file), static_cast<char>('1' + square.rank)};
}

Square parse_square(const std::string& text) {
    for (const Square square : all_squares()) {
        if (square_text(square) == text) return square;
    }
    throw std::invalid_argument("no square: " + text);
}

const std::string& piece_letters() {
    static const std::string letters = "KGMRNCPkgmrncp";
    return letters;
}

int full_count(char letter) {
    switch (letter) {
        case 'K':
        case 'k':
            return 1;
        case 'P':
        case 'p':
            return 5;
        default:
            return piece_letters().find(letter) == std::string::npos ? 0 : 2;
    }
}

bool is_face_up(char content) { return full_count(content) > 0; }

char colour_of(char content) {
    if (!is_face_up(content)) return ' ';
    return std::isupper(static_cast<unsigned char>(content)) != 0 ? 'r' : 'b';
}

char other_colour(char colour) { return colour == 'r' ? 'b' : 'r'; }

char Board::at(Square square) const {
    return squares[static_cast<std::size_t>(square.file)][static_cast<std::size_t>(square.rank)];
}

void Board::put(Square square, char content) {
    squares[static_cast<std::size_t>(square.file)][static_cast<std::size_t>(square.rank)] = content;
}

bool Board::has_pieces(char colour) const {
    for (const Square square : all_squares()) {
        if (colour_of(at(square)) == colour) return true;
    }
    for (const auto& [letter, count] : pool) {
        if (colour_of(letter) == colour) return true;
    }
    return false;
}

std::string Board::squares_text() const {
    std::string text;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < kFiles; ++file) {
            const char content = at({file, rank});
            if (content == kEmpty) {
                ++empty;
                continue;
            }
            if (empty > 0) text += std::to_string(empty);
            empty = 0;
            text += content;
        }
        if (empty > 0) text += std::to_string(empty);
        if (rank > 0) text += '/';
    }
    return text;
}

std::string Board::text() const {
    return squares_text() + ' ' + side + ' ' + pool_text(pool) + ' ' + std::to_string(quiet);
}

Board parse_board(const std::string& text) {
    const auto words = split(text, ' ');
    require(words.size() == 4, "not four words");
    const auto ranks = split(words[0], '/');
    require(ranks.size() == kRanks, "not eight ranks");
    Board board;
    for (int line = 0; line < kRanks; ++line) {
        const std::string rank = expand_rank(ranks[static_cast<std::size_t>(line)]);
        for (int file = 0; file < kFiles; ++file) {
            board.put({file, kRanks - 1 - line}, rank[static_cast<std::size_t>(file)]);
        }
    }
    require(words[1] == "r" || words[1] == "b" || words[1] == "?", "unknown side");
    board.side = words[1][0];
    board.pool = parse_pool(words[2]);
    board.quiet = parse_quiet(words[3]);
    require(board.side != '?' || board.quiet == 0, "quiet plies before the first flip");
    check_outline(board);
    check_pieces(board);
    return board;
}

}  // namespace anqi::reference
