// Text in and out: squares, moves, events, positions, outcomes. The one place that knows the
// letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/core/move.h"
#include "engine/core/outcome.h"
#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/util/result.h"

namespace anqi {

// K G M R N C P for red, the same in lower case for black.
char letter(Piece piece);
// "a1" .. "d8".
std::string to_text(Square square);
// "a1a2"; a flip is "a1a1".
std::string to_text(Move move);
// "a1=K" for a flip that showed a red general, "a1a2" otherwise.
std::string to_text(Event event);
// "red", "black", "unknown".
std::string_view to_text(Colour colour);
// "red", "black", "draw", "none".
std::string_view to_text(Winner winner);
// "all-captured", "no-progress", ...; "none" for Reason::none.
std::string_view to_text(Reason reason);
// "red all-captured", "draw repetition", or "none" while the game goes on.
std::string to_text(Outcome outcome);
// "position" or "cycle"; "win" or "draw".
std::string_view to_text(RepetitionKind kind);
std::string_view to_text(LimitPly verdict);
// "olympiad quiet-limit 180 repetition 3 kind position limit-ply win".
std::string to_text(const RuleSet& rules);
// RANKS SIDE POOL QUIET, see engine/RULES.md.
std::string to_text(const Position& position);
// One sentence that says why a move was refused, naming its squares.
std::string describe(Illegal illegal, Event event);

// The readers take exactly one item, without blanks around it. Errors name what was read.
Result<Piece> parse_piece(std::string_view text);
Result<Square> parse_square(std::string_view text);
Result<Move> parse_move(std::string_view text);
Result<Event> parse_event(std::string_view text);
Result<Colour> parse_colour(std::string_view text);
Result<Outcome> parse_outcome(std::string_view text);
// Blanks between and around the four words are free. What the game cannot hold is refused: see
// engine/RULES.md for the list.
Result<Position> parse_position(std::string_view text);

// A whole decimal number in [low, high], nothing else around it. Errors name the text and the
// range.
Result<long long> parse_integer(std::string_view text, long long low, long long high);
// The words of a line, split at blanks and tabs.
std::vector<std::string_view> split_words(std::string_view text);
// A piece of foreign text made fit for a message: shortened, quoted, control and non-ASCII bytes
// written as \xNN.
std::string quoted(std::string_view text);

// The board as eight lines of four squares, rank 8 first, with rank numbers and file letters:
// X face down, - empty, # missing. Ends without a newline.
std::string draw_board(const Position& position);

}  // namespace anqi
