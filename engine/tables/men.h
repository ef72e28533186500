// Which men an ending has: those face up and those face down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/core/pool.h"
#include "engine/core/position.h"
#include "engine/util/result.h"

namespace anqi {

// Counts of pieces of any kind are kept as a pool is.
Pool face_up_men(const Position& position);
Pool swap_colours(Pool pool);
Pool sum(Pool a, Pool b);

struct Men {
    Pool face_up;
    Pool pool;

    int count() const { return face_up.size() + pool.size(); }
    bool alive(Colour c) const { return face_up.has(c) || pool.has(c); }
    Men swapped() const { return {swap_colours(face_up), swap_colours(pool)}; }

    friend bool operator==(const Men&, const Men&) = default;
};

inline Men men_on(const Position& position) { return {face_up_men(position), position.pool()}; }

// "KGvK": red's, then black's, best kinds first; "KvG+Pv" with what lies face down after the plus.
// Upper case throughout, so that it can be a file name everywhere.
std::string to_text(const Men& men);
// What to_text() writes, or the letters of positions: "KGk", "Kg+P". Errors name what is wrong: no
// piece, more of a kind than the game has.
Result<Men> parse_men(std::string_view text);

// Calls f for every set of `men` pieces that the game has, `face_down` of them in the pool, with
// both sides alive; with best kinds first, so that the first of several alike is the one to name
// them by.
void for_each_men(int men, int face_down, const std::function<void(const Men&)>& f);

struct MenHash {
    std::size_t operator()(const Men& men) const {
        std::uint64_t mixed = men.face_up.raw() * 0x9E3779B97F4A7C15ULL;
        mixed = (mixed ^ mixed >> 29 ^ men.pool.raw()) * 0xBF58476D1CE4E5B9ULL;
        return mixed ^ mixed >> 32;
    }
};

}  // namespace anqi
