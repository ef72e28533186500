// The project's own random numbers. Standard distributions differ between libraries, and a seed
// must mean the same game everywhere, so both the generator and the draws stand here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace anqi {

// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014):
// one step of a Weyl sequence, then a mixing function. Advances `state`.
constexpr std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

// xoshiro256** (Blackman and Vigna, 2018), seeded through SplitMix64. One per thread; not shared.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) {
        for (auto& word : state_) word = split_mix(seed);
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    // Uniform in [0, bound), without bias (Lemire's multiply and reject). Requires bound > 0.
    constexpr std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0U - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold) {
                product = (next() >> 32) * bound;
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // Uniform in [0, 1) with 53 bits.
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    // About normally distributed, with mean 0 and variance 1: the sum of twelve even draws, which
    // needs nothing that libraries round differently.
    constexpr double bell() {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += unit();
        return sum;
    }

    // Fisher-Yates over anything with size() and operator[].
    template <class Sequence>
    constexpr void shuffle(Sequence& items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
        }
    }

  private:
    static constexpr std::uint64_t rotate(std::uint64_t x, int k) {
        return (x << k) | (x >> (64 - k));
    }
    std::uint64_t state_[4] = {};
};

}  // namespace anqi
