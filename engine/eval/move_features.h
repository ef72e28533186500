// What the network's policy reads of an action: which rows of its tables speak for it.
#pragma once

#include <cstdint>

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/eval/attacks.h"

namespace anqi {

// Three table rows whose sum, two of them multiplied with the hidden layer, rates an action.
struct MoveRows {
    std::uint16_t from;   // 32 flips by square, then 32 for each kind of mover
    std::uint16_t to;     // 0 for flips, then 32 for each victim: nothing, K to P
    std::uint16_t trade;  // 0 for flips, then mover, victim, in danger before, in danger after
};

inline constexpr int kFromRows = kSquares + kKinds * kSquares;
inline constexpr int kToRows = 1 + (kKinds + 1) * kSquares;
inline constexpr int kTradeRows = 1 + kKinds * (kKinds + 1) * 4;

// Reads the actions of one position. The position must outlive the reader and have a side to move.
template <class Shape>
class MoveReader {
  public:
    explicit MoveReader(const Position& position);
    MoveRows rows(Move move) const;

  private:
    const Position& position_;
    Attacks danger_;
};

}  // namespace anqi
