// The network's inner loops, compiled once for every processor and once for those with AVX2. Both
// do the same integer arithmetic and give the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace anqi {

struct Kernels {
    // sums[i] = bias[i] + table[row][i] over all rows but row 0, kWidth numbers each.
    void (*sum)(const std::int16_t* table, const std::uint16_t* rows, int n,
                const std::int16_t* bias, std::int16_t* sums);
    // sums[i] += table[after][i] - table[before][i] for each of n pairs of rows.
    void (*update)(const std::int16_t* table, const std::uint16_t* before,
                   const std::uint16_t* after, int n, std::int16_t* sums);
    // The first layer's sums as input of the second: 0 to kLayerUnit.
    void (*activate)(const std::int16_t* sums, std::int16_t* out);
    // A half of the second layer, and the third: each number 0 to kLayerUnit. Weights lie as
    // in_pairs() puts them.
    void (*second)(const std::int16_t* in, const std::int16_t* weights, const std::int32_t* bias,
                   std::int16_t* out);
    void (*third)(const std::int16_t* in, const std::int16_t* weights, const std::int32_t* bias,
                  std::int16_t* out);
    // The sum of the products.
    std::int32_t (*dot)(const std::int16_t* in, const std::int8_t* weights, int inputs);
};

extern const Kernels kPortableKernels;
#if defined(__x86_64__)
extern const Kernels kAvx2Kernels;  // only where the processor has AVX2
#endif

// A matrix that lies output by output as second() and third() want it: for each two inputs, their
// weights for every output side by side.
std::vector<std::int16_t> in_pairs(std::span<const std::int8_t> matrix, int inputs);

// The fastest that this processor has.
const Kernels& best_kernels();

}  // namespace anqi
