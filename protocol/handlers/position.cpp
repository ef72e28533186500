// The position: shown, set up, asked about.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

#include "engine/core/notation.h"
#include "protocol/board_setup.h"
#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/session.h"

namespace anqi {
namespace {

// RANKS SIDE POOL QUIET.
constexpr std::size_t kPositionWords = 4;

std::string showboard(Session& session, const Request&) {
    return fmt::format("\n{}", draw_board(session.game().position()));
}

std::string init_board(Session& session, const Request& request) {
    if (request.count() == kPositionWords) {
        session.new_game(require(parse_position(request.rest(0))));
    } else {
        session.new_game_side_open(require(parse_board_setup(request.words())));
    }
    return "";
}

std::string position(Session& session, const Request& request) {
    if (request.count() == 0) return to_text(session.game().position());
    session.new_game(require(parse_position(request.rest(0))));
    return "";
}

std::string legal_actions(Session& session, const Request&) {
    MoveList moves = session.game().legal_moves();
    std::sort(moves.begin(), moves.end());
    std::string text;
    for (const Move move : moves)
        text += fmt::format("{}{}", text.empty() ? "" : " ", to_text(move));
    return text;
}

std::string eval(Session& session, const Request&) {
    return fmt::format("{:.4f}", session.player().evaluate());
}

constexpr std::array kCommands = {
    Command{"showboard", "", 17, "", 0, 0,
            "the board, rank 8 first: X face down, - empty, # missing", kChangesNothing, showboard},
    Command{"init_board", "", 18, "32 SQUARES 14 COUNTS, or POSITION", 1, Command::kAny,
            "a new game from a set-up board; the side to move is the one asked for next",
            kChangesNothing, init_board},
    Command{"position", "", -1, "[POSITION]", 0, Command::kAny,
            "shows the position as RANKS SIDE POOL QUIET, or starts a new game from one",
            kChangesNothing, position},
    Command{"legal_actions", "", -1, "", 0, 0,
            "all legal actions, sorted: a1a2 moves, a1a1 flips; none in a finished game",
            kChangesNothing, legal_actions},
    Command{"eval", "", -1, "", 0, 0, "the static value for the side to move, -1 (loss) to 1 (win)",
            kChangesNothing, eval},
};

}  // namespace

std::span<const Command> position_commands() { return kCommands; }

}  // namespace anqi
