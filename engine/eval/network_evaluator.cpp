#include "engine/eval/network_evaluator.h"

#include <utility>

namespace anqi {
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
    if (last.filled) {
        network_->move_on(last.rows, rows, last.sums);
    } else {
        network_->sum_up(rows, last.sums);
    }
    last.rows = rows;
    last.filled = true;
}

}  // namespace anqi
