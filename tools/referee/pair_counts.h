// The outcomes of game pairs, the unit of every statistic here: both games of a pair have the same
// deal with seats swapped, so they share their luck and are not independent of each other.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace anqi {

// Half points of engine A in a complete pair: 0 (lost twice) to 4 (won twice).
inline constexpr int kPairOutcomes = 5;

// Pentanomial counts: n[i] is the number of complete pairs in which engine A made i half points.
struct PairCounts {
    std::array<std::int64_t, kPairOutcomes> n{};

    // Requires 0 <= half_points < kPairOutcomes.
    void add(int half_points) {
        assert(half_points >= 0 && half_points < kPairOutcomes);
        ++n[static_cast<std::size_t>(half_points)];
    }
    std::int64_t pairs() const { return n[0] + n[1] + n[2] + n[3] + n[4]; }

    friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

// A pair's score per game, 0 to 1, for its place in PairCounts.
constexpr double pair_score(std::size_t half_points) {
    return static_cast<double>(half_points) / (kPairOutcomes - 1);
}

}  // namespace anqi
