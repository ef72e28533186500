#include "engine/core/rules.h"

#include <algorithm>
#include <array>

namespace anqi {
namespace {

constexpr std::array kPresets = {
    RuleSet{"olympiad", Shape::standard, 180, 3, RepetitionKind::position, LimitPly::win},
    RuleSet{"platform", Shape::standard, 180, 3, RepetitionKind::cycle, LimitPly::draw},
    RuleSet{"taiwan", Shape::standard, 40, 3, RepetitionKind::position, LimitPly::win},
    RuleSet{"exchange", Shape::exchange, 50, 0, RepetitionKind::position, LimitPly::win},
    RuleSet{"xiangqi", Shape::xiangqi, 50, 0, RepetitionKind::position, LimitPly::win},
};

}  // namespace

std::span<const RuleSet> rule_presets() { return kPresets; }

const RuleSet& default_rules() { return kPresets.front(); }

const RuleSet* find_rules(std::string_view name) {
    const auto found = std::find_if(kPresets.begin(), kPresets.end(),
                                    [&](const RuleSet& r) { return r.name == name; });
    return found == kPresets.end() ? nullptr : &*found;
}

}  // namespace anqi
