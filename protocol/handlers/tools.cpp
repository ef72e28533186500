// Checks and measurements: perft and bench.
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <optional>

#include "book/book.h"
#include "engine/core/apply.h"
#include "engine/core/game.h"
#include "engine/core/notation.h"
#include "engine/core/perft.h"
#include "engine/player/bench.h"
#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/session.h"

namespace anqi {
namespace {

// Deeper counts do not fit 64 bits.
constexpr long long kDeepest = 12;
// perft() itself cannot be stopped; at this depth it takes about half a second from the start.
constexpr int kUnstoppableDepth = 3;

// perft() in pieces, so that a `stop` is obeyed between them. Nothing when it was.
std::optional<std::uint64_t> stoppable_perft(const RuleSet& rules, const Position& position,
                                             int depth, const StopFlag& stop) {
    if (stop.requested()) return std::nullopt;
    if (depth <= kUnstoppableDepth) return perft(rules, position, depth);
    std::uint64_t total = 0;
    for (const Move move : Game(rules, position).moves_on_board()) {
        for (int i = 0; i < (move.is_flip() ? kPieces : 1); ++i) {
            const Piece piece = move.is_flip() ? piece_at_index(i) : Piece::none;
            if (move.is_flip() && position.pool().count(piece) == 0) continue;
            Position next = position;
            apply(rules, next, Event(move, piece));
            const auto below = stoppable_perft(rules, next, depth - 1, stop);
            if (!below) return std::nullopt;
            total += *below;
        }
    }
    return total;
}

std::string perft_command(Session& session, const Request& request) {
    const auto depth = static_cast<int>(request.integer(0, 0, kDeepest));
    const auto count = stoppable_perft(session.game().rules(), session.game().position(), depth,
                                       session.interrupts().flag());
    if (!count) throw Failure("perft was stopped");
    return std::to_string(*count);
}

std::string bench(Session& session, const Request&) {
    const Settings& settings = session.configuration().player;
    const auto result =
        run_bench(settings.search, settings.network, session.clock(), session.interrupts().flag());
    if (!result) throw Failure("bench was stopped");
    return fmt::format("\n{}", describe(*result));
}

// What tables say of the position that is set up.
std::string known(const Tables& tables, const Game& game) {
    if (game.over()) return "";
    const auto judgement = tables.judge(game.rules(), game.position());
    const auto score = tables.score(game.rules(), game.position());
    if (score) return fmt::format("\nposition score {:.4f}", *score);
    if (!judgement) return "";
    if (judgement->result == 0) return "\nposition draw";
    return fmt::format("\nposition {} distance {}", judgement->result > 0 ? "win" : "loss",
                       judgement->distance);
}

std::string tables(Session& session, const Request&) {
    const Tables* const tables = session.player().tables();
    if (tables == nullptr) return "none";
    std::string text =
        fmt::format("{} tables of up to {} men", tables->count(), tables->most_men());
    text += known(*tables, session.game());
    for (const std::string& problem : tables->problems()) {
        text += fmt::format("\nrefused {}", problem);
    }
    return text;
}

std::string book(Session& session, const Request&) {
    const Book* const book = session.player().book();
    if (book == nullptr) return "none";
    std::string text = fmt::format("{} positions for {}", book->positions(), book->rules().name);
    for (const BookAction& action : book->look_up(session.game().position())) {
        text += fmt::format("\naction {} value {:.4f} visits {} games {} depth {}",
                            to_text(action.move), action.value, action.visits, action.games,
                            action.depth);
    }
    return text;
}

constexpr std::array kCommands = {
    Command{"perft", "", -1, "DEPTH", 1, 1,
            "counts the leaves of the game tree, each flip once per piece that can appear; draw "
            "rules are off",
            kChangesNothing, perft_command},
    Command{"bench", "", -1, "", 0, 0,
            "searches fixed positions of every rule set with fixed visits: visits, speed, and a "
            "signature of everything found",
            kChangesNothing, bench},
    Command{"tables", "", -1, "", 0, 0,
            "how many endgame tables are in use, what they say of the position, and which were "
            "refused and why",
            kChangesNothing, tables},
    Command{"book", "", -1, "", 0, 0,
            "how large the opening book is and what it says of the position, best first",
            kChangesNothing, book},
};

}  // namespace

std::span<const Command> tool_commands() { return kCommands; }

}  // namespace anqi
