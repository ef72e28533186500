#include "engine/search/exact_leaves.h"

namespace anqi {

ExactLeaves::ExactLeaves(const RuleSet& rules, Squares missing)
    : rules_(rules), missing_(missing), board_(rules, missing) {}

bool ExactLeaves::serves(const RuleSet& rules, Squares missing) const {
    return rules == rules_ && missing == missing_;
}

void ExactLeaves::watch(const StopFlag& stop) {
    board_.set_interruption([&stop] { return stop.requested(); });
}

std::optional<float> ExactLeaves::value(const Position& position) {
    if (position.pool().size() > kMostFaceDown) return std::nullopt;
    const bool far = rules_.quiet_limit == 0 || rules_.quiet_limit - position.quiet() >= kFarLimit;
    if (!far) return std::nullopt;
    const std::lock_guard lock(solving_);
    try {
        return static_cast<float>(board_.value(position));
    } catch (const SmallBoard::Abandoned&) {
        return std::nullopt;
    }
}

}  // namespace anqi
