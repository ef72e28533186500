// Compiled with AVX2 (see CMakeLists.txt): nothing else may call anything defined here than through
// kAvx2Kernels, or the linker might give other processors this copy.
#if defined(__x86_64__)
#include "engine/eval/kernels_body.h"

namespace anqi {

const Kernels kAvx2Kernels = kKernels;

}  // namespace anqi
#endif
