// What a piece is worth by who can still take it, and whether a side can win at all.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/eval/eval_params.h"

namespace anqi {

// Everything that follows from which pieces are alive, face up and face down together.
struct Material {
    std::uint64_t living = ~std::uint64_t{0};  // counts as in Pool::raw()
    std::array<float, kPieces> worth{};        // of one living piece of each kind
    // Share of a lead that counts for a side: less than 1 when some enemy piece has no taker left.
    float winning_share[2] = {1, 1};
};

// The living pieces of a position, counts packed as in Pool::raw().
std::uint64_t living_pieces(const Position& position);

// Computes Material on demand and remembers it. One per thread.
template <class Shape>
class MaterialCache {
  public:
    explicit MaterialCache(const EvalParams& params);
    const Material& of(const Position& position);

  private:
    static constexpr std::size_t kEntries = 1024;  // a power of two

    EvalParams params_;
    std::unique_ptr<std::array<Material, kEntries>> entries_;
};

}  // namespace anqi
