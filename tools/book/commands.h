// The commands of anqi-book.
#pragma once

#include "tools/subcommand.h"

namespace anqi::book_tool {

extern const Subcommand kBuild, kMerge, kInfo, kShow, kVerify, kExport, kReport;

}  // namespace anqi::book_tool
