// The configuration file: lines `name = value`, with the names of the options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/configuration.h"

namespace anqi {

// A wish to set an option, and where it was written.
struct Assignment {
    std::string name;
    std::string value;
    std::string source;  // "file:line", for messages
};

// Sets what can be set and returns one message for each wish that cannot. Wherever `rules` stands
// among them it is set first, because it resets the numbers that others name.
std::vector<std::string> apply_all(const std::vector<Assignment>& assignments,
                                   Configuration& configuration);

// Applies a file's text. Blank lines and comments (# at the start of a word) are skipped, as are
// bad lines: each gives one message with file, line and bad token.
std::vector<std::string> apply_config(std::string_view text, const std::string& file,
                                      Configuration& configuration);

}  // namespace anqi
