#include "engine/player/level.h"

#include <array>
#include <cstddef>
#include <string>

namespace anqi {
namespace {

constexpr std::array<Level, kTopLevel + 1> kLevels = {{
    {"random", 1, 0, 0, false},
    {"beginner", 1, 0, 0.5, false},
    {"", 8, 0, 0.35, false},
    {"easy", 20, 0, 0.2, false},
    {"", 40, 0, 0.12, false},
    {"medium", 80, 0, 0.06, true},
    {"", 160, 0, 0.03, true},
    {"hard", 400, 0, 0, true},
    {"", 1'200, 0, 0, true},
    {"expert", 4'000, 0, 0, true},
    {"master", 0, 0, 0, true},
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
