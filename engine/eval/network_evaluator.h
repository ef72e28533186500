// The network over many positions, one after another: what two of them have in common is not added
// up twice.
#pragma once

#include <array>

#include "engine/core/position.h"
#include "engine/eval/network.h"

namespace anqi {

// One per thread.
class NetworkEvaluator {
  public:
    // `quiet_limit` in plies, 0 = off.
    NetworkEvaluator(SharedNetwork network, int quiet_limit);

    // All require a side to move and no missing squares; what comes out depends on the position
    // alone. See Network.
    float value(const Position& position, float by_hand) {
        return network_->value(sums_of(position, by_hand), by_hand);
    }
    PolicyLayer policy(const Position& position, float by_hand) {
        return network_->policy(sums_of(position, by_hand));
    }
    // The value without regard to what was asked before; for measuring.
    float value_from_scratch(const Position& position, float by_hand) const;

    const Network& network() const { return *network_; }

  private:
    // The last position seen from one colour.
    struct Last {
        Rows rows{};
        Sums sums;
        bool filled = false;
    };

    const Sums& sums_of(const Position& position, float by_hand);
    void move_on(Last& last, const Rows& rows) const;

    SharedNetwork network_;
    int quiet_limit_;
    std::array<Last, 2> last_;
};

}  // namespace anqi
