// `anqi-referee check ENGINE`.
#pragma once

#include <cstdio>

namespace anqi {

// argv[0] is skipped, as a program's name is. Writes one line a step and a count to `out`. Returns
// 0 when no step failed, 1 when one did, 2 after a message on stderr for a bad call or a program
// that cannot be run. Ignores SIGPIPE from then on.
int run_check(int argc, const char* const* argv, std::FILE* out);
int run_check(int argc, const char* const* argv);

}  // namespace anqi
