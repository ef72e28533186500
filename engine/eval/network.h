// The network: weights as integers, their file, and what they make of the sums of the first layer.
// How it is built and trained stands in engine/eval/NETWORK.md.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rules.h"
#include "engine/eval/features.h"
#include "engine/eval/kernels.h"
#include "engine/eval/move_features.h"
#include "engine/util/result.h"

namespace anqi {

// Sizes of the layers. A file of others is refused.
inline constexpr int kWidth = 128;        // sums of the first layer
inline constexpr int kHidden = 32;        // of the layers behind it, one for value and policy each
inline constexpr int kOutcomes = 3;       // lost, drawn, won by the side to move
inline constexpr int kSumUnit = 8 * 127;  // of rows and sums: what stands for 1
inline constexpr int kLayerUnit = 127;    // of what one layer gives to the next
inline constexpr int kWeightUnit = 64;    // of the weights between layers

// Sums of the first layer, in units of 1 / kSumUnit. They wrap around beyond 16 bits.
struct alignas(32) Sums {
    std::array<std::int16_t, kWidth> of{};
};

struct NetworkHeader {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint8_t shape;  // of the rules it was trained for
    std::array<std::uint8_t, 3> reserved;
    // Sizes, in the order of the weights.
    std::uint32_t rows, width, hidden, outcomes, from_rows, to_rows, trade_rows;
    std::uint32_t bytes;     // after the header
    std::uint32_t checksum;  // CRC-32 of what follows the header
    std::array<std::uint8_t, 12> unused;
};
static_assert(sizeof(NetworkHeader) == 64);

inline constexpr std::string_view kNetworkMagic{"anqinet\0", 8};
inline constexpr std::uint32_t kNetworkVersion = 1;

// The weights in the order in which they lie in a file, with no gap; least significant byte first.
// A matrix lies output by output.
struct NetworkWeights {
    std::array<std::int16_t, RowLayout::kRows * kWidth> rows;
    std::array<std::int16_t, kWidth> bias;
    std::array<std::int32_t, 2 * kHidden> second_bias;
    std::array<std::int32_t, kHidden> third_bias;
    std::array<std::int32_t, kOutcomes + 1> outcome_bias;  // the last one is 0
    std::array<std::int32_t, kOutcomes + 1> lead;          // the last one is 0
    std::array<std::int32_t, kFromRows> from_bias;
    std::array<std::int32_t, kToRows> to_bias;
    std::array<std::int32_t, kTradeRows> trade;
    std::array<std::int8_t, 2 * kHidden * kWidth> second;
    std::array<std::int8_t, kHidden * kHidden> third;
    std::array<std::int8_t, kOutcomes * kHidden> outcome;
    std::array<std::int8_t, kFromRows * kHidden> from;
    std::array<std::int8_t, kToRows * kHidden> to;
};

// A position as the policy sees it, in units of 1 / kLayerUnit.
using PolicyLayer = std::array<std::uint8_t, kHidden>;

class Network;
using SharedNetwork = std::shared_ptr<const Network>;

// Read only once made; any number of threads may share one.
class Network {
  public:
    // Reads a file's bytes. Errors: no such file, another version, other sizes or rules, damage.
    static Result<SharedNetwork> parse(std::string_view bytes);

    Shape shape() const { return shape_; }
    // Of the weights, for comparing files.
    std::uint32_t checksum() const { return checksum_; }

    // Adds up the rows that the slots name.
    void sum_up(const Rows& rows, Sums& sums) const;
    // Changes sums from those of `before` to those of `after`.
    void move_on(const Rows& before, const Rows& after, Sums& sums) const;
    // The expected score, won less lost, for the side to move: strictly between -1 and 1.
    // `by_hand` is the handmade evaluation, which the network corrects.
    float value(const Sums& sums, float by_hand) const;
    PolicyLayer policy(const Sums& sums) const;
    // The logarithm of an action's weight, up to a number that all actions share.
    float rate(const PolicyLayer& policy, MoveRows rows) const;

    // The same network by other kernels, for comparing them.
    SharedNetwork with(const Kernels& kernels) const;

  private:
    Shape shape_ = Shape::standard;
    std::uint32_t checksum_ = 0;
    std::shared_ptr<const NetworkWeights> weights_;
    // See in_fours().
    std::vector<std::int8_t> value_second_, policy_second_, third_;
    const Kernels* kernels_ = &best_kernels();
};

}  // namespace anqi
