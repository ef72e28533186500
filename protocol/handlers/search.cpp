// Thinking: genmove and its relatives.
#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

#include "engine/core/notation.h"
#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/info.h"
#include "protocol/session.h"
#include "protocol/suggest.h"

namespace anqi {
namespace {

constexpr auto kNoLimit = std::numeric_limits<std::int64_t>::max();
// A search for more visits than this has no end worth waiting for once the input has ended.
constexpr std::int64_t kEndless = 1'000'000'000;
// What a host gets for a resignation.
constexpr std::string_view kResignation = "a0 a0";

struct SearchRequest {
    CallLimits limits;
    Milliseconds every = 1000;
};

std::string action_text(Move move) {
    return fmt::format("{} {}", to_text(move.from()), to_text(move.to()));
}

Move legal_action(const Game& game, std::string_view word) {
    const auto move = parse_move(word);
    if (!move) throw Failure(move.error());
    const MoveList legal = game.moves_on_board();
    if (std::find(legal.begin(), legal.end(), *move) == legal.end()) {
        throw Failure(fmt::format("{} is not a legal action here", quoted(word)));
    }
    return *move;
}

// Reads `every MS`, `visits N`, `movetime MS` in any order, then `searchmoves` and its actions.
SearchRequest read_limits(const Game& game, const Request& request, bool with_every) {
    constexpr std::array<std::string_view, 4> keys = {"visits", "movetime", "searchmoves", "every"};
    SearchRequest wanted;
    for (std::size_t i = 0; i < request.count(); ++i) {
        const std::string_view key = request.word(i);
        if (key == "searchmoves") {
            if (i + 1 == request.count()) throw Failure("searchmoves: no action given");
            while (++i < request.count()) {
                wanted.limits.root_moves.push_back(legal_action(game, request.word(i)));
            }
            break;
        }
        if (std::find(keys.begin(), keys.end(), key) == keys.end() ||
            (key == "every" && !with_every)) {
            throw Failure(unknown("limit", key, {keys.data(), with_every ? 4U : 3U}));
        }
        if (i + 1 == request.count()) throw Failure(fmt::format("{}: no number given", key));
        const auto n = request.integer(++i, 1, key == "visits" ? kNoLimit : kLongestTime);
        if (key == "visits") wanted.limits.visits = n;
        if (key == "movetime") wanted.limits.movetime = n;
        if (key == "every") wanted.every = n;
    }
    return wanted;
}

void require_unfinished(const Session& session) {
    if (session.finished()) {
        throw Failure(fmt::format("the game is over: {}", to_text(session.game().outcome())));
    }
}

bool endless(Session& session, const CallLimits& call) {
    if (call.movetime > 0) return false;
    if (call.limited()) return call.visits > kEndless;
    const bool timed = session.player().time_plan(call.asked).limited();
    return !timed && session.configuration().player.visits > kEndless;
}

Decision search(Session& session, const CallLimits& limits, ReportSink* sink = nullptr) {
    if (endless(session, limits)) session.interrupts().end_with_input();
    Decision decision = session.player().choose(limits, session.interrupts().flag(), sink);
    if (!decision.move) throw Failure("there is no legal action");
    return decision;
}

std::string answer_text(const Decision& decision) {
    return decision.resigns ? std::string(kResignation) : action_text(*decision.move);
}

// Searches and returns the answer.
std::string think(Session& session, const CallLimits& limits) {
    const Decision decision = search(session, limits);
    session.note_answer(*decision.move);
    return answer_text(decision);
}

// Whose turn the host takes it to be. Before the first flip nobody has a colour, so any will do.
void check_turn(Session& session, Colour asked) {
    const Colour side = session.game().position().side();
    if (asked == Colour::none || side == Colour::none || session.settle_side(asked)) return;
    throw Failure(fmt::format("it is not {}'s turn, but {}'s", to_text(asked), to_text(side)));
}

std::string genmove(Session& session, const Request& request) {
    const Colour asked = request.colour_or_unknown(0);
    require_unfinished(session);
    check_turn(session, asked);
    CallLimits limits;
    limits.asked = asked;
    return think(session, limits);
}

std::string go(Session& session, const Request& request) {
    require_unfinished(session);
    return think(session, read_limits(session.game(), request, false).limits);
}

std::string analyze(Session& session, const Request& request) {
    require_unfinished(session);
    SearchRequest wanted = read_limits(session.game(), request, true);
    if (!wanted.limits.limited()) wanted.limits.visits = kNoLimit;
    wanted.limits.analysis = true;
    session.interrupts().end_with_any_line();
    InfoWriter sink(session.writer(), session.configuration(), wanted.every);
    const Decision decision = search(session, wanted.limits, &sink);
    sink.report(decision.report);
    return answer_text(decision);
}

// The reading thread has acted on it already; only pondering would be taken up again.
std::string stop(Session& session, const Request&) {
    session.end_pondering();
    return "";
}

std::string ponder(Session& session, const Request& request) {
    const std::string_view word = request.word(0);
    if (word != "on" && word != "off")
        throw Failure(fmt::format("{} is neither on nor off", quoted(word)));
    Configuration wanted = session.configuration();
    wanted.player.ponder = word == "on";
    session.reconfigure(wanted);
    return "";
}

constexpr std::array kCommands = {
    Command{"genmove", "", 12, "red, black or unknown", 1, 1,
            "thinks and answers FROM TO, with FROM = TO for a flip; plays nothing", kChangesNothing,
            genmove},
    Command{"go", "", -1, "[visits N] [movetime MS] [searchmoves ACTION...]", 0, Command::kAny,
            "as genmove for the side to move, with limits for this one call", kChangesNothing, go},
    Command{"analyze", "", -1, "[every MS] [visits N] [movetime MS] [searchmoves ACTION...]", 0,
            Command::kAny,
            "writes info lines until a limit, stop, or any other line; then answers as go does",
            kChangesNothing, analyze},
    Command{"stop", "", -1, "", 0, 0,
            "ends a running search at once with its best action; nothing when idle",
            kChangesNothing, stop},
    Command{"ponder", "", -1, "on or off", 1, 1,
            "whether to think in the opponent's time, after the own action has been echoed",
            kChangesNothing, ponder},
};

}  // namespace

std::span<const Command> search_commands() { return kCommands; }

}  // namespace anqi
