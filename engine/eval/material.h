// What a piece is worth by who can still take it, and whether a side can win at all.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/eval/eval_params.h"

namespace anqi {

// Everything that follows from which pieces are alive and how many of them lie face down.
struct Material {
    std::uint64_t key = ~std::uint64_t{0};
    std::array<float, kPieces> worth{};  // of one living piece of each kind, face up
    // Share of a lead that counts for a side: less than 1 when some enemy piece has one taker left
    // or none.
    float winning_share[2] = {1, 1};
    float worth_of(Piece piece) const { return worth[static_cast<std::size_t>(index(piece))]; }
    // The phase's numbers, see EvalTerms.
    float face_down = 1, slope = 1, mobility = 0, chase = 0, threat = 0, fork = 0, attack = 0,
          trapped = 0, caught = 0, tempo = 0;
};

// How many of each piece are face up.
using Counts = std::array<std::uint8_t, kPieces>;
Counts face_up_counts(const Position& position);

// Computes Material on demand and remembers it. One per thread.
template <class Shape>
class MaterialCache {
  public:
    explicit MaterialCache(const EvalParams& params);
    const Material& of(const Position& position) { return of(position, face_up_counts(position)); }
    const Material& of(const Position& position, const Counts& face_up);

  private:
    static constexpr std::size_t kEntries = 1024;  // a power of two

    EvalParams params_;
    std::unique_ptr<std::array<Material, kEntries>> entries_;
};

}  // namespace anqi
