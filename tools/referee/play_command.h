// `anqi-referee [options]` and `anqi-referee --resume STATE`: plays an event.
#pragma once

namespace anqi {

// Exit code 0; 1 when a game could not be played, an engine was at fault or a file cannot be used;
// 130 when interrupted. Throws on a bad call.
int run_play(int argc, const char* const* argv);

}  // namespace anqi
