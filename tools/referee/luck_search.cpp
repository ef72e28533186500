#include "tools/referee/luck_search.h"

#include <algorithm>

namespace anqi {
namespace {

// MiB; so short searches need no more, and what there is must be cleared for each of them.
constexpr int kMemory = 1;

Settings settings_for(const RuleSet& rules, std::int64_t visits) {
    Settings settings;
    settings.rules = rules;
    settings.player = PlayerKind::alphabeta;
    settings.visits = std::max<std::int64_t>(visits, 1);
    settings.memory = kMemory;
    return settings;
}

}  // namespace

LuckSearch::LuckSearch(const RuleSet& rules, std::int64_t visits)
    : player_(settings_for(rules, visits), clock_) {}

Result<double> LuckSearch::value(const Position& position) {
    player_.new_game(position);
    const Decision decision = player_.choose({}, StopFlag());
    if (decision.report.candidates.empty()) return Error{"a position without a legal action"};
    return std::clamp(decision.report.candidates.front().value, -1.0, 1.0);
}

}  // namespace anqi
