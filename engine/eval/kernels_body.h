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
using Narrow = std::int16_t __attribute__((vector_size(16)));

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

void sum(const std::int16_t* table, const std::uint16_t* rows, int n, const std::int16_t* bias,
         std::int16_t* sums) {
    Registers all;
    all.load(bias);
    for (int i = 0; i < n; ++i) {
        if (rows[i] != RowLayout::kNothing) all.add(table + kWidth * rows[i]);
    }
    all.store(sums);
}

void update(const std::int16_t* table, const std::uint16_t* before, const std::uint16_t* after,
            int n, std::int16_t* sums) {
    Registers all;
    all.load(sums);
    for (int i = 0; i < n; ++i) {
        if (before[i] != RowLayout::kNothing) all.subtract(table + kWidth * before[i]);
        if (after[i] != RowLayout::kNothing) all.add(table + kWidth * after[i]);
    }
    all.store(sums);
}

// No std::clamp: a copy of it made for AVX2 must not get out of this file.
std::int16_t limited(std::int32_t x) {
    return static_cast<std::int16_t>(x < 0 ? 0 : x > kLayerUnit ? kLayerUnit : x);
}

void activate(const std::int16_t* sums, std::int16_t* out) {
    constexpr int ratio = kSumUnit / kLayerUnit;
    for (int i = 0; i < kWidth; ++i) out[i] = limited((sums[i] + ratio / 2) / ratio);
}

// a[2i] * b[2i] + a[2i + 1] * b[2i + 1], for all i: one instruction where there is one.
Wide multiply_pairs(Vector a, Vector b) {
#if defined(__AVX2__)
    return reinterpret_cast<Wide>(
        _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#elif defined(__SSE2__)
    __m128i x[2], y[2], sums[2];
    std::memcpy(x, &a, sizeof(x));
    std::memcpy(y, &b, sizeof(y));
    for (int i = 0; i < 2; ++i) sums[i] = _mm_madd_epi16(x[i], y[i]);
    Wide result;
    std::memcpy(&result, sums, sizeof(result));
    return result;
#else
    std::int16_t x[16], y[16];
    std::memcpy(x, &a, sizeof(x));
    std::memcpy(y, &b, sizeof(y));
    Wide result;
    for (int i = 0; i < 8; ++i) result[i] = x[2 * i] * y[2 * i] + x[2 * i + 1] * y[2 * i + 1];
    return result;
#endif
}

// Two inputs at a time for all outputs; many inputs are 0.
template <int inputs, int outputs>
void dense(const std::int16_t* in, const std::int16_t* weights, const std::int32_t* bias,
           std::int16_t* out) {
    constexpr int registers = outputs / 8;
    Wide sums[registers];
    std::memcpy(sums, bias, sizeof(sums));
    for (int i = 0; i < inputs; i += 2, weights += 2 * outputs) {
        std::int32_t two;
        std::memcpy(&two, in + i, sizeof(two));
        if (two == 0) continue;
        const Wide both = Wide{} + two;
        for (int r = 0; r < registers; ++r) {
            sums[r] += multiply_pairs(reinterpret_cast<Vector>(both), Registers::read(weights, r));
        }
    }
    for (int r = 0; r < registers; ++r) {
        const Wide rounded = (sums[r] + kWeightUnit / 2) >> kWeightShift;
        const Wide positive = rounded > 0 ? rounded : Wide{};
        const Wide limited = positive < kLayerUnit ? positive : Wide{} + kLayerUnit;
        const auto narrow = __builtin_convertvector(limited, Narrow);
        std::memcpy(out + 8 * r, &narrow, sizeof(narrow));
    }
}

std::int32_t dot(const std::int16_t* in, const std::int8_t* weights, int inputs) {
    std::int32_t total = 0;
    for (int i = 0; i < inputs; ++i) total += in[i] * weights[i];
    return total;
}

constexpr Kernels kKernels = {
    sum, update, activate, dense<kWidth, kHidden>, dense<kHidden, kHidden>, dot};

}  // namespace
}  // namespace anqi
