// e to the power of something, with the same bits everywhere.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace anqi {

// e^x within three millionths of itself for x from -30 to 0, made of exactly rounded operations
// only, so that every compiler and library gives the same bits: x = (n + r) log 2, 2^r by the
// terms of its series, and 2^n by writing its exponent.
inline float exponential(float x) {
    const float scaled = std::max(x, -80.0F) * 1.44269504F;
    const float whole = std::floor(scaled);
    const float r = (scaled - whole) * 0.693147181F;
    float power = 1 + r / 7;
    for (int i = 6; i >= 1; --i) power = 1 + power * r / static_cast<float>(i);
    const auto exponent = static_cast<std::uint32_t>(127 + static_cast<int>(whole));
    return power * std::bit_cast<float>(exponent << 23);
}

}  // namespace anqi
