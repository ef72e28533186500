// The game within a class: which nodes quiet moves lead to and come from, and the ways out.
#pragma once

#include <bit>

#include "engine/core/movegen.h"
#include "engine/tables/endgame_class.h"
#include "engine/tables/passage.h"
#include "engine/util/bits.h"

namespace anqi {

// Shape must be the class's. Threads may share one; each has its own spots.
template <class Shape>
class ClassGame {
  public:
    ClassGame(const EndgameClass& cls, const Passages& passages) : cls_(cls), passages_(passages) {}

    struct Spot : EndgameClass::Spot {
        Position position;
    };
    Spot spot(NodeNumber node) const {
        const auto bare = cls_.spot(node);
        return {bare, cls_.position(bare)};
    }

    int count_quiets(const Spot& spot) const;

    // Each calls f for every action of its sort until f returns false, and returns whether it never
    // did. f gets the node that the other side then has to move at,
    template <class F>
    bool for_each_quiet(const Spot& spot, F&& f) const;
    // and for captures and flips the way out with that node in the class it leads to (0 when the
    // game is over).
    template <class F>
    bool for_each_capture(const Spot& spot, F&& f) const;
    // Called for every man that may appear at each flip in turn, all outcomes of one flip together:
    // f(passage, node, last of this flip).
    template <class F>
    bool for_each_flip(const Spot& spot, F&& f) const;

    // Calls f with each node from which a quiet move leads here; with some more than once.
    template <class F>
    void for_each_predecessor(const Spot& spot, F&& f) const;

  private:
    bool moves(std::size_t group, const Spot& spot) const {
        return cls_.second_side(group) == spot.second_moves;
    }
    static NodeNumber node_after(const Passage& passage, const GroupSquares& squares) {
        if (passage.cls == nullptr) return 0;
        return passage.cls->node(squares, passage.second_moves);
    }
    template <class F>
    bool captures_from(const Spot& spot, std::size_t group, Square from, F& f) const;

    const EndgameClass& cls_;
    const Passages& passages_;
};

template <class Shape>
int ClassGame<Shape>::count_quiets(const Spot& spot) const {
    int count = 0;
    for (std::size_t g = 0; g < cls_.face_up_groups(); ++g) {
        if (!moves(g, spot)) continue;
        for (const Square from : bits(spot.squares[g])) {
            count += std::popcount(targets<Shape>(spot.position, from) & spot.position.empty());
        }
    }
    return count;
}

template <class Shape>
template <class F>
bool ClassGame<Shape>::for_each_quiet(const Spot& spot, F&& f) const {
    GroupSquares squares = spot.squares;
    const Squares empty = spot.position.empty();
    for (std::size_t g = 0; g < cls_.face_up_groups(); ++g) {
        if (!moves(g, spot)) continue;
        for (const Square from : bits(spot.squares[g])) {
            for (const Square to : bits(targets<Shape>(spot.position, from) & empty)) {
                squares[g] = spot.squares[g] ^ bit(from) ^ bit(to);
                if (!f(cls_.node(squares, !spot.second_moves))) return false;
            }
        }
        squares[g] = spot.squares[g];
    }
    return true;
}

template <class Shape>
template <class F>
bool ClassGame<Shape>::captures_from(const Spot& spot, std::size_t group, Square from, F& f) const {
    const Squares reached = targets<Shape>(spot.position, from) & spot.position.face_up();
    if (reached == 0) return true;
    for (std::size_t v = 0; v < cls_.face_up_groups(); ++v) {
        for (const Square to : bits(reached & spot.squares[v])) {
            GroupSquares squares = spot.squares;
            squares[v] ^= bit(to);
            squares[group] ^= passages_.both_vanish(group, v) ? bit(from) : bit(from) | bit(to);
            const Passage& passage = passages_.capture(group, v);
            if (!f(passage, node_after(passage, passage.squares(squares)))) return false;
        }
    }
    return true;
}

template <class Shape>
template <class F>
bool ClassGame<Shape>::for_each_capture(const Spot& spot, F&& f) const {
    for (std::size_t g = 0; g < cls_.face_up_groups(); ++g) {
        if (!moves(g, spot)) continue;
        for (const Square from : bits(spot.squares[g])) {
            if (!captures_from(spot, g, from, f)) return false;
        }
    }
    return true;
}

template <class Shape>
template <class F>
bool ClassGame<Shape>::for_each_flip(const Spot& spot, F&& f) const {
    const std::size_t hidden = cls_.face_up_groups();
    const auto& outcomes = passages_.flips(spot.second_moves);
    if (outcomes.empty()) return true;
    for (const Square s : bits(spot.squares[hidden])) {
        GroupSquares squares = spot.squares;
        squares[hidden] ^= bit(s);
        for (const Passage& passage : outcomes) {
            GroupSquares after = passage.squares(squares);
            after[passage.revealed] |= bit(s);
            if (!f(passage, node_after(passage, after), &passage == &outcomes.back())) return false;
        }
    }
    return true;
}

template <class Shape>
template <class F>
void ClassGame<Shape>::for_each_predecessor(const Spot& spot, F&& f) const {
    GroupSquares squares = spot.squares;
    for (std::size_t g = 0; g < cls_.face_up_groups(); ++g) {
        if (moves(g, spot)) continue;
        for (const Square to : bits(spot.squares[g])) {
            for (const Square from : bits(quiet_origins<Shape>(spot.position, to))) {
                squares[g] = spot.squares[g] ^ bit(from) ^ bit(to);
                f(cls_.node(squares, !spot.second_moves));
            }
        }
        squares[g] = spot.squares[g];
    }
}

}  // namespace anqi
