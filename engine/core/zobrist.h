// Random numbers for the incremental position key (Zobrist, "A new hashing method with application
// for game playing", 1970), drawn at compile time from a fixed seed: keys stored in books and
// tables stay valid between builds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/core/types.h"
#include "engine/util/random.h"

namespace anqi {

struct Zobrist {
    std::uint64_t piece[kPieces][kSquares];
    std::uint64_t face_down[kSquares];
    std::uint64_t missing[kSquares];
    std::uint64_t side[3];
    // The pool decides the chances of every flip, so it belongs to the key: one number per kind and
    // count, of which [piece][0] is 0 so that an empty pool adds nothing.
    std::uint64_t pool[kPieces][6];
};

constexpr Zobrist make_zobrist() {
    Zobrist z{};
    std::uint64_t state = 0x616E7169;
    for (auto& squares : z.piece) {
        for (auto& number : squares) number = split_mix(state);
    }
    for (auto& number : z.face_down) number = split_mix(state);
    for (auto& number : z.missing) number = split_mix(state);
    for (auto& number : z.side) number = split_mix(state);
    for (auto& counts : z.pool) {
        for (std::size_t n = 1; n < 6; ++n) counts[n] = split_mix(state);
    }
    return z;
}

inline constexpr Zobrist kZobrist = make_zobrist();

}  // namespace anqi
