#include "engine/eval/kernels.h"

#include "engine/eval/kernels_body.h"

namespace anqi {

const Kernels kPortableKernels = kKernels;

std::vector<std::int8_t> in_fours(std::span<const std::int8_t> matrix, int inputs) {
    const auto width = static_cast<std::size_t>(inputs);
    std::vector<std::int8_t> fours;
    for (std::size_t i = 0; i < width; i += 4) {
        for (std::size_t output = 0; output < matrix.size(); output += width) {
            const auto four = matrix.subspan(output + i, 4);
            fours.insert(fours.end(), four.begin(), four.end());
        }
    }
    return fours;
}

const Kernels& best_kernels() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return kAvx2Kernels;
#endif
    return kPortableKernels;
}

}  // namespace anqi
