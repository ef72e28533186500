// The values of all nodes of one class in memory, as they are stored in files: each node has a
// symbol, and a palette says what the symbols mean.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/rules.h"
#include "engine/tables/endgame_class.h"

namespace anqi {

// Quiet limits below this are not served: every limit in use is above.
inline constexpr int kLeastLimit = 24;
// Stands for no quiet limit at all; no distance comes near it.
inline constexpr int kNoLimit = kMaxQuietLimit + 1;

// What is known of a node without face-down pieces, for the side to move: 1 won, 0 drawn, -1 lost.
// The distance is the number of plies that the quiet limit must still allow: up to the next
// capture, or the end of the game, when the winner hurries and the loser delays. With `quiet` plies
// played the result stands if distance <= limit - quiet; otherwise it is a draw.
struct Judgement {
    int result = 0;
    int distance = 0;

    Judgement in_time(int plies_left) const { return distance <= plies_left ? *this : Judgement{}; }
    friend bool operator==(Judgement, Judgement) = default;
};

// A judgement in a word: 0 a draw, n > 0 won at distance n - 1, n < 0 lost at distance -n - 1.
using PackedJudgement = std::int16_t;
constexpr PackedJudgement pack(Judgement j) {
    return static_cast<PackedJudgement>(j.result * (j.distance + 1));
}
constexpr Judgement unpack(PackedJudgement packed) {
    if (packed == 0) return {};
    return packed > 0 ? Judgement{1, packed - 1} : Judgement{-1, -packed - 1};
}

// Which rules a judgement is right for: quiet limits from `low` to `high`, with one verdict on the
// limit ply. A limit matters beyond the distance at hand because later captures lead to endings
// that the limit may turn into draws.
struct Column {
    int low;
    int high;
    LimitPly limit_ply;

    bool serves(int limit, LimitPly verdict) const {
        return limit_ply == verdict && limit >= low && limit <= high;
    }
    friend bool operator==(const Column&, const Column&) = default;
};

using Symbol = std::uint32_t;
// A file keeps symbols in as few bytes as all of them need: one, two or three.
inline constexpr std::size_t kMostSymbols = std::size_t{1} << 24;
constexpr std::size_t bytes_of_symbols(std::size_t symbols) {
    return symbols <= std::size_t{1} << 8 ? 1 : symbols <= std::size_t{1} << 16 ? 2 : 3;
}

// A rule set's limit as columns count it.
constexpr int effective_limit(const RuleSet& rules) {
    return rules.quiet_limit == 0 ? kNoLimit : rules.quiet_limit;
}

// Quiet plies that the limit still allows; kNoLimit without one.
inline int plies_left(const RuleSet& rules, const Position& position) {
    return rules.quiet_limit == 0 ? kNoLimit : rules.quiet_limit - position.quiet();
}

// What a class's symbols mean. Either every node is without face-down pieces and has a judgement
// for each column, or all have face-down pieces and an expected score for the side to move.
struct Palette {
    std::vector<Column> columns;
    std::vector<PackedJudgement> judgements;  // [symbol][column]
    std::vector<double> scores;               // [symbol]
    // With scores: the quiet plies that must be left for them to be right.
    int plies_needed = 0;

    std::size_t symbols() const {
        return columns.empty() ? scores.size() : judgements.size() / columns.size();
    }
    Judgement judgement(Symbol symbol, std::size_t column) const {
        return unpack(judgements[symbol * columns.size() + column]);
    }
    // Nothing when no column serves these rules.
    std::optional<std::size_t> column_for(int limit, LimitPly verdict) const;
};

struct SolvedClass {
    const EndgameClass* cls = nullptr;
    Palette palette;
    std::vector<Symbol> symbols;  // by node; 0 where a node is not used
};

}  // namespace anqi
