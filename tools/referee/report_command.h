// `anqi-referee report FILE... [-o PAGE] [--title TEXT]`: the page about the games of an event.
#pragma once

namespace anqi {

// `argv` as of the main program without its command word: argv[0] is not read, then come the words
// after "report". Returns the exit code: 0; 1 when a file cannot be read or written; 2 for a bad
// call, after a message on stderr. Does not throw.
int run_report(int argc, const char* const* argv);

}  // namespace anqi
