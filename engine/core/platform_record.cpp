#include "engine/core/platform_record.h"

#include <fmt/format.h>

#include "engine/core/notation.h"

namespace anqi {
namespace {

constexpr std::string_view kDrawHead = "draw-";
constexpr std::string_view kDrawTail = "-plies";

Result<Event> parse_action(std::string_view word) {
    const auto bad = [&] {
        return Error{fmt::format("{} is not an action (a7(K) or a4-a5)", quoted(word))};
    };
    if (word.size() != 5) return bad();
    const auto from = parse_square(word.substr(0, 2));
    if (!from) return bad();
    if (word[2] == '-') {
        const auto to = parse_square(word.substr(3));
        if (!to || *to == *from) return bad();
        return Event(Move(*from, *to));
    }
    const auto piece = parse_piece(word.substr(3, 1));
    if (word[2] != '(' || word[4] != ')' || !piece) return bad();
    return Event(Move::flip(*from), *piece);
}

std::string action_text(Event event) {
    const std::string from = to_text(event.move().from());
    if (event.move().is_flip()) return fmt::format("{}({})", from, letter(event.revealed()));
    return fmt::format("{}-{}", from, to_text(event.move().to()));
}

// The number in draw-60-plies.
Result<int> parse_draw(std::string_view text) {
    const auto bad = Error{fmt::format("{} is not a result of the platform", quoted(text))};
    if (!text.starts_with(kDrawHead) || !text.ends_with(kDrawTail) ||
        text.size() < kDrawHead.size() + kDrawTail.size()) {
        return bad;
    }
    text.remove_prefix(kDrawHead.size());
    text.remove_suffix(kDrawTail.size());
    const auto limit = parse_integer(text, 1, kMaxQuietLimit);
    if (!limit) return bad;
    return static_cast<int>(*limit);
}

Status read_result(PlatformRecord& record, std::string_view text) {
    if (text == "win-last-mover") {
        record.result = PlatformResult::win_last_mover;
    } else if (text == "loss-last-mover") {
        record.result = PlatformResult::loss_last_mover;
    } else if (text == "draw-cycle") {
        record.result = PlatformResult::draw_cycle;
    } else if (text == "timeout") {
        record.result = PlatformResult::timeout;
    } else {
        const auto limit = parse_draw(text);
        if (!limit) return Error{limit.error()};
        record.result = PlatformResult::draw_quiet;
        record.quiet_limit = *limit;
    }
    return Done{};
}

Status read_actions(PlatformRecord& record, std::string_view text) {
    for (const auto word : split_words(text)) {
        const auto event = parse_action(word);
        if (!event) {
            return Error{fmt::format("ply {}: {}", record.events.size() + 1, event.error())};
        }
        record.events.push_back(*event);
    }
    return Done{};
}

Status draw_of(PlatformRecord& record, const Game& game) {
    switch (game.outcome().reason) {
        case Reason::no_progress:
            record.result = PlatformResult::draw_quiet;
            record.quiet_limit = game.rules().quiet_limit;
            return Done{};
        case Reason::repetition:
            record.result = PlatformResult::draw_cycle;
            return Done{};
        default:
            break;
    }
    return Error{fmt::format("the platform has no name for '{}'", to_text(game.outcome()))};
}

Winner last_mover(const Game& game) {
    const Colour side = game.position().side();
    return side == Colour::none ? Winner::none : winner_for(opponent(side));
}

}  // namespace

std::string result_text(const PlatformRecord& record) {
    switch (record.result) {
        case PlatformResult::win_last_mover:
            break;
        case PlatformResult::loss_last_mover:
            return "loss-last-mover";
        case PlatformResult::draw_quiet:
            return fmt::format("{}{}{}", kDrawHead, record.quiet_limit, kDrawTail);
        case PlatformResult::draw_cycle:
            return "draw-cycle";
        case PlatformResult::timeout:
            return "timeout";
    }
    return "win-last-mover";
}

std::string to_text(const PlatformRecord& record) {
    std::string text = fmt::format("{}\t{}\t", result_text(record), record.events.size());
    for (std::size_t i = 0; i < record.events.size(); ++i) {
        if (i > 0) text += ' ';
        text += action_text(record.events[i]);
    }
    return text;
}

Result<PlatformRecord> parse_platform_record(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto first = line.find('\t');
    const auto second = first == std::string_view::npos ? first : line.find('\t', first + 1);
    if (second == std::string_view::npos) {
        return Error{"a record is result, plies and actions, separated by tabs"};
    }
    PlatformRecord record;
    for (const Status& read : {read_result(record, line.substr(0, first)),
                               read_actions(record, line.substr(second + 1))}) {
        if (!read) return Error{read.error()};
    }
    const auto text = line.substr(first + 1, second - first - 1);
    const auto plies = parse_integer(text, 0, 1'000'000'000);
    if (!plies) return Error{"plies: " + plies.error()};
    if (static_cast<std::size_t>(*plies) != record.events.size()) {
        return Error{
            fmt::format("{} plies announced, {} actions given", *plies, record.events.size())};
    }
    return record;
}

Result<PlatformRecord> platform_record_of(const Game& game) {
    if (!(game.start() == Position::start())) return Error{"the game did not begin at the start"};
    const Outcome outcome = game.outcome();
    if (!outcome.over()) return Error{"the game is not over"};
    PlatformRecord record;
    record.events = game.events();
    if (outcome.winner == Winner::draw) {
        const Status drawn = draw_of(record, game);
        if (!drawn) return Error{drawn.error()};
    } else if (outcome.reason == Reason::timeout) {
        record.result = PlatformResult::timeout;
    } else if (outcome.winner != last_mover(game)) {
        record.result = PlatformResult::loss_last_mover;
    }
    return record;
}

}  // namespace anqi
