// Classes solved in memory when they are asked for, with all that they lead to.
#pragma once

#include <memory>
#include <vector>

#include "engine/tables/endgame_class.h"
#include "engine/tables/solved_class.h"

namespace anqi {

// Keeps what it has solved. Not thread safe.
class OnDemand {
  public:
    // For endings of up to so many men, with face-down pieces up to `face_down` men.
    OnDemand(Shape shape, int men, int face_down);

    const EndgameClasses& classes() const { return classes_; }

    const SolvedClass& solved(const EndgameClass& cls);
    // Plies to the end of the game without draw rules, by node. Requires a class without face-down
    // pieces.
    const std::vector<PackedJudgement>& to_end(const EndgameClass& cls);

    // The judgement on a position without face-down pieces, as Tables::judge(), or to the end of
    // the game without draw rules. Requires both sides alive, a side to move, no more men than
    // announced.
    Judgement judge(const RuleSet& rules, const Position& position);
    Judgement judge_to_end(const Position& position);
    // The expected score of a position with face-down pieces, without draw rules.
    double score(const Position& position);

  private:
    EndgameClasses classes_;
    std::vector<std::unique_ptr<const SolvedClass>> solved_;  // by number of the class
    std::vector<std::unique_ptr<const std::vector<PackedJudgement>>> to_end_;
};

}  // namespace anqi
