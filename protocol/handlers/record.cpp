// The game as a record: shown, saved, loaded.
#include "engine/core/record.h"

#include <array>
#include <fmt/format.h>

#include "engine/util/file.h"
#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/session.h"

namespace anqi {
namespace {

// Far above the longest game that the rules allow with their limits on.
constexpr std::size_t kMaxRecord = 64 << 20;

std::string history(Session& session, const Request&) {
    return fmt::format("\n{}", to_text(session.record()));
}

std::string save(Session& session, const Request& request) {
    require(write_file(std::string(request.rest(0)), to_text(session.record())));
    return "";
}

std::string load(Session& session, const Request& request) {
    const std::string text = require(read_file(std::string(request.rest(0)), kMaxRecord));
    session.load(require(parse_record(text)));
    return "";
}

constexpr std::array kCommands = {
    Command{"history", "", -1, "", 0, 0, "the game's record, as save writes it", kChangesNothing,
            history},
    Command{"save", "", -1, "FILE", 1, Command::kAny,
            "writes the game's record: rules, actions, clocks, result; replaces the file whole",
            "the old file, if there was one", save},
    Command{"load", "", -1, "FILE", 1, Command::kAny,
            "goes on with a saved game: its rules, actions, counters, clocks and result",
            "the present game", load},
};

}  // namespace

std::span<const Command> record_commands() { return kCommands; }

}  // namespace anqi
