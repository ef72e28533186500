// Any bytes as game records, in our format and line by line in the platform's: refused with a
// decent message, or written and read again without change, and replayed or refused by name.
#include <algorithm>

#include "engine/core/notation.h"
#include "engine/core/platform_record.h"
#include "engine/core/record.h"
#include "tests/fuzz/checks/checks.h"

namespace anqi::fuzz {
namespace {

std::string check_replay(const GameRecord& record) {
    const auto game = replay(record);
    if (!game) return fault_of_message(game.error());
    const GameRecord own = record_of(*game);
    const auto again = replay(own);
    if (!again) return "the record of a replayed game is refused: " + again.error();
    if (!(again->position() == game->position())) return "another game is replayed";
    return again->outcome() == game->outcome() ? "" : "another result is replayed";
}

std::string check_record(const GameRecord& record) {
    const std::string text = to_text(record);
    const auto again = parse_record(text);
    if (!again) return "its own text is refused: " + again.error() + '\n' + text;
    if (to_text(*again) != text) return "the text changes:\n" + text + to_text(*again);
    return check_replay(record);
}

std::string check_records(std::string_view input) {
    RecordReader reader(input);
    std::string fault;
    while (fault.empty() && !reader.done()) {
        const int before = reader.line();
        const auto record = reader.next();
        if (reader.line() <= before) return "the reader stands still";
        fault = record ? check_record(*record) : fault_of_message(record.error());
    }
    return fault;
}

std::string check_platform_line(std::string_view line) {
    const auto record = parse_platform_record(line);
    if (!record) return fault_of_message(record.error());
    const std::string text = to_text(*record);
    const auto again = parse_platform_record(text);
    if (!again) return "its own line is refused: " + text;
    if (!(*again == *record)) return "another record comes back: " + text;
    Game game;
    for (const Event event : record->events) {
        if (game.play_past_draw(event) != Illegal::none) break;
    }
    const auto exported = platform_record_of(game);
    return exported ? "" : fault_of_message(exported.error());
}

}  // namespace

std::string check_game_record(std::string_view input) {
    std::string fault = check_records(input);
    while (fault.empty() && !input.empty()) {
        const auto end = std::min(input.find('\n'), input.size());
        fault = check_platform_line(input.substr(0, end));
        input.remove_prefix(std::min(end + 1, input.size()));
    }
    return fault;
}

}  // namespace anqi::fuzz
