#include "tests/support/endings.h"

#include <stdexcept>

namespace anqi::test {
namespace {

// A man to be placed: a piece, or Piece::none for one face down.
using Placed = std::vector<Piece>;

Placed men_to_place(const anqi::Men& men) {
    Placed placed;
    men.face_up.for_each([&](Piece piece, int count) {
        placed.insert(placed.end(), static_cast<std::size_t>(count), piece);
    });
    placed.insert(placed.end(), static_cast<std::size_t>(men.pool.size()), Piece::none);
    return placed;
}

void put(Position& position, Square s, Piece man) {
    man == Piece::none ? position.put_face_down(s) : position.put(s, man);
}

void take(Position& position, Square s, Piece man) {
    man == Piece::none ? position.take_face_down(s) : position.take(s);
}

// The men from `next` on; equal ones stand beside each other and take squares in rising order.
void place(const Placed& men, std::size_t next, Square last, Position& position,
           const std::function<void(const Position&)>& f) {
    if (next == men.size()) {
        for (const Colour side : {Colour::red, Colour::black}) {
            position.set_side(side);
            f(position);
        }
        return;
    }
    const bool equal = next > 0 && men[next] == men[next - 1];
    for (Square s = equal ? last + 1 : 0; s < kSquares; ++s) {
        if (position.occupied() & bit(s)) continue;
        put(position, s, men[next]);
        place(men, next + 1, s, position, f);
        take(position, s, men[next]);
    }
}

Position with_pool(const anqi::Men& men) {
    Position position;
    men.pool.for_each([&](Piece piece, int count) {
        for (; count > 0; --count) position.add_to_pool(piece);
    });
    return position;
}

}  // namespace

anqi::Men ending(std::string_view text) {
    const auto men = parse_men(text);
    if (!men) throw std::runtime_error(men.error());
    return *men;
}

std::vector<anqi::Men> endings(int men, int face_down) {
    std::vector<anqi::Men> all;
    for_each_men(men, face_down, [&](const anqi::Men& set) { all.push_back(set); });
    return all;
}

std::vector<anqi::Men> random_endings(int men, int face_down, std::size_t count, Random& random) {
    const auto all = endings(men, face_down);
    std::vector<anqi::Men> chosen;
    while (chosen.size() < count) {
        chosen.push_back(all[random.below(static_cast<std::uint32_t>(all.size()))]);
    }
    return chosen;
}

void for_each_position(const anqi::Men& men, const std::function<void(const Position&)>& f) {
    Position position = with_pool(men);
    place(men_to_place(men), 0, -1, position, f);
}

Position random_position(const anqi::Men& men, Random& random) {
    Position position = with_pool(men);
    for (const Piece man : men_to_place(men)) {
        auto s = static_cast<Square>(random.below(kSquares));
        while (position.occupied() & bit(s)) s = static_cast<Square>(random.below(kSquares));
        put(position, s, man);
    }
    position.set_side(random.below(2) == 0 ? Colour::red : Colour::black);
    return position;
}

}  // namespace anqi::test
