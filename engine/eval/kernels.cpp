#include "engine/eval/kernels.h"

#include "engine/eval/kernels_body.h"

namespace anqi {

const Kernels kPortableKernels = kKernels;

std::vector<std::int16_t> in_pairs(std::span<const std::int8_t> matrix, int inputs) {
    const auto width = static_cast<std::size_t>(inputs);
    const std::size_t outputs = matrix.size() / width;
    std::vector<std::int16_t> pairs;
    for (std::size_t i = 0; i < width; i += 2) {
        for (std::size_t o = 0; o < outputs; ++o) {
            pairs.push_back(matrix[o * width + i]);
            pairs.push_back(matrix[o * width + i + 1]);
        }
    }
    return pairs;
}

const Kernels& best_kernels() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return kAvx2Kernels;
#endif
    return kPortableKernels;
}

}  // namespace anqi
