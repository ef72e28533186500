// What the commands of anqi-tables read from their arguments.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <string_view>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/tables/kinship.h"
#include "engine/tables/men.h"
#include "engine/util/result.h"
#include "tools/subcommand.h"

namespace anqi::tables_tool {

// "rules", "quiet-limit": the rule set and its limit.
void add_rules(boost::program_options::options_description& options);
// Throws po::error naming what is wrong.
RuleSet read_rules(const Values& values);
// The same, for what is answered from tables: they serve no limit below kLeastLimit.
RuleSet read_served_rules(const Values& values);

// Throw po::error.
Position read_position(const std::string& text);
Men read_men(const std::string& text);

}  // namespace anqi::tables_tool
