// `anqi demo`: the engine against itself, for people to watch.
#pragma once

#include "engine/player/settings.h"
#include "engine/util/clock.h"

namespace anqi {

// Plays one game on a deal drawn with settings.seed and prints the board after every action, then
// the result.
void demo(const Settings& settings, const Clock& clock);

}  // namespace anqi
