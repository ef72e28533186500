// Strength levels, from an action at random to everything the engine can do. They count visits, not
// time, and so are as strong on a slow machine as on a fast one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace anqi {

struct Level {
    std::string_view name;  // empty for those in between
    std::int64_t visits;    // of one search
    double noise;           // standard deviation of what is added to an action's value, -1 to 1
    bool sees_wins;         // an action that wins at once is played, noise or not
};

// 0 draws among the legal actions; the last one is full strength. What they are worth against each
// other stands in engine/player/LEVELS.md.
inline constexpr std::array<Level, 11> kLevels = {{
    {"random", 1, 0, false},
    {"beginner", 1, 0.5, false},
    {"", 8, 0.35, false},
    {"easy", 20, 0.2, false},
    {"", 40, 0.12, false},
    {"medium", 80, 0.06, true},
    {"", 160, 0.03, true},
    {"hard", 400, 0, true},
    {"", 1'200, 0, true},
    {"expert", 4'000, 0, true},
    {"master", 0, 0, true},
}};
inline constexpr int kTopLevel = static_cast<int>(kLevels.size()) - 1;

// By its number or name.
std::optional<int> find_level(std::string_view text);

}  // namespace anqi
