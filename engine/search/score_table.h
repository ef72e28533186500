// The transposition table of the alpha-beta search: a fixed number of entries, overwritten when
// their place is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/core/move.h"
#include "engine/search/score.h"
#include "engine/util/memory_block.h"

namespace anqi {

enum class Bound : std::uint8_t { none, lower, upper, exact };

// What is known about a position.
struct Knowledge {
    Score score = 0;
    Bound bound = Bound::none;
    int depth = 0;             // plies searched below it
    int reach = 0;             // most quiet plies in a row, from the position on, that it looked at
    std::optional<Move> move;  // the best one, or one that refuted the line before
};

// For one thread.
class ScoreTable {
  public:
    static constexpr int kMaxReach = 255;

    explicit ScoreTable(std::size_t mebibytes);

    // Entries of earlier searches stay readable, but give way first.
    void start_search() { generation_ = (generation_ + 1) & kGenerationMask; }
    void clear();

    // The entry for `key` will be asked for soon.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key & mask_]); }

    // Scores of wins and losses are given and taken as seen from the root, `ply` plies above.
    std::optional<Knowledge> find(std::uint64_t key, int ply) const;
    // Requires depth in 0..127 and reach in 0..kMaxReach. Without a move the one stored before is
    // kept.
    void store(std::uint64_t key, int ply, const Knowledge& knowledge);

  private:
    //  bit  63..43   42..36  35..28  27..26  25     24..15  14..9       8..0
    //       [score]  [depth] [reach] [bound] [move?] [move]  [generation] 0      score + 2^20
    struct Entry {
        std::uint64_t key = 0;
        std::uint64_t data = 0;
    };
    static constexpr int kWays = 4;
    struct alignas(64) Bucket {
        Entry entries[kWays];
    };
    static constexpr unsigned kGenerationMask = 63;

    static std::uint64_t pack(const Knowledge& knowledge, unsigned generation);
    static Knowledge unpack(std::uint64_t data);
    int age(const Entry& entry) const;
    Entry& place_for(Bucket& bucket, std::uint64_t key);

    std::size_t mask_;
    mutable MemoryBlock<Bucket> buckets_;
    unsigned generation_ = 0;
};

}  // namespace anqi
