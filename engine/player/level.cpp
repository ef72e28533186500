#include "engine/player/level.h"

#include <array>
#include <cstddef>
#include <string>

namespace anqi {
namespace {

constexpr std::array<Level, kTopLevel + 1> kLevels = {{
    {"random", 1, 1, 0, 0, false},
    {"beginner", 1, 0.905, 0, 0, false},
    {"", 1, 0.77, 0, 0, false},
    {"easy", 1, 0.61, 0, 0, false},
    {"", 1, 0.4, 0, 0, false},
    {"medium", 2, 0.23, 0, 0.1, true},
    {"", 20, 0.06, 0.1, 0.1, true},
    {"hard", 60, 0, 0.05, 0.04, true},
    {"", 150, 0, 0.02, 0.01, true},
    {"expert", 750, 0, 0, 0, true},
    {"master", 0, 0, 0, 0, true},
}};

}  // namespace

const Level& level_at(int level) { return kLevels[static_cast<std::size_t>(level)]; }

std::optional<int> find_level(std::string_view text) {
    for (int i = 0; i <= kTopLevel; ++i) {
        const std::string_view name = level_at(i).name;
        if (text == std::to_string(i) || (!name.empty() && text == name)) return i;
    }
    return std::nullopt;
}

}  // namespace anqi
