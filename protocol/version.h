// What the program calls itself.
#pragma once

#include <string_view>

namespace anqi {

inline constexpr std::string_view kName = "anqi";
inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace anqi
