// One game between two engine processes, hosted as the tournament platform does it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/rules.h"
#include "engine/util/clock.h"
#include "engine/util/result.h"
#include "tools/match_statistics.h"

namespace anqi {

struct Contestant {
    std::string name;
    std::vector<std::string> argv;
};

struct MatchSettings {
    RuleSet rules = default_rules();
    bool tell_rules = false;                // engines are asked for `rules`, too
    std::optional<Milliseconds> movetime;   // per action
    std::optional<std::int64_t> visits;     // per action
    std::optional<Milliseconds> main_time;  // per side and game; the first ply is free
    Milliseconds margin = 200;              // grace beyond movetime or clock
    std::uint64_t seed = 1;
    std::string stderr_file = "/dev/null";
};

// Game 0 of a pair has contestant 0 in the first seat, game 1 the other way round; the deal follows
// from the seed and the pair alone. An error is an engine that does not get ready: there is then no
// result. Any thread may call. SIGPIPE must be ignored.
Result<GameReport> play_game(const MatchSettings& settings,
                             const std::array<Contestant, 2>& contestants, int pair, int game);

}  // namespace anqi
