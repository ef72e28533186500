// A whole run of self-play: games in parallel into one file, from where an earlier run stopped.
#pragma once

#include <string>

#include "tools/selfplay/plan.h"
#include "tools/selfplay/summary.h"

namespace anqi {

struct SelfPlayRun {
    SelfPlayPlan plan;
    int first = 1;  // number of the first game, from 1
    int games = 1;
    int threads = 1;
    std::string output;
};

struct RunEnd {
    SelfPlaySummary summary;    // of all games of the run in the file, earlier ones too
    double plies_a_second = 0;  // of this call; 0 when it had nothing to play
    std::string failure;        // why the run was broken off; empty when it was not
    int signal = 0;             // that ended it: SIGINT or SIGTERM
};

// Plays what is missing in the file; progress goes to stderr. Every finished game is in the file
// before the next one of that thread begins. Must be called from a process's only thread: SIGINT
// and SIGTERM end the run at once, and unfinished games are dropped. The signals stay blocked
// afterwards, and SIGXFSZ is ignored, so that a limit on the file's size is an error like a full
// disk.
RunEnd run_selfplay(const SelfPlayRun& run);

}  // namespace anqi
