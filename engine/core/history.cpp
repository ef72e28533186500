#include "engine/core/history.h"

#include <algorithm>

#include "engine/core/movegen.h"

namespace anqi {
namespace {

// A line comes back to a position, or repeats a move, after four plies at the earliest: each side
// has to move away and return. A position comes back after an even number of plies only; a sequence
// of moves may be of odd length, each copy begun by the other side (two chariots on one round
// trip).
constexpr std::ptrdiff_t kShortestReturn = 4;

Outcome extinction(const Position& position) {
    const bool red = position.alive(Colour::red), black = position.alive(Colour::black);
    if (red && black) return {};
    if (!red && !black) return {Winner::draw, Reason::all_captured};
    return {red ? Winner::red : Winner::black, Reason::all_captured};
}

template <class Shape>
Outcome blockade(const Position& position) {
    if (has_action<Shape>(position)) return {};
    // Without a colour there is no side that could be blocked, and no action means no pieces.
    if (position.side() == Colour::none) return {Winner::draw, Reason::no_legal_action};
    return {winner_for(opponent(position.side())), Reason::no_legal_action};
}

// What the draw rules say, when the board has not ended the game.
Outcome draw_verdict(const RuleSet& rules, const Position& position, bool repeated) {
    if (rules.quiet_limit > 0 && position.quiet() >= rules.quiet_limit) {
        return {Winner::draw, Reason::no_progress};
    }
    return repeated ? Outcome{Winner::draw, Reason::repetition} : Outcome{};
}

template <class Shape>
Outcome judge(const RuleSet& rules, const Position& position, bool repeated) {
    const Outcome extinct = extinction(position);
    if (extinct.over()) return extinct;
    const Outcome blocked = blockade<Shape>(position);
    const Outcome drawn = draw_verdict(rules, position, repeated);
    if (drawn.over() && (!blocked.over() || rules.limit_ply == LimitPly::draw)) return drawn;
    return blocked;
}

}  // namespace

History::History(const Position& start) {
    entries_.push_back({start.key(), Move(), 0});
    ++shared_by(start.key());
}

void History::push(Move move, const Position& after) {
    const bool quiet = after.quiet() > 0;
    entries_.push_back({after.key(), move, quiet ? entries_.back().run + 1 : 0});
    ++shared_by(after.key());
}

int History::occurrences() const {
    if (surely_new()) return 1;
    const auto* last = &entries_.back();
    int n = 1;
    for (std::ptrdiff_t back = kShortestReturn; back <= last->run; back += 2) {
        n += last[-back].key == last->key;
    }
    return n;
}

bool History::returned_since(int first) const {
    if (surely_new()) return false;
    const auto* last = &entries_.back();
    const std::ptrdiff_t furthest = std::min<std::ptrdiff_t>(last->run, plies() - first);
    for (std::ptrdiff_t back = kShortestReturn; back <= furthest; back += 2) {
        if (last[-back].key == last->key) return true;
    }
    return false;
}

bool History::cycles(int n) const {
    const auto* last = &entries_.back();
    for (std::ptrdiff_t length = kShortestReturn; n * length <= last->run; ++length) {
        const std::ptrdiff_t compared = (n - 1) * length;
        std::ptrdiff_t i = 0;
        while (i < compared && last[-i].move == last[-i - length].move) ++i;
        if (i == compared) return true;
    }
    return false;
}

bool History::repeated(const RuleSet& rules) const {
    if (rules.repetition == 0) return false;
    if (rules.repetition_kind == RepetitionKind::cycle) return cycles(rules.repetition);
    return occurrences() >= rules.repetition;
}

template <class Shape>
Outcome board_verdict(const Position& position) {
    const Outcome extinct = extinction(position);
    return extinct.over() ? extinct : blockade<Shape>(position);
}

template <class Shape>
Outcome verdict(const RuleSet& rules, const Position& position) {
    return judge<Shape>(rules, position, false);
}

template <class Shape>
Outcome verdict(const RuleSet& rules, const Position& position, const History& history) {
    return judge<Shape>(rules, position, history.repeated(rules));
}

Outcome verdict(const RuleSet& rules, const Position& position, const History& history) {
    return with_rules(
        rules, [&](auto shape) { return verdict<decltype(shape)>(rules, position, history); });
}

template Outcome board_verdict<StandardShape>(const Position&);
template Outcome board_verdict<ExchangeShape>(const Position&);
template Outcome board_verdict<XiangqiShape>(const Position&);
template Outcome verdict<StandardShape>(const RuleSet&, const Position&);
template Outcome verdict<ExchangeShape>(const RuleSet&, const Position&);
template Outcome verdict<XiangqiShape>(const RuleSet&, const Position&);
template Outcome verdict<StandardShape>(const RuleSet&, const Position&, const History&);
template Outcome verdict<ExchangeShape>(const RuleSet&, const Position&, const History&);
template Outcome verdict<XiangqiShape>(const RuleSet&, const Position&, const History&);

}  // namespace anqi
