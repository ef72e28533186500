// The commands by topic; registry.cpp puts them together.
#pragma once

#include <span>

#include "protocol/command.h"

namespace anqi {

std::span<const Command> admin_commands();
std::span<const Command> play_commands();
std::span<const Command> clock_commands();
std::span<const Command> position_commands();
std::span<const Command> record_commands();
std::span<const Command> option_commands();
std::span<const Command> search_commands();
std::span<const Command> tool_commands();

}  // namespace anqi
