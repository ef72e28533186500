// The report on the games of an event: one HTML page that needs nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/referee/game_log.h"

namespace anqi {

struct ReportOptions {
    std::string title = "anqi games";  // any text
    // At most so many games, the last ones, can be replayed; all others are counted only.
    std::size_t most_replays = 2000;
};

// The whole file, UTF-8. Any games will do, also none; names are shown as they are and cannot
// change the page. Any thread may call.
std::string html_report(const std::vector<GameLog>& logs, const ReportOptions& options = {});

}  // namespace anqi
