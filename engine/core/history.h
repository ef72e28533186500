// The line of play behind a position, as far as the rules ask for it: quiet plies and repetition;
// and the verdict on a position at the end of such a line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/outcome.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// Grows by push() and shrinks by pop(); a search copies the game's history once and extends it
// along its path.
class History {
  public:
    // `start` is the first position; plies before it are unknown, whatever its quiet count says.
    explicit History(const Position& start);

    // `after` is the position that `move` led to.
    void push(Move move, const Position& after);
    // Requires plies() > 0.
    void pop() {
        --shared_by(entries_.back().key);
        entries_.pop_back();
    }

    int plies() const { return static_cast<int>(entries_.size()) - 1; }

    // How often the last position stood since the last flip or capture, itself included.
    int occurrences() const;
    // Whether the last n * c plies are n identical copies of a sequence of c quiet plies.
    bool cycles(int n) const;
    // Whether the last position stood before at ply `first` of this history or later.
    bool returned_since(int first) const;
    // Whether the repetition rule of `rules` ends the game here.
    bool repeated(const RuleSet& rules) const;

  private:
    struct Entry {
        std::uint64_t key;  // of the position after the move
        Move move;
        std::int32_t run;  // quiet plies in this history since the last irreversible one
    };
    // How many entries share these low bits of their keys. Nearly every question about repetition
    // is answered by a count of one here, without walking back.
    static constexpr std::size_t kFilter = 256;
    std::uint16_t& shared_by(std::uint64_t key) { return filter_[key % kFilter]; }
    bool surely_new() const { return filter_[entries_.back().key % kFilter] == 1; }

    std::vector<Entry> entries_;
    std::array<std::uint16_t, kFilter> filter_{};
};

// The end of the game by the board alone: a side without pieces, the side to move without an
// action.
template <class Shape>
Outcome board_verdict(const Position& position);

// The verdict on a position without a past: everything but repetition.
template <class Shape>
Outcome verdict(const RuleSet& rules, const Position& position);

// The verdict of the rules, in their order, on the position at the end of `history`.
template <class Shape>
Outcome verdict(const RuleSet& rules, const Position& position, const History& history);

// The same for a shape known at run time only.
Outcome verdict(const RuleSet& rules, const Position& position, const History& history);

}  // namespace anqi
