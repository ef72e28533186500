// The truth about endings without face-down pieces: a plain retrograde solver, one set of pieces at
// a time, up to four of them. It shares the rules with the engine (move generation), nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi::test {

// What the distances of won and lost positions count.
//   to_end      plies to the end of the game; no draw rules
//   to_capture  plies that the quiet limit must still allow: up to the next capture (or the end of
//               the game) when the winner hurries and the loser delays. With `quiet` plies played
//               the win is there as long as distance <= limit - quiet.
// Repetition needs no thought in either: a winner who hurries never repeats a position.
enum class Measure { to_end, to_capture };

// For the side to move.
struct Judgement {
    int result = 0;    // 1, 0 or -1
    int distance = 0;  // in plies, see Measure; 0 for a draw

    friend bool operator==(Judgement, Judgement) = default;
};

// One set of pieces, colours included: its pieces in order, equal ones beside each other.
using Men = std::vector<Piece>;
// "KGk" and so on. Throws std::runtime_error for what is not a piece.
Men men_of(std::string_view letters);
// All pieces of a position, which must be face up.
Men men_of(const Position& position);

// Solves sets on demand, those that captures lead to first, and keeps them. Not thread safe.
class Retrograde {
  public:
    static constexpr std::size_t kMostMen = 4;

    Retrograde(const RuleSet& rules, Measure measure);

    // The judgement on a position whose quiet count is 0. Requires at most kMostMen pieces, all
    // face up, no missing squares, a side to move.
    Judgement judge(const Position& position);
    // 1, 0 or -1 for the side to move, the quiet count taken into account when the measure asks.
    int result(const Position& position);
    // The same for the side to move after its legal move.
    int result_after(const Position& position, Move move);

    struct Count {
        std::int64_t won = 0;
        std::int64_t drawn = 0;
        std::int64_t lost = 0;
        int longest = 0;  // distance of any won or lost position

        friend bool operator==(const Count&, const Count&) = default;
    };
    // Over all placements of the pieces with `side` to move, quiet count 0. Equal pieces are not
    // told apart.
    Count count(const Men& men, Colour side);

    // Gives back the memory of sets of kMostMen pieces, which may be needed no more.
    void forget_largest();

  private:
    // Value of each position by index: 0 a draw, n > 0 won at distance n - 1, n < 0 lost at
    // distance -n - 1. Positions that differ by an exchange of equal pieces have one index in use.
    struct Table {
        Men men;
        std::vector<std::int16_t> values;
    };
    template <class Shape>
    class Builder;

    const Table& table_for(const Position& position);
    const Table& table_for(const Men& men);
    Judgement judgement(std::int16_t value) const;
    // Whether a decided position stays decided when so many quiet plies have been played.
    bool in_time(Judgement judgement, int quiet) const;

    RuleSet rules_;
    Measure measure_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Table>> tables_;  // by count of each piece
};

}  // namespace anqi::test
