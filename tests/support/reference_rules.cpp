#include "tests/support/reference_rules.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace anqi::reference {
namespace {

char kind_of(char letter) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}

int sign(int value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

int files_apart(Square a, Square b) { return std::abs(a.file - b.file); }
int ranks_apart(Square a, Square b) { return std::abs(a.rank - b.rank); }

bool one_step(Square a, Square b) { return files_apart(a, b) + ranks_apart(a, b) == 1; }
bool in_line(Square a, Square b) { return (a.file == b.file) != (a.rank == b.rank); }

// The squares strictly between two squares of one file or rank.
std::vector<Square> between(Square from, Square to) {
    std::vector<Square> squares;
    const int file_step = sign(to.file - from.file);
    const int rank_step = sign(to.rank - from.rank);
    for (Square s = {from.file + file_step, from.rank + rank_step}; !(s == to);
         s = {s.file + file_step, s.rank + rank_step}) {
        squares.push_back(s);
    }
    return squares;
}

// Face up or face down.
int pieces_between(const Board& board, Square from, Square to) {
    int count = 0;
    for (const Square square : between(from, to)) count += board.at(square) != kEmpty ? 1 : 0;
    return count;
}

int face_up_between(const Board& board, Square from, Square to) {
    int count = 0;
    for (const Square square : between(from, to)) count += is_face_up(board.at(square)) ? 1 : 0;
    return count;
}

// K>G>M>R>N>C>P, an equal or lower rank is taken; but the general takes no soldier, and the soldier
// takes the general.
bool outranks(char attacker, char victim) {
    if (attacker == 'K' && victim == 'P') return false;
    if (attacker == 'P' && victim == 'K') return true;
    const std::string order = "KGMRNCP";
    return order.find(attacker) <= order.find(victim);
}

bool ranked_move(const Board& board, Square from, Square to) {
    const char piece = kind_of(board.at(from));
    const char target = board.at(to);
    if (target == kEmpty) return one_step(from, to);
    if (piece == 'C') return in_line(from, to) && pieces_between(board, from, to) == 1;
    return one_step(from, to) && outranks(piece, kind_of(target));
}

bool horse_move(const Board& board, Square from, Square to) {
    const int files = to.file - from.file;
    const int ranks = to.rank - from.rank;
    if (std::abs(files) == 1 && std::abs(ranks) == 2) {
        return !is_face_up(board.at({from.file, from.rank + sign(ranks)}));
    }
    if (std::abs(files) == 2 && std::abs(ranks) == 1) {
        return !is_face_up(board.at({from.file + sign(files), from.rank}));
    }
    return false;
}

bool elephant_move(const Board& board, Square from, Square to) {
    if (files_apart(from, to) != 2 || ranks_apart(from, to) != 2) return false;
    const Square middle = {(from.file + to.file) / 2, (from.rank + to.rank) / 2};
    return !is_face_up(board.at(middle));
}

bool xiangqi_move(const Board& board, Square from, Square to) {
    const bool captures = board.at(to) != kEmpty;
    switch (kind_of(board.at(from))) {
        case 'K':
        case 'P':
            return one_step(from, to);
        case 'G':
            return files_apart(from, to) == 1 && ranks_apart(from, to) == 1;
        case 'M':
            return elephant_move(board, from, to);
        case 'N':
            return horse_move(board, from, to);
        case 'R':
            return in_line(from, to) && face_up_between(board, from, to) == 0;
        default:  // the cannon
            return in_line(from, to) && face_up_between(board, from, to) == (captures ? 1 : 0);
    }
}

// The last `copies` * c plies are that many copies of one sequence of c plies, for some c.
bool ends_in_cycles(const std::vector<std::string>& plies, std::size_t copies) {
    for (std::size_t c = 1; c * copies <= plies.size(); ++c) {
        bool same = true;
        for (std::size_t i = plies.size() - c * (copies - 1); i < plies.size(); ++i) {
            same = same && plies[i] == plies[i - c];
        }
        if (same) return true;
    }
    return false;
}

}  // namespace

Rules preset(const std::string& name) {
    if (name == "olympiad") return {Shape::ranked, 180, 3, Repetition::position, true};
    if (name == "platform") return {Shape::ranked, 180, 3, Repetition::cycle, false};
    if (name == "taiwan") return {Shape::ranked, 40, 3, Repetition::position, true};
    if (name == "exchange") return {Shape::exchange, 50, 0, Repetition::position, true};
    if (name == "xiangqi") return {Shape::xiangqi, 50, 0, Repetition::position, true};
    throw std::invalid_argument("no such rules: " + name);
}

Game::Game(const Rules& rules, const std::string& position_text)
    : rules_(rules), board_(parse_board(position_text)) {
    restart_history();
}

void Game::restart_history() {
    positions_ = {board_.squares_text() + board_.side};
    plies_.clear();
}

bool Game::legal(Square from, Square to) const {
    const char piece = board_.at(from);
    if (from == to) return piece == kFaceDown;
    if (colour_of(piece) != board_.side) return false;
    const char target = board_.at(to);
    if (target == kFaceDown || target == kOutside) return false;
    if (colour_of(target) == board_.side) return false;
    return rules_.shape == Shape::xiangqi ? xiangqi_move(board_, from, to)
                                          : ranked_move(board_, from, to);
}

std::vector<std::string> Game::legal_actions() const {
    std::vector<std::string> actions;
    for (const Square from : all_squares()) {
        for (const Square to : all_squares()) {
            if (legal(from, to)) actions.push_back(square_text(from) + square_text(to));
        }
    }
    std::sort(actions.begin(), actions.end());
    return actions;
}

bool Game::has_legal_action() const {
    for (const Square from : all_squares()) {
        for (const Square to : all_squares()) {
            if (legal(from, to)) return true;
        }
    }
    return false;
}

void Game::play(const std::string& event) {
    if (event.size() != 4) throw std::invalid_argument("no action: " + event);
    const Square from = parse_square(event.substr(0, 2));
    if (event[2] == '=') {
        play_flip(from, event[3]);
    } else {
        play_move(from, parse_square(event.substr(2, 2)));
    }
}

void Game::play_flip(Square square, char letter) {
    const auto entry = board_.pool.find(letter);
    if (!legal(square, square) || entry == board_.pool.end()) {
        throw std::invalid_argument("no such flip");
    }
    if (--entry->second == 0) board_.pool.erase(entry);
    board_.put(square, letter);
    const char mover = board_.side == '?' ? colour_of(letter) : board_.side;
    board_.side = other_colour(mover);
    board_.quiet = 0;
    restart_history();
}

void Game::play_move(Square from, Square to) {
    if (from == to || !legal(from, to)) throw std::invalid_argument("illegal move");
    const char piece = board_.at(from);
    const char victim = board_.at(to);
    const bool both_vanish = rules_.shape == Shape::exchange && kind_of(piece) == kind_of(victim);
    board_.put(from, kEmpty);
    board_.put(to, both_vanish ? kEmpty : piece);
    board_.side = other_colour(board_.side);
    if (victim != kEmpty) {
        board_.quiet = 0;
        restart_history();
        return;
    }
    ++board_.quiet;
    positions_.push_back(board_.squares_text() + board_.side);
    plies_.push_back(square_text(from) + square_text(to));
}

bool Game::repeated() const {
    if (rules_.repetition == 0) return false;
    const auto times = static_cast<std::size_t>(rules_.repetition);
    if (rules_.kind == Repetition::cycle) return ends_in_cycles(plies_, times);
    const auto seen = std::count(positions_.begin(), positions_.end(), positions_.back());
    return static_cast<std::size_t>(seen) >= times;
}

std::string Game::result() const {
    const bool red = board_.has_pieces('r');
    const bool black = board_.has_pieces('b');
    if (!red && !black) return "draw all-captured";
    if (!red) return "black all-captured";
    if (!black) return "red all-captured";

    const bool blocked = !has_legal_action();
    const std::string blocked_result =
        std::string(board_.side == 'r' ? "black" : "red") + " no-legal-action";
    if (blocked && rules_.limit_ply_wins) return blocked_result;
    if (rules_.quiet_limit > 0 && board_.quiet >= rules_.quiet_limit) return "draw no-progress";
    if (repeated()) return "draw repetition";
    if (blocked) return blocked_result;
    return "none";
}

}  // namespace anqi::reference
