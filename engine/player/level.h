// Strength levels, from an action at random to everything the engine can do. They count visits, not
// time, and so are as strong on a slow machine as on a fast one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace anqi {

struct Level {
    std::string_view name;  // empty for those in between
    std::int64_t visits;    // of one search
    double random;          // share of actions that are drawn at random
    double misjudgement;    // standard deviation of what is added to each leaf's value, -1 to 1
    double noise;           // the same for the value of an action at the end of the search
    bool sees_wins;         // an action that wins at once is played, noise or not
};

// Levels are 0 to kTopLevel. 0 draws among the legal actions; the last one is full strength. What
// they are worth against each other stands in engine/player/LEVELS.md.
inline constexpr int kTopLevel = 10;
const Level& level_at(int level);

// By its number or name.
std::optional<int> find_level(std::string_view text);

}  // namespace anqi
