#include "engine/player/level.h"

#include <string>

namespace anqi {

std::optional<int> find_level(std::string_view text) {
    for (int i = 0; i <= kTopLevel; ++i) {
        const Level& level = kLevels[static_cast<std::size_t>(i)];
        if (text == std::to_string(i) || (!level.name.empty() && text == level.name)) return i;
    }
    return std::nullopt;
}

}  // namespace anqi
