// What the programs beside the engine share: reading arguments, help, and how a bad call ends.
#pragma once

#include <boost/program_options.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rules.h"
#include "engine/util/clock.h"
#include "protocol/configuration.h"

namespace anqi {

// Exit codes.
inline constexpr int kFailed = 1;
inline constexpr int kBadCall = 2;
inline constexpr int kInterrupted = 130;

// Options by their full names only. Throws boost::program_options::error.
boost::program_options::variables_map read_arguments(
    const boost::program_options::options_description& options,
    const boost::program_options::positional_options_description& positions, int argc,
    const char* const* argv);

// The whole number that an option was given as text. Throws po::error naming the option and the
// range.
long long read_number(const boost::program_options::variables_map& values, const char* name,
                      long long low, long long high);

// The preset of that name. Throws po::error listing those there are.
const RuleSet& rules_called(const std::string& name);

// "1:02:03".
std::string duration_text(Microseconds time);

// What a repeatable option was given; empty when it was not.
std::vector<std::string> read_words(const boost::program_options::variables_map& values,
                                    const char* name);

// Takes NAME=VALUE words over, each any option of the engine. Throws po::error naming what is
// wrong.
void set_options(Configuration& configuration, const std::vector<std::string>& words);

// `usage` ends with a newline; the options follow.
void print_help(std::string_view usage, const boost::program_options::options_description& options);

// Says something to a person. Where nobody listens any more, nothing happens. Any thread may call.
void tell(std::string_view text);

// The exit code of `program`, or kBadCall after a message on stderr when it throws.
template <class F>
int run_program(std::string_view name, F&& program) {
    try {
        return program();
    } catch (const std::exception& error) {
        fmt::print(stderr, "{0}: {1} (see {0} --help)\n", name, error.what());
        return kBadCall;
    }
}

}  // namespace anqi
