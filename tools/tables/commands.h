// The commands of anqi-tables.
#pragma once

#include "tools/subcommand.h"
#include "tools/tables/arguments.h"

namespace anqi::tables_tool {

extern const Subcommand kBuild, kIndex, kPlan, kVerify, kList, kProbe, kStats, kSolve;

}  // namespace anqi::tables_tool
