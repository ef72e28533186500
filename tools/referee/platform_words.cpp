#include "tools/referee/platform_words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/core/notation.h"

namespace anqi {
namespace {

constexpr int kUnknown = 99;

// In the order of their numbers, from 0.
constexpr std::array<std::string_view, 19> kCommands = {
    "protocol_version",  "name",          "version",
    "known_command",     "list_commands", "quit",
    "boardsize",         "reset_board",   "num_repetition",
    "num_moves_to_draw", "move",          "flip",
    "genmove",           "game_over",     "ready",
    "time_settings",     "time_left",     "showboard",
    "init_board"};

}  // namespace

int platform_id(std::string_view name) {
    if (name == "time_setting") name = "time_settings";
    const auto* const found = std::find(kCommands.begin(), kCommands.end(), name);
    return found == kCommands.end() ? kUnknown : static_cast<int>(found - kCommands.begin());
}

std::string echo_text(Event event) {
    const std::string from = to_text(event.move().from());
    if (event.move().is_flip()) return fmt::format("flip {} {}", from, letter(event.revealed()));
    return fmt::format("move {} {}", from, to_text(event.move().to()));
}

std::optional<Move> parse_action(std::string_view text) {
    const auto words = split_words(text);
    if (words.size() != 2) return std::nullopt;
    const auto from = parse_square(words[0]);
    const auto to = parse_square(words[1]);
    if (!from || !to) return std::nullopt;
    return Move(*from, *to);
}

}  // namespace anqi
