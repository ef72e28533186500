// Sets of men and their placements on the whole board, for tests of the endgame tables.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/core/position.h"
#include "engine/tables/men.h"
#include "engine/util/random.h"

namespace anqi::test {

// "KGvK", "Kg+P". Throws std::runtime_error for what is none.
anqi::Men ending(std::string_view text);
// All sets of so many men, `face_down` of them in the pool.
std::vector<anqi::Men> endings(int men, int face_down);
// `count` of them, drawn without looking whether one comes twice.
std::vector<anqi::Men> random_endings(int men, int face_down, std::size_t count, Random& random);

// Calls f(position) for every placement with either side to move, quiet count 0. Equal men are not
// told apart.
void for_each_position(const anqi::Men& men, const std::function<void(const Position&)>& f);
Position random_position(const anqi::Men& men, Random& random);

}  // namespace anqi::test
