// Rule sets. What fixes a set's shape (how pieces move, what captures what) is a compile-time
// policy; its numbers and verdicts are run-time values.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "engine/core/types.h"

namespace anqi {

// Shapes, as policies for the templates generate<Shape>(), apply<Shape>() and so on.
//   kXiangqiMoves   pieces move as in xiangqi and take any enemy; else one step, by rank
//   kEqualsVanish   a capture between equals removes both pieces
struct StandardShape {
    static constexpr bool kXiangqiMoves = false;
    static constexpr bool kEqualsVanish = false;
};
struct ExchangeShape {
    static constexpr bool kXiangqiMoves = false;
    static constexpr bool kEqualsVanish = true;
};
struct XiangqiShape {
    static constexpr bool kXiangqiMoves = true;
    static constexpr bool kEqualsVanish = false;
};

enum class Shape : std::uint8_t { standard, exchange, xiangqi };

// position: the same position for the n-th time since the last flip or capture.
// cycle: the last n * c plies are n identical copies of a sequence of c quiet plies, for some c.
enum class RepetitionKind : std::uint8_t { position, cycle };

// The verdict on a ply that reaches the quiet limit and also leaves the opponent without an action.
enum class LimitPly : std::uint8_t { win, draw };

struct RuleSet {
    std::string_view name;
    Shape shape;
    int quiet_limit;  // plies; 0 = off
    int repetition;   // occurrences that make a draw; 0 = off, never 1
    RepetitionKind repetition_kind;
    LimitPly limit_ply;

    friend bool operator==(const RuleSet&, const RuleSet&) = default;
};

// Largest values that a host or a configuration may set.
inline constexpr int kMaxQuietLimit = 100'000;
inline constexpr int kMaxRepetition = 1'000;

// The presets in the order in which they are listed; the first is the default.
std::span<const RuleSet> rule_presets();
const RuleSet& default_rules();
// nullptr when there is no such preset.
const RuleSet* find_rules(std::string_view name);

// Calls f with the shape's policy as argument. The only switch on the shape in the engine.
template <class F>
decltype(auto) with_shape(Shape shape, F&& f) {
    switch (shape) {
        case Shape::exchange:
            return f(ExchangeShape{});
        case Shape::xiangqi:
            return f(XiangqiShape{});
        case Shape::standard:
            break;
    }
    return f(StandardShape{});
}
template <class F>
decltype(auto) with_rules(const RuleSet& rules, F&& f) {
    return with_shape(rules.shape, std::forward<F>(f));
}

// Who takes whom by stepping, for the two shapes that capture by rank: equal or lower rank, except
// that the general does not take soldiers, soldiers take the general, and cannons take nothing.
constexpr bool takes_by_rank(Kind attacker, Kind victim) {
    if (attacker == Kind::cannon) return false;
    if (attacker == Kind::general && victim == Kind::soldier) return false;
    if (attacker == Kind::soldier && victim == Kind::general) return true;
    return attacker <= victim;
}

}  // namespace anqi
