// Ways out of a class: captures and flips, which lead to classes with fewer men or fewer of them
// face down, or to the end of the game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/tables/endgame_class.h"

namespace anqi {

// Where the men stand in the class that they come to.
struct Passage {
    const EndgameClass* cls = nullptr;           // nullptr: the game is over
    int result = 0;                              // then, for the side to move afterwards
    bool second_moves = false;                   // afterwards, in cls
    std::array<std::uint8_t, kMostGroups> to{};  // group in cls of each group that is left
    std::uint8_t revealed = 0;                   // flips: group in cls of the man turned over
    int weight = 0;                              // flips: how many such men the pool holds

    GroupSquares squares(const GroupSquares& before) const;
};

// All ways out of one class. Immutable.
class Passages {
  public:
    // Requires that `classes` holds what the class's actions lead to.
    Passages(const EndgameClasses& classes, const EndgameClass& cls);

    // Between face-up groups of different sides.
    const Passage& capture(std::size_t attackers, std::size_t victims) const {
        return captures_[attackers * kMostGroups + victims];
    }
    // One for each kind that the pool holds.
    const std::vector<Passage>& flips(bool second_moves) const { return flips_[second_moves]; }
    // Whether attacker and victim vanish both.
    bool both_vanish(std::size_t attackers, std::size_t victims) const;

    // The classes that are led to, each once.
    const std::vector<const EndgameClass*>& targets() const { return targets_; }

  private:
    void add_target(const EndgameClass* cls);
    Passage to(const EndgameClasses& classes, const Men& men, Colour mover);

    const EndgameClass& cls_;
    std::vector<Passage> captures_;
    std::vector<Passage> flips_[2];
    std::vector<const EndgameClass*> targets_;
};

}  // namespace anqi
