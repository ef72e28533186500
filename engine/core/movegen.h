// The legal actions of the side to move, for every shape of the rules. A side that has lost all its
// pieces has no moves here; whether the game is over is judged in history.h.
#pragma once

#include "engine/core/move.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"

namespace anqi {

// Squares that the face-up piece on `from` may move to, quiet moves and captures together,
// whoever is to move. Empty when there is no face-up piece on `from`.
template <class Shape>
Squares targets(const Position& position, Square from);

// Squares from which the face-up piece on `to` may have come there by a quiet move, on the board as
// it stands now. Empty when there is no face-up piece on `to`.
template <class Shape>
Squares quiet_origins(const Position& position, Square to);

// Every legal action: moves by kind, then flips by square. Replaces the content of `moves`.
template <class Shape>
void generate(const Position& position, MoveList& moves);

// The captures among them, by kind of the attacker from the general down.
template <class Shape>
void generate_captures(const Position& position, MoveList& moves);

// How many moves (flips not counted) `side` has on this board; 0 for Colour::none. Counts whole
// sets of squares at once, so it costs much less than generate().
template <class Shape>
int count_moves(const Position& position, Colour side);

// Whether the side to move has any legal action.
template <class Shape>
bool has_action(const Position& position);

// Whether `move` is in the list of generate().
template <class Shape>
bool is_legal(const Position& position, Move move);

}  // namespace anqi
