// The commands of anqi-tables.
#pragma once

#include "tools/tables/arguments.h"

namespace anqi::tables_tool {

extern const Command kBuild, kIndex, kPlan, kVerify, kList, kProbe, kStats, kSolve;

}  // namespace anqi::tables_tool
