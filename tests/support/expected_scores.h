// Expected scores of endings with face-down pieces, by plain value iteration: what the side to move
// can expect within so many quiet plies, from no ply on. It shares the rules with the engine,
// nothing else.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi::test {

// Solves sets of up to three men on demand and keeps them. Not thread safe.
class ExpectedScores {
  public:
    static constexpr int kMostMen = 3;

    // The quiet limit counts; without one, plies are added until nothing changes any more.
    explicit ExpectedScores(const RuleSet& rules) : rules_(rules) {}

    // For the side to move, the quiet count taken into account. Requires both sides alive, a side
    // to move, the whole board.
    double score(const Position& position);

  private:
    using Scores = std::vector<double>;  // by index of the position
    struct Table {
        std::vector<Scores> by_plies;  // by quiet plies left; only the last one without a limit
    };
    struct Node {
        std::uint32_t index = 0;
        double exit = 0;       // best score by a capture or flip
        bool exits = false;    // whether there is one
        bool blocked = false;  // no action at all
        std::vector<std::uint32_t> quiets;
    };

    const Table& table_for(const Position& position);
    std::vector<Node> nodes_of(const Position& position);
    template <class Shape>
    Node node_of(const Position& position);
    double score_after(const Position& position);
    void iterate(const std::vector<Node>& nodes, std::size_t indices, Table& table) const;

    RuleSet rules_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::unique_ptr<Table>> tables_;  // by men
};

}  // namespace anqi::test
