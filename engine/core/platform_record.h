// The tournament platform's game record: one line `result<TAB>plies<TAB>actions`, where `a7(K)`
// flips and `a4-a5` moves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/util/result.h"

namespace anqi {

// The platform names no colours: a win belongs to whoever made the last action. A timeout is lost
// by the side that did not answer.
enum class PlatformResult : std::uint8_t {
    win_last_mover,
    loss_last_mover,
    draw_quiet,  // written `draw-60-plies`, with the limit as number
    draw_cycle,
    timeout,
};

struct PlatformRecord {
    PlatformResult result = PlatformResult::win_last_mover;
    int quiet_limit = 0;  // of draw_quiet; else 0
    std::vector<Event> events;

    friend bool operator==(const PlatformRecord&, const PlatformRecord&) = default;
};

// "win-last-mover", "draw-60-plies", ...
std::string result_text(const PlatformRecord& record);
// Without a newline.
std::string to_text(const PlatformRecord& record);

// A line without its end. Errors name the bad word. Legality is not looked at.
Result<PlatformRecord> parse_platform_record(std::string_view line);

// Refused: games that are not over, that did not begin at the start, and draws that the platform
// has no name for.
Result<PlatformRecord> platform_record_of(const Game& game);

}  // namespace anqi
