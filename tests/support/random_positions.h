// Random position texts for tests that ask the same question everywhere: full boards in the middle
// of random play, placements nobody would reach by playing, few pieces, small boards, and starts
// before the first flip. The same seed gives the same texts on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/util/random.h"
#include "tests/support/reference_rules.h"

namespace anqi::test {

class RandomPositions {
  public:
    // With a quiet limit a part of the positions stands few plies before it.
    RandomPositions(std::uint64_t seed, const reference::Rules& rules);

    // A legal position text; each kind above has its share.
    std::string next();

    std::string from_play();          // a few plies on in one long chain of random games
    std::string placement();          // the whole board, any number of pieces, some face down
    std::string sparse();             // two to six pieces, at most two of them face down
    std::string small_board();        // any rectangle in any corner
    std::string before_first_flip();  // everything face down, whole or small board

  private:
    struct Area {
        int left, bottom, files, ranks;
    };
    Area whole_board() const { return {0, 0, reference::kFiles, reference::kRanks}; }
    Area random_corner();
    std::string place(const Area& area, int men, std::uint32_t face_down_percent);
    std::string draw_men(int men);
    int random_quiet();
    int between(int low, int high);  // both included

    Random random_;
    reference::Rules rules_;
    std::optional<reference::Game> game_;
};

inline constexpr const char* kStartText =
    "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX ? KG2M2R2N2C2P5kg2m2r2n2c2p5 0";

// One random ply: an action drawn evenly (with `back_percent` the return of the player's own last
// ply where that is legal, which is what makes repetitions), and for a flip what it shows, drawn by
// the pool. `last_own` is that player's last ply or empty. Requires a legal action.
std::string random_event(const reference::Game& game, Random& random, std::uint32_t back_percent,
                         const std::string& last_own);

}  // namespace anqi::test
