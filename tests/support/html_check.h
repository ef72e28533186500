// Whether a page is well formed, as far as our own pages go: no general reader of HTML.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace anqi::test {

struct HtmlCheck {
    std::string fault;                 // the first thing that is wrong; empty when nothing is
    std::set<std::string> elements;    // the names of all elements
    std::set<std::string> attributes;  // the names of all attributes
};

// Faults are: a tag that does not end or lacks its partner, an attribute without quotes, an id
// given twice, a bare & or > in text. The content of script and style is only skipped.
HtmlCheck check_html(std::string_view page);

}  // namespace anqi::test
