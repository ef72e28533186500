// An engine as it takes part in an event: how it is started and spoken to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/util/result.h"

namespace anqi {

// mgtp: ids are the platform's command numbers, clocks as it sends them. gtp: ids count up.
enum class HostKind : std::uint8_t { mgtp, gtp };

std::string_view to_text(HostKind kind);
Result<HostKind> parse_host(std::string_view text);

struct EngineSpec {
    std::string name;  // unique in its event
    std::vector<std::string> argv;
    std::string directory;                 // where it runs; empty = where the referee does
    std::vector<std::string> environment;  // NAME=VALUE
    std::vector<std::string> setup;  // requests of its own after the start, such as "set threads 1"
    std::optional<HostKind> host;    // none = as the event says
    bool restart = true;             // a process for every game; else only after a fault

    friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

// Reads "name=NAME dir=FOLDER env=NAME=VALUE setup='REQUEST' host=gtp restart=no PROGRAM
// ARGUMENT...", split as a shell does it. The settings are optional, come before the program and
// may be repeated where that makes sense. Without a name it is the program's file name. Errors name
// the word.
Result<EngineSpec> parse_engine(std::string_view text);

// One setting of those above, by its name.
Status set_engine_setting(EngineSpec& engine, std::string_view name, const std::string& value);

// Gives engines of the same name numbers: "a", "a 2".
void make_names_unique(std::vector<EngineSpec>& engines);

}  // namespace anqi
