#include "tools/referee/report/html.h"

#include <fmt/format.h>

namespace anqi {
namespace {

std::string row_html(const std::vector<std::string>& cells) {
    std::string html = "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) {
        html += i == 0 ? fmt::format("<th scope=\"row\">{}</th>", cells[i])
                       : fmt::format("<td>{}</td>", cells[i]);
    }
    return html + "</tr>\n";
}

std::string head_html(const std::vector<std::string>& cells) {
    std::string html = "<thead><tr>";
    for (const std::string& cell : cells) html += fmt::format("<th scope=\"col\">{}</th>", cell);
    return html + "</tr></thead>\n";
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            case '\'':
                escaped += "&#39;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

std::string name_html(std::string_view name) { return "<bdi>" + escape_html(name) + "</bdi>"; }

std::string escape_json_in_script(std::string json) {
    // Inside JSON a < stands in strings only, and \u003c means the same there.
    for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;) {
        json.replace(at, 1, "\\u003c");
    }
    return json;
}

std::string to_html(const HtmlTable& table) {
    std::string html =
        fmt::format("<div class=\"scroll\"><table>\n<caption>{}</caption>\n", table.caption);
    html += head_html(table.head) + "<tbody>\n";
    for (const auto& row : table.rows) html += row_html(row);
    return html + "</tbody>\n</table></div>\n";
}

std::string section(std::string_view id, std::string_view title, std::string_view content) {
    return fmt::format(
        "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n"
        "{2}</section>\n",
        id, title, content);
}

}  // namespace anqi
