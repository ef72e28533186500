// Walking over the set bits of a 32-bit mask, lowest first: `for (int i : bits(mask))`.
#pragma once

#include <bit>
#include <cstdint>

namespace anqi {

class BitWalk {
  public:
    class Iterator {
      public:
        explicit constexpr Iterator(std::uint32_t rest) : rest_(rest) {}
        constexpr int operator*() const { return std::countr_zero(rest_); }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr bool operator!=(const Iterator& other) const { return rest_ != other.rest_; }

      private:
        std::uint32_t rest_;
    };

    explicit constexpr BitWalk(std::uint32_t mask) : mask_(mask) {}
    constexpr Iterator begin() const { return Iterator(mask_); }
    constexpr Iterator end() const { return Iterator(0); }

  private:
    std::uint32_t mask_;
};

constexpr BitWalk bits(std::uint32_t mask) { return BitWalk(mask); }

}  // namespace anqi
