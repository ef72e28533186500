// Events written down: the file that a person writes (TOML), and the state file (JSON) from which a
// stopped event goes on.
#pragma once

#include <string>
#include <vector>

#include "tools/referee/event_settings.h"

namespace anqi {

// Keys are the options' names, and `[[engine]]` tables hold name, command (text or list), dir, env
// (table or list), setup (list), host, restart. Errors name file, line, key and the nearest key.
Status read_event_file(const std::string& path, EventSettings& settings);

// Everything that fixes the event, and the working directory that its paths are meant from. Written
// aside, synced, renamed. Reading goes to that directory.
Status write_state(const std::string& path, const EventSettings& settings);
Status read_state(const std::string& path, EventSettings& settings);

// GAMES.state for GAMES.jsonl, absolute.
std::string state_path(const EventSettings& settings);

}  // namespace anqi
