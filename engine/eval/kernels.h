// The network's inner loops, compiled once for every processor and once for those with AVX2. Both
// do the same integer arithmetic and give the same bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/eval/features.h"

namespace anqi {

struct Kernels {
    // sums[i] = bias[i] + table[row][i] over all rows but row 0, kWidth numbers each.
    void (*sum)(const std::int16_t* table, const Rows& rows, const std::int16_t* bias,
                std::int16_t* sums);
    // Changes sums from those of `before` to those of `after`. False, with nothing done, where that
    // takes longer than to sum up anew.
    bool (*update)(const std::int16_t* table, const Rows& before, const Rows& after,
                   std::int16_t* sums);
    // The first layer's sums as input of the second: 0 to kLayerUnit.
    void (*activate)(const std::int16_t* sums, std::uint8_t* out);
    // A half of the second layer, and the third: each number 0 to kLayerUnit. Weights lie as
    // in_fours() puts them.
    void (*second)(const std::uint8_t* in, const std::int8_t* weights, const std::int32_t* bias,
                   std::uint8_t* out);
    void (*third)(const std::uint8_t* in, const std::int8_t* weights, const std::int32_t* bias,
                  std::uint8_t* out);
    // The sum of the products of kHidden numbers.
    std::int32_t (*dot)(const std::uint8_t* in, const std::int8_t* weights);
};

extern const Kernels kPortableKernels;
#if defined(__x86_64__)
extern const Kernels kAvx2Kernels;  // only where the processor has AVX2
#endif

// A matrix that lies output by output as second() and third() want it: for each four inputs, their
// weights for every output side by side.
std::vector<std::int8_t> in_fours(std::span<const std::int8_t> matrix, int inputs);

// The fastest that this processor has.
const Kernels& best_kernels();

}  // namespace anqi
