#include "tests/support/random_positions.h"

#include <algorithm>
#include <vector>

namespace anqi::test {
namespace {

char draw_from_pool(const std::map<char, int>& pool, Random& random) {
    std::string letters;
    for (const auto& [letter, count] : pool) {
        letters += std::string(static_cast<std::size_t>(count), letter);
    }
    return letters[random.below(static_cast<std::uint32_t>(letters.size()))];
}

std::string back(const std::string& ply) { return ply.substr(2, 2) + ply.substr(0, 2); }

bool has_both_colours(const std::string& letters) {
    const auto is_red = [](char letter) { return reference::colour_of(letter) == 'r'; };
    const auto red = std::count_if(letters.begin(), letters.end(), is_red);
    return red > 0 && static_cast<std::size_t>(red) < letters.size();
}

reference::Board empty_board() {
    reference::Board board;
    for (const auto square : reference::all_squares()) board.put(square, reference::kOutside);
    return board;
}

}  // namespace

RandomPositions::RandomPositions(std::uint64_t seed, const reference::Rules& rules)
    : random_(seed), rules_(rules) {}

std::string RandomPositions::next() {
    switch (random_.below(10)) {
        case 0:
            return before_first_flip();
        case 1:
        case 2:
            return placement();
        case 3:
        case 4:
            return sparse();
        case 5:
        case 6:
            return small_board();
        default:
            return from_play();
    }
}

std::string RandomPositions::from_play() {
    if (!game_ || game_->result() != "none") game_.emplace(rules_, kStartText);
    for (int plies = between(1, 8); plies > 0 && game_->result() == "none"; --plies) {
        game_->play(random_event(*game_, random_, 0, ""));
    }
    // The last ply may have ended the game with one side bare, which is no position to set up.
    const bool bare = game_->result().find("all-captured") != std::string::npos;
    return bare ? placement() : game_->position();
}

std::string RandomPositions::placement() {
    static constexpr std::uint32_t kFaceDownPercents[] = {0, 10, 50, 90};
    return place(whole_board(), between(2, 32), kFaceDownPercents[random_.below(4)]);
}

std::string RandomPositions::sparse() {
    const int men = between(2, 6);
    return place(whole_board(), men, random_.below(2) == 0 ? 0 : 20);
}

std::string RandomPositions::small_board() {
    const Area area = random_corner();
    static constexpr std::uint32_t kFaceDownPercents[] = {0, 20, 60};
    return place(area, between(2, area.files * area.ranks), kFaceDownPercents[random_.below(3)]);
}

std::string RandomPositions::before_first_flip() {
    const Area area = random_.below(2) == 0 ? whole_board() : random_corner();
    return place(area, between(2, area.files * area.ranks), 100);
}

RandomPositions::Area RandomPositions::random_corner() {
    Area area = {0, 0, 1, 1};
    while (area.files * area.ranks < 2) {
        area.files = between(1, reference::kFiles);
        area.ranks = between(1, reference::kRanks);
    }
    if (random_.below(2) == 0) area.left = reference::kFiles - area.files;
    if (random_.below(2) == 0) area.bottom = reference::kRanks - area.ranks;
    return area;
}

std::string RandomPositions::place(const Area& area, int men, std::uint32_t face_down_percent) {
    auto board = empty_board();
    std::vector<reference::Square> squares;
    for (const auto square : reference::all_squares()) {
        const int file = square.file - area.left;
        const int rank = square.rank - area.bottom;
        if (file < 0 || file >= area.files || rank < 0 || rank >= area.ranks) continue;
        board.put(square, reference::kEmpty);
        squares.push_back(square);
    }
    random_.shuffle(squares);
    std::size_t next_square = 0;
    for (const char letter : draw_men(men)) {
        const bool face_down = random_.below(100) < face_down_percent;
        board.put(squares[next_square++], face_down ? reference::kFaceDown : letter);
        if (face_down) ++board.pool[letter];
    }
    const bool all_down = face_down_percent == 100;
    board.quiet = all_down ? 0 : random_quiet();
    board.side = all_down ? '?' : random_.below(2) == 0 ? 'r' : 'b';
    return board.text();
}

// A random part of the game's 32 pieces with both colours in it.
std::string RandomPositions::draw_men(int men) {
    std::string all;
    for (const char letter : reference::piece_letters()) {
        all += std::string(static_cast<std::size_t>(reference::full_count(letter)), letter);
    }
    std::string drawn;
    while (!has_both_colours(drawn)) {
        random_.shuffle(all);
        drawn = all.substr(0, static_cast<std::size_t>(men));
    }
    return drawn;
}

int RandomPositions::random_quiet() {
    if (rules_.quiet_limit > 0 && random_.below(3) == 0) {
        return std::max(0, rules_.quiet_limit - between(1, 4));
    }
    return between(0, std::max(0, std::min(20, rules_.quiet_limit - 1)));
}

int RandomPositions::between(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<std::uint32_t>(high - low + 1)));
}

std::string random_event(const reference::Game& game, Random& random, std::uint32_t back_percent,
                         const std::string& last_own) {
    const auto actions = game.legal_actions();
    std::string action = actions[random.below(static_cast<std::uint32_t>(actions.size()))];
    if (!last_own.empty() && random.below(100) < back_percent) {
        const std::string wanted = back(last_own);
        if (std::binary_search(actions.begin(), actions.end(), wanted)) action = wanted;
    }
    if (action.substr(0, 2) != action.substr(2, 2)) return action;
    return action.substr(0, 2) + '=' + draw_from_pool(game.pool(), random);
}

}  // namespace anqi::test
