// The page's script and style sheet: the files report.js and report.css beside this one, which the
// build turns into text.
#pragma once

#include <string_view>

namespace anqi {

extern const std::string_view kReportScript;
extern const std::string_view kReportStyle;

}  // namespace anqi
