// Puts endings whose truth is known to a player and judges its choices: a win must be kept, a draw
// must not be given away to the opponent's next capture.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/core/game.h"
#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/player/player.h"
#include "engine/util/random.h"
#include "tests/support/retrograde.h"

namespace anqi::test {

// Different sets of 2 to 4 of the game's 32 pieces, both colours in each. There are 2,164; requires
// that not nearly as many are asked for.
std::vector<Men> random_sets(std::size_t sets, Random& random);

// Up to `most` random placements with the wanted result for the side to move at this quiet count,
// fewer when the set has hardly any.
std::vector<Position> random_endings(Retrograde& truth, const Men& men, int result, int quiet,
                                     std::size_t most, Random& random);

struct EndingAnswer {
    Position position;
    int before = 0;  // result with best play
    Move move;
    int after = 0;              // result with best play after the move, for the same side
    bool had_choice = false;    // whether another move would have given another result
    bool hangs = false;         // the move loses to the opponent's next capture
    std::vector<Move> keeping;  // the moves that keep the result

    // What a player at full strength must not do: lose a win, or hang a drawn position.
    bool failed() const { return before > 0 ? after < before : before == 0 && hangs; }
};

// Asks for the move at the given visits; the player has forgotten everything before.
EndingAnswer ask(Player& player, Retrograde& truth, const Game& game, std::int64_t visits);

// Plays a won ending on against the longest defence, until it is won or the win is gone. Returns
// the player's last answer, whose `after` says which.
EndingAnswer play_out(Player& player, Retrograde& truth, Game game, std::int64_t visits);

// "POSITION played a1a2 (loss), keep: a1b1 a1a2; distance 17" for a person.
std::string describe(const EndingAnswer& answer, Retrograde& truth);

struct EndingTally {
    int won = 0, kept = 0, won_with_choice = 0, kept_with_choice = 0;
    int drawn = 0, held = 0, hung = 0;

    void add(const EndingAnswer& answer);
};

}  // namespace anqi::test
