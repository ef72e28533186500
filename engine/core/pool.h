// The pool: how many of each piece are still face down. Nobody knows where they lie.
#pragma once

#include <cassert>
#include <cstdint>

#include "engine/core/types.h"

namespace anqi {

//  bit  63 .. 56  55 .. 52       7 .. 4  3 .. 0
//           0     [  p   ]  ...  [  G  ] [  K  ]     a count of 0..5 for each of the 14 pieces
class Pool {
  public:
    static constexpr Pool full() {
        Pool pool;
        for (int i = 0; i < kPieces; ++i) {
            for (int n = kKindCount[i % kKinds]; n > 0; --n) pool.add(piece_at_index(i));
        }
        return pool;
    }

    constexpr int count(Piece p) const { return static_cast<int>(counts_ >> shift(p) & 15); }
    constexpr void add(Piece p) { counts_ += std::uint64_t{1} << shift(p); }
    constexpr void remove(Piece p) {
        assert(count(p) > 0);
        counts_ -= std::uint64_t{1} << shift(p);
    }

    // Calls f(piece, count) for every piece that may appear at the next flip.
    template <class F>
    constexpr void for_each(F&& f) const {
        for (int i = 0; i < kPieces; ++i) {
            const int n = count(piece_at_index(i));
            if (n > 0) f(piece_at_index(i), n);
        }
    }

    constexpr bool empty() const { return counts_ == 0; }
    constexpr bool has(Colour c) const {
        return (counts_ >> (c == Colour::red ? 0 : 4 * kKinds) & kSideMask) != 0;
    }
    constexpr int size() const { return sum(counts_); }
    constexpr int size(Colour c) const {
        return sum(counts_ >> (c == Colour::red ? 0 : 4 * kKinds) & kSideMask);
    }
    // How many different pieces may appear at the next flip.
    constexpr int distinct() const {
        // A count of 1..5 has one of its three low bits set; fold them onto the lowest.
        const std::uint64_t any = (counts_ | counts_ >> 1 | counts_ >> 2) & kLowBits;
        return sum(any);
    }
    constexpr std::uint64_t raw() const { return counts_; }

    friend constexpr bool operator==(Pool, Pool) = default;

  private:
    static constexpr std::uint64_t kLowBits = 0x1111'1111'1111'1111;
    static constexpr std::uint64_t kSideMask = (std::uint64_t{1} << (4 * kKinds)) - 1;
    static constexpr int shift(Piece p) { return 4 * index(p); }
    // Adds the nibbles: pairs to bytes (at most 10 each), then all bytes by one multiplication.
    static constexpr int sum(std::uint64_t counts) {
        const std::uint64_t bytes =
            (counts & 0x0F0F'0F0F'0F0F'0F0F) + (counts >> 4 & 0x0F0F'0F0F'0F0F'0F0F);
        return static_cast<int>(bytes * 0x0101'0101'0101'0101 >> 56);
    }

    std::uint64_t counts_ = 0;
};

}  // namespace anqi
