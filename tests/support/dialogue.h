// Recorded dialogues with the program: what is sent, and byte for byte what must come back.
//
//   # comment
//   args --seed 5      arguments of the program; before the first request
//   unwatched          do not ask for the position in between; before the first request
//   > request          sends the line with a newline; escapes: \r \t \\ \xNN (a byte)
//   >> request         sends it without a newline
//   < answer           a line that must come next; * stands for any text
//   exit 0             the exit code to expect; 0 unless said
//
// Requests that follow each other are sent at once. After each block of answers the harness asks
// for the position, and demands that no `?` answer has changed it. At the end the input is closed:
// nothing more may come, and the program must end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anqi::test {

struct Step {
    enum class Kind { send, expect } kind;
    std::string text;  // bytes to send, or a pattern to expect
    int line;          // in the file
};

struct Dialogue {
    std::vector<std::string> args;
    bool watched = true;
    int exit_code = 0;
    std::vector<Step> steps;
};

// Throws std::runtime_error on a bad line.
Dialogue parse_dialogue(std::string_view text);

// Holds the dialogue with the engine in `folder` as working directory. Empty when all went as
// expected, else what did not, with its line.
std::string hold(const Dialogue& dialogue, const std::string& folder);

// Whether `text` is what `pattern` says; * stands for any text.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace anqi::test
