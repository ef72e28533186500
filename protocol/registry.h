// The one table of commands: it dispatches, lists and explains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/command.h"

namespace anqi {

// MGTP's commands by their number, then the others by topic.
const std::vector<const Command*>& commands();

// By name or alias; nullptr when there is none.
const Command* find_command(std::string_view name);

// Every name and alias.
std::vector<std::string_view> command_names();

// Runs a request and returns the answer's text. Throws Failure.
std::string run(Session& session, const Request& request);

}  // namespace anqi
