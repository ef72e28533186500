// Everything that an event is: its engines, its schedule, its limits, its files. One table declares
// each setting; command line, event file and state file all read and write through it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/referee/engine_spec.h"
#include "tools/referee/schedule.h"
#include "tools/referee/seat.h"
#include "tools/referee/sprt.h"

namespace anqi {

struct EventSettings {
    std::vector<EngineSpec> engines;
    ScheduleSettings schedule;
    HostSettings host;
    HostKind host_kind = HostKind::mgtp;  // of engines that do not say
    std::optional<std::uint64_t> seed;    // none = a fresh one is drawn and written down
    int concurrency = 1;                  // games at the same time
    std::string games = "games.jsonl";
    std::string records;  // empty = the games' file name with .txt
    std::string starts;   // file of start positions, one a line; empty = the start
    std::optional<SprtSettings> sprt;
    std::string luck;  // command of an engine whose `eval` the luck-adjusted score is made with
};

struct EventOption {
    std::string_view name;
    std::string_view help;
    Status (*set)(EventSettings& settings, const std::string& value);
    // The value as set() would read it; empty = not set.
    std::string (*get)(const EventSettings& settings);
};

// All settings but the engines and the file of start positions' content.
std::span<const EventOption> event_options();
std::vector<std::string_view> event_option_names();
// What the names of the event's other files begin with: that of the games without .jsonl.
std::string games_name(const EventSettings& settings);
// Errors name the option, the value and the nearest name.
Status set_event_option(EventSettings& settings, std::string_view name, const std::string& value);

// Reads the start positions and checks what only the whole shows: enough engines, a format that
// fits. Gives records and names their defaults. Start positions that cannot be used are left out,
// with one warning each.
Status complete(EventSettings& settings, std::vector<std::string>& warnings);

}  // namespace anqi
