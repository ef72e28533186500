// Playing a game: the host's echoes, and what to answer when it is our turn.
#include <array>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/session.h"

namespace anqi {
namespace {

std::string boardsize(Session&, const Request& request) {
    if (request.word(0) != "8" || request.word(1) != "4") {
        throw Failure(fmt::format("board size {} is not 8 4 (rows, columns), the only one",
                                  quoted(request.rest(0))));
    }
    return "";
}

std::string reset_board(Session& session, const Request&) {
    session.new_game();
    return "";
}

std::string move(Session& session, const Request& request) {
    session.play(Event(Move(request.square(0), request.square(1))));
    return "";
}

std::string flip(Session& session, const Request& request) {
    session.play(Event(Move::flip(request.square(0)), request.piece(1)));
    return "";
}

std::string game_over(Session& session, const Request& request) {
    const auto winner = request.word(0) == "draw" ? Winner::draw : winner_for(request.colour(0));
    session.player().declare({winner, Reason::declared});
    return "";
}

std::string ready(Session&, const Request&) { return ""; }

std::string result(Session& session, const Request&) { return to_text(session.game().outcome()); }

std::string undo(Session& session, const Request& request) {
    const int plies = session.game().plies();
    if (plies == 0) throw Failure("there is no action to take back");
    const auto n = request.count() == 0 ? 1 : request.integer(0, 1, plies);
    session.undo(static_cast<int>(n));
    return "";
}

constexpr std::array kCommands = {
    Command{"boardsize", "", 6, "8 4", 2, 2, "accepts the one size there is: 8 rows, 4 columns",
            kChangesNothing, boardsize},
    Command{"reset_board", "", 7, "", 0, 0,
            "a new game: position, history, colours and running clocks; rules, options and the "
            "main clock setting stay",
            kChangesNothing, reset_board},
    Command{"move", "", 10, "FROM TO", 2, 2, "plays a move or capture of the side to move",
            kChangesNothing, move},
    Command{"flip", "", 11, "SQUARE PIECE", 2, 2,
            "turns the piece on SQUARE up; PIECE (KGMRNCP red, kgmrncp black) is what appeared",
            kChangesNothing, flip},
    Command{"game_over", "", 13, "red, black or draw", 1, 1,
            "the host's word on the result; a verdict of the rules stands before it",
            kChangesNothing, game_over},
    Command{"ready", "", 14, "", 0, 0, "answers when ready to play", kChangesNothing, ready},
    Command{"result", "", -1, "", 0, 0,
            "winner and reason, as in 'red all-captured' or 'draw repetition', or none",
            kChangesNothing, result},
    Command{"undo", "", -1, "[N]", 0, 1,
            "takes the last action back, or the last N; flips too, and a declared result",
            kChangesNothing, undo},
};

}  // namespace

std::span<const Command> play_commands() { return kCommands; }

}  // namespace anqi
