#include "engine/tables/on_demand.h"

#include <cassert>

#include "engine/tables/passage.h"
#include "engine/tables/retrograde.h"
#include "engine/tables/solve_class.h"

namespace anqi {

OnDemand::OnDemand(Shape shape, int men, int face_down)
    : classes_(shape, extents_up_to(men, face_down)),
      solved_(classes_.all().size()),
      to_end_(classes_.all().size()) {}

const SolvedClass& OnDemand::solved(const EndgameClass& cls) {
    auto& place = solved_[cls.number()];
    if (place) return *place;
    const Passages passages(classes_, cls);
    for (const EndgameClass* const target : passages.targets()) solved(*target);
    place = std::make_unique<const SolvedClass>(solve_class(
        cls, passages, [this](const EndgameClass& c) -> const SolvedClass& { return solved(c); }));
    return *place;
}

const std::vector<PackedJudgement>& OnDemand::to_end(const EndgameClass& cls) {
    auto& place = to_end_[cls.number()];
    if (place) return *place;
    const Passages passages(classes_, cls);
    for (const EndgameClass* const target : passages.targets()) to_end(*target);
    const Judge judge = [this](const EndgameClass& c, NodeNumber node) {
        return unpack(to_end(c)[node]);
    };
    place = std::make_unique<const std::vector<PackedJudgement>>(
        analyse(cls, passages, {true, kNoLimit, LimitPly::win}, judge).judgements);
    return *place;
}

Judgement OnDemand::judge(const RuleSet& rules, const Position& position) {
    const Seating* const seating = classes_.find(men_on(position));
    assert(seating != nullptr);
    const SolvedClass& cls = solved(*seating->cls);
    const auto column = cls.palette.column_for(effective_limit(rules), rules.limit_ply);
    assert(column);
    return cls.palette.judgement(cls.symbols[seating->node(position)], *column)
        .in_time(plies_left(rules, position));
}

Judgement OnDemand::judge_to_end(const Position& position) {
    const Seating* const seating = classes_.find(men_on(position));
    assert(seating != nullptr);
    return unpack(to_end(*seating->cls)[seating->node(position)]);
}

double OnDemand::score(const Position& position) {
    const Seating* const seating = classes_.find(men_on(position));
    assert(seating != nullptr);
    const SolvedClass& cls = solved(*seating->cls);
    return cls.palette.scores[cls.symbols[seating->node(position)]];
}

}  // namespace anqi
