#include "tools/selfplay/endings.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/core/game.h"

namespace anqi {
namespace {

// Both ends included.
int between(Random& random, int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

void add_men(std::vector<Piece>& men, Colour side, int count, Random& random) {
    std::vector<Piece> all;
    for (int kind = 0; kind < kKinds; ++kind) {
        all.insert(all.end(), static_cast<std::size_t>(kKindCount[kind]),
                   make_piece(side, static_cast<Kind>(kind)));
    }
    random.shuffle(all);
    men.insert(men.end(), all.begin(), all.begin() + count);
}

std::vector<Piece> draw_men(Random& random) {
    const int count = between(random, kFewestMen, kMostMen);
    const int red = between(random, count / 3, count - count / 3);
    std::vector<Piece> men;
    add_men(men, Colour::red, red, random);
    add_men(men, Colour::black, count - red, random);
    random.shuffle(men);
    return men;
}

void place(Position& position, Square square, Piece man, bool face_down) {
    if (!face_down) return position.put(square, man);
    position.put_face_down(square);
    position.add_to_pool(man);
}

void place_all(Position& position, const std::vector<Piece>& men, std::size_t face_down,
               Random& random) {
    std::vector<Square> squares(kSquares);
    std::iota(squares.begin(), squares.end(), 0);
    random.shuffle(squares);
    for (std::size_t i = 0; i < men.size(); ++i) {
        place(position, squares[i], men[i], i < face_down);
    }
}

Position draw_position(const RuleSet& rules, Random& random) {
    const std::vector<Piece> men = draw_men(random);
    const int half = static_cast<int>(men.size()) / 2;
    const int face_down = random.below(2) == 0 ? between(random, 1, half) : 0;
    Position position;
    place_all(position, men, static_cast<std::size_t>(face_down), random);
    position.set_side(random.below(2) == 0 ? Colour::red : Colour::black);
    const bool quiet = random.below(4) == 0 && rules.quiet_limit > 0;
    if (quiet) position.set_quiet(between(random, 0, rules.quiet_limit - 1));
    return position;
}

}  // namespace

Position random_ending(const RuleSet& rules, Random& random) {
    for (;;) {
        const Position position = draw_position(rules, random);
        if (!Game(rules, position).over()) return position;
    }
}

}  // namespace anqi
