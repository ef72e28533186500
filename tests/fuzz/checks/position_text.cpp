// Any bytes as position text: refused with a decent message, or a position that is sound, has one
// text, and can be played on under every rule set.
#include <bit>

#include "engine/core/deal.h"
#include "engine/core/movegen.h"
#include "engine/core/notation.h"
#include "engine/core/symmetry.h"
#include "tests/fuzz/checks/checks.h"

namespace anqi::fuzz {
namespace {

constexpr int kPlies = 24;

std::string check_text(const Position& position) {
    if (!position.consistent()) return "an inconsistent position";
    const std::string text = to_text(position);
    const auto again = parse_position(text);
    if (!again) return "its own text is refused: " + text;
    if (!(*again == position)) return "another position comes back: " + text;
    if (again->key() != position.key()) return "another key comes back: " + text;
    for (const Symmetry symmetry : kSymmetries) {
        if (!(transform(transform(position, symmetry), symmetry) == position)) {
            return "a mirroring is not its own inverse: " + text;
        }
    }
    return "";
}

template <class Shape>
std::string check_moves(const Position& position) {
    MoveList moves;
    generate<Shape>(position, moves);
    const int counted =
        count_moves<Shape>(position, position.side()) + std::popcount(position.face_down());
    if (static_cast<std::size_t>(counted) != moves.size()) return "moves miscounted";
    if (has_action<Shape>(position) == moves.empty()) return "has_action is wrong";
    for (const Move move : moves) {
        if (!is_legal<Shape>(position, move)) return "illegal in the list: " + to_text(move);
    }
    return "";
}

// Plays a few plies, drawn from the position's own key, and takes them back.
std::string check_play(const RuleSet& rules, const Position& start) {
    Random random(start.key());
    Game game(rules, start);
    for (int i = 0; i < kPlies && !game.over(); ++i) {
        const MoveList moves = game.legal_moves();
        if (moves.empty()) return "no action in a game that goes on";
        const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        const Event event =
            move.is_flip() ? Event(move, draw(game.position().pool(), random)) : Event(move);
        if (game.play(event) != Illegal::none) return "refused: " + to_text(event);
        if (!game.position().consistent()) return "inconsistent after " + to_text(event);
    }
    while (game.plies() > 0) game.undo();
    return game.position() == start ? "" : "undo leads elsewhere";
}

std::string check_rules(const RuleSet& rules, const Position& position) {
    const std::string fault =
        with_rules(rules, [&](auto shape) { return check_moves<decltype(shape)>(position); });
    return fault.empty() ? check_play(rules, position) : fault;
}

}  // namespace

std::string check_position_text(std::string_view input) {
    const auto position = parse_position(input);
    if (!position) return fault_of_message(position.error());
    std::string fault = check_text(*position);
    for (const RuleSet& rules : rule_presets()) {
        if (fault.empty()) fault = check_rules(rules, *position);
    }
    return fault;
}

}  // namespace anqi::fuzz
