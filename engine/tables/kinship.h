// Which endings are one and the same: only how the men move and whom they take matters, not what
// they are called. K v K is like G v G, since the two take each other and nobody else is there.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/rules.h"
#include "engine/tables/men.h"

namespace anqi {

// The most men that a table may have.
inline constexpr int kMostTableMen = 8;
// And how many of them may be face down.
inline constexpr int kMostTableFaceDown = 5;

// Men of one side that nothing tells apart: they move alike, take the same enemies in the same way,
// and are taken by the same. All of them are face up, or all face down.
struct Group {
    std::uint8_t side;  // 0 first, 1 second
    bool face_up;
    std::uint8_t count;
};

// A set of men with one colour taken for the first side. Groups stand in an order that follows from
// what they can do alone; face-up groups of the first side, of the second, then those in the pool.
struct Kinship {
    std::string signature;                  // equal if and only if the men are alike
    std::vector<Group> groups;              // face-up groups first
    std::array<std::int8_t, kPieces> seat;  // group of each piece face up; -1 where there is none
};

// Requires at most kMostTableMen men and both sides alive.
Kinship kinship(Shape shape, const Men& men, Colour first);

}  // namespace anqi
