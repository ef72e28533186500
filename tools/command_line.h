// The command line of anqi, and the configuration files that stand behind it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/util/result.h"
#include "protocol/config_file.h"
#include "protocol/configuration.h"

namespace anqi {

struct CommandLine {
    bool help = false;
    bool version = false;
    bool bench = false;
    bool demo = false;
    std::optional<std::string> perft;     // the depth, as it was written
    std::optional<std::string> position;  // the word that follows the options
    std::optional<std::string> config;
    std::vector<Assignment> options;

    bool names(std::string_view option) const;
};

// Errors name the bad word and the nearest name.
Result<CommandLine> parse_command_line(int argc, const char* const* argv);

// What `--help` prints.
std::string usage();

// The defaults, then the configuration file, then the command line. A file that was asked for must
// be there and without fault; one that merely lies beside the executable is warned about on stderr.
Result<Configuration> configure(const CommandLine& line);

}  // namespace anqi
