// What the commands of anqi-tables read from their arguments, and how they end.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <string_view>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/tables/kinship.h"
#include "engine/tables/men.h"
#include "engine/util/result.h"

namespace anqi::tables_tool {

using Values = boost::program_options::variables_map;

// "rules", "quiet-limit": the rule set and its limit.
void add_rules(boost::program_options::options_description& options);
// Throws po::error naming what is wrong.
RuleSet read_rules(const Values& values);
// The same, for what is answered from tables: they serve no limit below kLeastLimit.
RuleSet read_served_rules(const Values& values);

// The word at a place of its own. Throws po::error saying that `what` is missing.
std::string read_word(const Values& values, const char* name, std::string_view what);

// Throw po::error.
Position read_position(const std::string& text);
Men read_men(const std::string& text);

// Says why on stderr.
int fail(std::string_view command, std::string_view message);

// Reads and runs one command: its options, at most one word, help.
struct Command {
    std::string_view name;
    std::string_view usage;  // ends with a newline
    const char* word;        // name of the word beside the options; nullptr = there is none
    void (*add_options)(boost::program_options::options_description& options);
    int (*run)(const Values& values);  // may throw po::error
};
int run_command(const Command& command, int argc, const char* const* argv);

}  // namespace anqi::tables_tool
