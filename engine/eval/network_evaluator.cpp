#include "engine/eval/network_evaluator.h"

#include <cstring>
#include <utility>

namespace anqi {
namespace {

// Row numbers that changed between two positions.
struct Changes {
    std::array<std::uint16_t, kSlots> before;
    std::array<std::uint16_t, kSlots> after;
    int n = 0;
};

// Looks at four slots at a time: most are alike.
Changes changes_between(const Rows& before, const Rows& after) {
    static_assert(kSlots % 4 == 0);
    Changes changes;
    for (std::size_t i = 0; i < kSlots; i += 4) {
        if (std::memcmp(&before[i], &after[i], 4 * sizeof(before[i])) == 0) continue;
        for (std::size_t j = i; j < i + 4; ++j) {
            if (before[j] == after[j]) continue;
            const auto n = static_cast<std::size_t>(changes.n++);
            changes.before[n] = before[j];
            changes.after[n] = after[j];
        }
    }
    return changes;
}

// From so many changes on it is quicker to begin anew: about half of the slots are in use.
constexpr int kManyChanges = kSlots / 3;

}  // namespace

NetworkEvaluator::NetworkEvaluator(SharedNetwork network, int quiet_limit)
    : network_(std::move(network)), quiet_limit_(quiet_limit) {}

const Sums& NetworkEvaluator::sums_of(const Position& position, float by_hand) {
    Last& last = last_[static_cast<std::size_t>(position.side())];
    Rows rows;
    read_features(position, quiet_limit_, by_hand, rows);
    move_on(last, rows);
    return last.sums;
}

float NetworkEvaluator::value_from_scratch(const Position& position, float by_hand) const {
    Rows rows;
    Sums sums;
    read_features(position, quiet_limit_, by_hand, rows);
    network_->sum_up(rows, sums);
    return network_->value(sums, by_hand);
}

void NetworkEvaluator::move_on(Last& last, const Rows& rows) const {
    const Changes changes = changes_between(last.rows, rows);
    if (!last.filled || changes.n > kManyChanges) {
        network_->sum_up(rows, last.sums);
    } else {
        network_->update(changes.before.data(), changes.after.data(), changes.n, last.sums);
    }
    last.rows = rows;
    last.filled = true;
}

}  // namespace anqi
