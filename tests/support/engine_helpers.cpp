#include "tests/support/engine_helpers.h"

#include <algorithm>
#include <stdexcept>

#include "engine/core/deal.h"
#include "engine/core/notation.h"

namespace anqi::test {
namespace {

template <class T>
T need(const Result<T>& result) {
    if (!result.ok()) throw std::runtime_error(result.error());
    return *result;
}

}  // namespace

Position position_of(std::string_view text) {
    return text == "start" ? Position::start() : need(parse_position(text));
}

Move move_of(std::string_view text) { return need(parse_move(text)); }

Event event_of(std::string_view text) { return need(parse_event(text)); }

const RuleSet& rules_of(std::string_view name) {
    const RuleSet* rules = find_rules(name);
    if (rules == nullptr) throw std::runtime_error("no such rules");
    return *rules;
}

Game game_of(const RuleSet& rules, std::string_view position) {
    return Game(rules, position_of(position));
}

Game game_of(std::string_view rules, std::string_view position) {
    return game_of(rules_of(rules), position);
}

void play(Game& game, std::string_view events) {
    for (const auto word : split_words(events)) {
        const Event event = event_of(word);
        const Illegal refused = game.play(event);
        if (refused != Illegal::none) throw std::runtime_error(describe(refused, event));
    }
}

std::vector<std::string> texts(const MoveList& moves) {
    std::vector<std::string> list;
    for (const Move move : moves) list.push_back(to_text(move));
    std::sort(list.begin(), list.end());
    return list;
}

std::string legal_text(const Game& game) {
    std::string text;
    for (const std::string& action : texts(game.legal_moves())) {
        text += (text.empty() ? "" : " ") + action;
    }
    return text;
}

std::string result_text(const Game& game) { return to_text(game.outcome()); }

reference::Rules reference_rules(const RuleSet& rules) {
    const auto shape = rules.shape == Shape::xiangqi    ? reference::Shape::xiangqi
                       : rules.shape == Shape::exchange ? reference::Shape::exchange
                                                        : reference::Shape::ranked;
    const auto kind = rules.repetition_kind == RepetitionKind::cycle
                          ? reference::Repetition::cycle
                          : reference::Repetition::position;
    return {shape, rules.quiet_limit, rules.repetition, kind, rules.limit_ply == LimitPly::win};
}

Event random_event(const Game& game, Random& random) {
    const MoveList moves = game.legal_moves();
    const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    return move.is_flip() ? Event(move, draw(game.position().pool(), random)) : Event(move);
}

void play_randomly(Game& game, Random& random, int plies) {
    while (!game.over() && game.plies() < plies) (void)game.play(random_event(game, random));
}

#ifdef NDEBUG
int by_build(int release, int /*debug*/) { return release; }
#else
int by_build(int /*release*/, int debug) { return debug; }
#endif

}  // namespace anqi::test
