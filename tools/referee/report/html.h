// The smallest pieces of HTML: foreign text made harmless, and tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anqi {

// Fit for text and for attributes in quotes.
std::string escape_html(std::string_view text);
// A name out of a file: escaped, and apart from the direction of the text around it.
std::string name_html(std::string_view name);
// A JSON text that cannot end the <script> around it.
std::string escape_json_in_script(std::string json);

// Cells hold HTML. The first cell of a row is its heading.
struct HtmlTable {
    std::string caption;
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;
};
std::string to_html(const HtmlTable& table);

// A card of the page with a heading; `id` and `title` are the program's own words.
std::string section(std::string_view id, std::string_view title, std::string_view content);

}  // namespace anqi
