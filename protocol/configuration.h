// Everything that options can set, as plain values.
#pragma once

#include <cstdint>
#include <string>

#include "engine/player/settings.h"

namespace anqi {

// A generous bound for times, far from where sums of them overflow: some 30,000 years.
inline constexpr Milliseconds kLongestTime = 1'000'000'000'000'000;

// Far beyond any machine's cores.
inline constexpr int kMaxThreads = 256;
// MiB. Nodes and edges of the search have 32-bit numbers, which last for about 98 GiB.
inline constexpr int kMaxMemory = 65'536;

// mgtp: the tournament platform's framing. gtp: as GTP 2, an empty line after each answer.
enum class Dialect : std::uint8_t { mgtp, gtp };

// How `analyze` writes what it finds.
enum class InfoFormat : std::uint8_t { text, json };

struct Configuration {
    Settings player;
    Dialect dialect = Dialect::mgtp;
    InfoFormat info_format = InfoFormat::text;
    int multipv = 8;  // candidates in an analysis
    std::string log;  // file; empty = no log
};

}  // namespace anqi
