// A fixed piece of work for the search: how fast it is done, and a signature that tells whether the
// search still finds the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/search/params.h"
#include "engine/util/clock.h"
#include "engine/util/stop_flag.h"

namespace anqi {

struct BenchResult {
    int positions = 0;
    std::int64_t visits = 0;
    Microseconds elapsed = 0;
    // Over every candidate's action, visits and value bits. The same for every compiler, build type
    // and run; other parameters give another one.
    std::uint64_t signature = 0;
    // Values a second, by the network if there is one: of positions one action apart, and of each
    // position by itself; the handmade terms that go into them included.
    std::int64_t evaluations = 0;
    std::int64_t evaluations_from_scratch = 0;

    std::int64_t visits_per_second() const;
};

// Searches the bench positions under every rule preset, with one thread and a fixed seed. Empty
// when `stop` was requested.
// `network` as in Settings.
std::optional<BenchResult> run_bench(const SearchParams& params, const std::string& network,
                                     const Clock& clock, const StopFlag& stop);

// "positions 50", "visits N", "visits/s N", "evaluations/s N from scratch N", "signature
// 0123456789abcdef", one item a line, without a newline at the end.
std::string describe(const BenchResult& result);

}  // namespace anqi
