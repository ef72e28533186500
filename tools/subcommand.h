// Programs that do one of several things, named by the first word of their command line.
#pragma once

#include <boost/program_options.hpp>
#include <span>
#include <string>
#include <string_view>

namespace anqi {

using Values = boost::program_options::variables_map;

struct Subcommand {
    std::string_view name;
    std::string_view usage;  // ends with a newline
    const char* word;        // name of the words beside the options; nullptr = there are none
    void (*add_options)(boost::program_options::options_description& options);
    int (*run)(const Values& values);  // may throw po::error
    int words = 1;                     // at most; -1 = any number
};

// The word at a place of its own. Throws po::error saying that `what` is missing.
std::string read_word(const Values& values, const char* name, std::string_view what);
// The text of an option that must be given. Throws po::error.
std::string read_required(const Values& values, const char* name);

// For a command without options of its own.
inline void add_nothing(boost::program_options::options_description&) {}

// Says on stderr what went wrong, `who` being the program and its command. Returns kFailed.
int fail(std::string_view who, std::string_view message);

// Does what the command line says and returns the exit code. A bad call ends with a message.
int run_subcommands(std::string_view program, std::span<const Subcommand* const> commands, int argc,
                    const char* const* argv);

}  // namespace anqi
