// The words of the platform's protocol that everything here which hosts an engine shares.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/core/move.h"

namespace anqi {

// The number under which the platform sends a command, which is also the id of its requests; 99 for
// what it does not know.
int platform_id(std::string_view name);

// The request that tells an engine of an event: "move a1 a2", "flip a1 K".
std::string echo_text(Event event);

// The action in an answer to genmove, "a1 a2"; none when it is not two squares of the board.
std::optional<Move> parse_action(std::string_view text);

}  // namespace anqi
