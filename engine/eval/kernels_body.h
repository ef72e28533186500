// The code of the kernels, for the two files that compile it; each has a copy of its own, which the
// unnamed namespace keeps apart.
#pragma once

#include <bit>
#include <cstring>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "engine/eval/kernels.h"
#include "engine/eval/network.h"

namespace anqi {
namespace {

constexpr int kWeightShift = std::countr_zero(static_cast<unsigned>(kWeightUnit));

// Sixteen numbers, which the compiler puts into one register or two. Without signs, because sums
// may wrap around.
using Vector = std::uint16_t __attribute__((vector_size(32)));
constexpr int kVectors = kWidth / 16;

using Wide = std::int32_t __attribute__((vector_size(32)));

// All sums at once, so that they stay in registers while rows are added.
struct Registers {
    Vector of[kVectors];

    void load(const std::int16_t* from) { std::memcpy(of, from, sizeof(of)); }
    void store(std::int16_t* to) const { std::memcpy(to, of, sizeof(of)); }
    void add(const std::int16_t* row) {
        for (int i = 0; i < kVectors; ++i) of[i] += read(row, i);
    }
    void subtract(const std::int16_t* row) {
        for (int i = 0; i < kVectors; ++i) of[i] -= read(row, i);
    }
    static Vector read(const std::int16_t* row, int i) {
        Vector vector;
        std::memcpy(&vector, row + 16 * i, sizeof(vector));
        return vector;
    }
};

void sum(const std::int16_t* table, const Rows& rows, const std::int16_t* bias,
         std::int16_t* sums) {
    Registers all;
    all.load(bias);
    for (const std::uint16_t row : rows) {
        if (row != RowLayout::kNothing) all.add(table + kWidth * row);
    }
    all.store(sums);
}

// One or two bits for each of sixteen slots, set where they differ.
std::uint32_t differences(const std::uint16_t* a, const std::uint16_t* b) {
#if defined(__AVX2__)
    const auto at = [](const std::uint16_t* slots) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(slots));
    };
    return ~static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi16(at(a), at(b))));
#elif defined(__SSE2__)
    const auto alike = [&](int half) {
        const auto at = [half](const std::uint16_t* slots) {
            return _mm_load_si128(reinterpret_cast<const __m128i*>(slots) + half);
        };
        return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi16(at(a), at(b))));
    };
    return ~(alike(0) | alike(1) << 16);
#else
    std::uint32_t bits = 0;
    for (int i = 0; i < 16; ++i) bits |= a[i] == b[i] ? 0U : 3U << (2 * i);
    return bits;
#endif
}

// From so many changes on it is quicker to begin anew: about half of the slots are in use.
constexpr int kManyChanges = 48;

bool update(const std::int16_t* table, const Rows& before, const Rows& after, std::int16_t* sums) {
    constexpr int groups = kSlots / 16;
    std::uint32_t different[groups];
    int bits = 0;
    for (int g = 0; g < groups; ++g) {
        different[g] = differences(before.data() + 16 * g, after.data() + 16 * g);
        bits += __builtin_popcount(different[g]);
    }
    if (bits > 2 * kManyChanges) return false;
    Registers all;
    all.load(sums);
    for (int g = 0; g < groups; ++g) {
        for (std::uint32_t rest = different[g]; rest != 0;) {
            const int slot = __builtin_ctz(rest) / 2;
            rest &= ~(3U << (2 * slot));
            const int taken = before.data()[16 * g + slot], added = after.data()[16 * g + slot];
            if (taken != RowLayout::kNothing) all.subtract(table + kWidth * taken);
            if (added != RowLayout::kNothing) all.add(table + kWidth * added);
        }
    }
    all.store(sums);
    return true;
}

// Halves are rounded up; what lies outside the range is brought to its ends first, so that nothing
// overflows.
void activate(const std::int16_t* sums, std::uint8_t* out) {
    constexpr int ratio = kSumUnit / kLayerUnit;
    static_assert(ratio == 8);
    using Signed = std::int16_t __attribute__((vector_size(32)));
    using HalfBytes = std::uint8_t __attribute__((vector_size(16)));
    for (int i = 0; i < kVectors; ++i) {
        Signed x;
        std::memcpy(&x, sums + 16 * i, sizeof x);
        x = x > 0 ? x : Signed{};
        x = x < kSumUnit ? x : Signed{} + kSumUnit;
        const auto narrow = __builtin_convertvector((x + ratio / 2) / ratio, HalfBytes);
        std::memcpy(out + 16 * i, &narrow, sizeof narrow);
    }
}

// a[4i] * b[4i] + ... + a[4i + 3] * b[4i + 3], for all i; a without, b with signs. No sum of two
// products leaves 16 bits, because a is 127 at most.
Wide multiply_fours(Wide a, Wide b) {
#if defined(__AVX2__)
    const __m256i pairs =
        _mm256_maddubs_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
    return reinterpret_cast<Wide>(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
#elif defined(__SSSE3__)
    __m128i x[2], y[2], sums[2];
    std::memcpy(x, &a, sizeof(x));
    std::memcpy(y, &b, sizeof(y));
    for (int i = 0; i < 2; ++i) {
        sums[i] = _mm_madd_epi16(_mm_maddubs_epi16(x[i], y[i]), _mm_set1_epi16(1));
    }
    Wide result;
    std::memcpy(&result, sums, sizeof(result));
    return result;
#else
    std::uint8_t x[32];
    std::int8_t y[32];
    std::memcpy(x, &a, sizeof(x));
    std::memcpy(y, &b, sizeof(y));
    Wide result{};
    for (int i = 0; i < 32; ++i) result[i / 4] += x[i] * y[i];
    return result;
#endif
}

Wide read_wide(const void* from) {
    Wide wide;
    std::memcpy(&wide, from, sizeof wide);
    return wide;
}

// Brings 32 numbers into 0 to kLayerUnit.
void narrow(const Wide (&from)[4], std::uint8_t* out) {
#if defined(__AVX2__)
    const auto at = [&from](int i) { return reinterpret_cast<__m256i>(from[i]); };
    const __m256i bytes =
        _mm256_packus_epi16(_mm256_packs_epi32(at(0), at(1)), _mm256_packs_epi32(at(2), at(3)));
    const __m256i low = _mm256_min_epu8(bytes, _mm256_set1_epi8(kLayerUnit));
    // Packing works on the halves of registers; this puts their quarters in order.
    const __m256i sorted =
        _mm256_permutevar8x32_epi32(low, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), sorted);
#else
    std::int32_t numbers[32];
    std::memcpy(numbers, from, sizeof numbers);
    for (int i = 0; i < 32; ++i) {
        const std::int32_t x = numbers[i];
        out[i] = static_cast<std::uint8_t>(x < 0 ? 0 : x > kLayerUnit ? kLayerUnit : x);
    }
#endif
}

// Four inputs at a time for all outputs; many inputs are 0.
template <int inputs>
void dense(const std::uint8_t* in, const std::int8_t* weights, const std::int32_t* bias,
           std::uint8_t* out) {
    constexpr int registers = kHidden / 8;
    Wide sums[registers];
    std::memcpy(sums, bias, sizeof(sums));
    for (int i = 0; i < inputs; i += 4, weights += 4 * kHidden) {
        std::int32_t four;
        std::memcpy(&four, in + i, sizeof(four));
        if (four == 0) continue;
        for (int r = 0; r < registers; ++r) {
            sums[r] += multiply_fours(Wide{} + four, read_wide(weights + 32 * r));
        }
    }
    for (Wide& sum : sums) sum = (sum + kWeightUnit / 2) >> kWeightShift;
    narrow(sums, out);
}

std::int32_t dot(const std::uint8_t* in, const std::int8_t* weights) {
    static_assert(kHidden == 32);
    const Wide sums = multiply_fours(read_wide(in), read_wide(weights));
    std::int32_t total = 0;
    for (int i = 0; i < 8; ++i) total += sums[i];
    return total;
}

constexpr Kernels kKernels = {sum, update, activate, dense<kWidth>, dense<kHidden>, dot};

}  // namespace
}  // namespace anqi
