// Numbers for the ways to place groups of alike men on the board, with mirror images taken
// together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/types.h"

namespace anqi {

// Groups of men, and one more for the face-down pieces.
inline constexpr std::size_t kMostGroups = 9;
using GroupSquares = std::array<Squares, kMostGroups>;

// The sets of so many squares, mirror images taken together.
struct SquareSets {
    explicit SquareSets(int size);

    struct Set {
        std::uint32_t orbit;      // number of the set up to mirroring
        std::uint8_t symmetries;  // bit s: symmetry s turns the set into the orbit's representative
    };
    std::vector<Set> sets;                 // by rank
    std::vector<Squares> representatives;  // by orbit
};

// The smallest group leads: its squares choose the mirror image, the other groups follow on the
// squares that are left, each by its rank among the sets of so many squares. A single leader has
// eight squares up to mirroring, and every number is in use; a set of squares may be its own mirror
// image, and then the smaller of two numbers counts and the other is not used. Immutable; any
// thread may ask.
class Placements {
  public:
    // How many men each group has, 1 to 8 each, the smallest at most 5; at most kMostGroups groups.
    explicit Placements(const std::vector<int>& sizes);

    std::uint64_t size() const { return size_; }
    std::size_t groups() const { return sizes_.size(); }
    // The same for all mirror images. Requires as many squares in each group as its size, no square
    // twice.
    std::uint64_t number(const GroupSquares& squares) const;
    // One of the placements with that number, which must be below size(); squares beyond groups()
    // are empty.
    GroupSquares squares(std::uint64_t number) const;
    // Whether every number is the number of its squares.
    bool dense() const { return sizes_[leader_] == 1; }

  private:
    std::uint64_t number_following(const GroupSquares& squares, std::uint32_t orbit) const;

    std::vector<int> sizes_;
    std::size_t leader_;
    std::vector<std::size_t> followers_;
    std::vector<std::uint64_t> steps_;  // for each follower: placements of those after it
    std::uint64_t following_ = 1;       // placements of all followers
    const SquareSets& leading_;
    std::uint64_t size_;
};

}  // namespace anqi
