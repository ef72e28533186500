// The board of the plain rule reference: one character a square, read from and written to the
// position text. Shares nothing with the engine, on purpose: it is what the engine is checked by.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

namespace anqi::reference {

inline constexpr int kFiles = 4;
inline constexpr int kRanks = 8;

// File 0 is a, rank 0 is 1.
struct Square {
    int file = 0;
    int rank = 0;
};

bool operator==(Square a, Square b);

const std::vector<Square>& all_squares();
std::string square_text(Square square);
// Throws std::invalid_argument.
Square parse_square(const std::string& text);

// What a square can hold besides a piece letter.
inline constexpr char kEmpty = '.';
inline constexpr char kFaceDown = 'X';
inline constexpr char kOutside = '#';

// 'r', 'b', or ' ' for anything but a face-up piece.
char colour_of(char content);
char other_colour(char colour);
bool is_face_up(char content);
// How many of this kind a whole game has; 0 for no piece letter.
int full_count(char letter);
// The letters in the order of the pool text.
const std::string& piece_letters();

struct Board {
    std::array<std::array<char, kRanks>, kFiles> squares = {};
    char side = '?';
    std::map<char, int> pool;  // kinds still face down; no entry has the count 0
    int quiet = 0;

    char at(Square square) const;
    void put(Square square, char content);
    bool has_pieces(char colour) const;  // face up or face down
    std::string squares_text() const;    // the board alone
    std::string text() const;            // the whole position text
};

// Throws std::invalid_argument when the text is no position.
Board parse_board(const std::string& text);

}  // namespace anqi::reference
