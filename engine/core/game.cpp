#include "engine/core/game.h"

#include <cassert>

#include "engine/core/apply.h"
#include "engine/core/movegen.h"

namespace anqi {
namespace {

Illegal check_flip(const Position& position, Square s) {
    const bool face_down = (position.face_down() & bit(s)) != 0;
    return face_down ? Illegal::none : Illegal::nothing_face_down;
}

Illegal check_step(const RuleSet& rules, const Position& position, Move move) {
    if (position.face_down() & bit(move.from())) return Illegal::face_down_piece;
    if (position.at(move.from()) == Piece::none) return Illegal::empty_square;
    if (colour_of(position.at(move.from())) != position.side()) return Illegal::not_your_piece;
    const bool legal =
        with_rules(rules, [&](auto shape) { return is_legal<decltype(shape)>(position, move); });
    return legal ? Illegal::none : Illegal::cannot_go_there;
}

Illegal check_decision(const RuleSet& rules, const Position& position, Move move) {
    if (position.missing() & (bit(move.from()) | bit(move.to()))) return Illegal::missing_square;
    if (move.is_flip()) return check_flip(position, move.from());
    if (position.side() == Colour::none) return Illegal::no_colour_yet;
    return check_step(rules, position, move);
}

Illegal check_revealed(const Position& position, Event event) {
    if (!event.move().is_flip()) return Illegal::none;
    if (event.revealed() == Piece::none) return Illegal::nothing_revealed;
    return position.pool().count(event.revealed()) > 0 ? Illegal::none : Illegal::not_in_pool;
}

}  // namespace

Game::Game(const RuleSet& rules, const Position& start)
    : rules_(rules), positions_{start}, history_(start) {
    judge();
}

MoveList Game::moves_on_board() const {
    MoveList moves;
    if (position().alive(Colour::red) && position().alive(Colour::black)) {
        with_rules(rules_, [&](auto shape) { generate<decltype(shape)>(position(), moves); });
    }
    return moves;
}

MoveList Game::legal_moves() const { return over() ? MoveList() : moves_on_board(); }

Illegal Game::check(Move move) const {
    return over() ? Illegal::game_over : check_decision(rules_, position(), move);
}

Illegal Game::check_on_board(Event event) const {
    const Illegal found = check_decision(rules_, position(), event.move());
    return found != Illegal::none ? found : check_revealed(position(), event);
}

Illegal Game::check(Event event) const {
    return over() ? Illegal::game_over : check_on_board(event);
}

Illegal Game::play(Event event) { return over() ? Illegal::game_over : enter(event); }

Illegal Game::play_past_draw(Event event) {
    return over() && !outcome().drawn_by_count() ? Illegal::game_over : enter(event);
}

Illegal Game::enter(Event event) {
    const Illegal found = check_on_board(event);
    if (found != Illegal::none) return found;
    Position next = position();
    apply(rules_, next, event);
    positions_.push_back(next);
    events_.push_back(event);
    history_.push(event.move(), next);
    judge();
    return Illegal::none;
}

void Game::undo() {
    assert(plies() > 0);
    positions_.pop_back();
    events_.pop_back();
    history_.pop();
    judge();
}

void Game::set_rules(const RuleSet& rules) {
    rules_ = rules;
    judge();
}

// Every change of the line of play withdraws what was declared about it.
void Game::judge() {
    verdict_ = verdict(rules_, position(), history_);
    declared_ = {};
}

}  // namespace anqi
