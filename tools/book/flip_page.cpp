// The report on first flips as a page.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "engine/core/symmetry.h"
#include "tools/book/flip_report.h"
#include "tools/referee/report/html.h"

namespace anqi::book_tool {
namespace {

constexpr std::string_view kStyle = R"(
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em;
       color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1em 0; }
caption { text-align: left; font-weight: bold; padding: .3em 0; }
th, td { padding: .2em .7em; text-align: right; border-bottom: 1px solid #ddd; }
.boards { display: flex; flex-wrap: wrap; gap: 1em; }
figure { margin: 0; }
figcaption { font-size: 13px; text-align: center; }
.board td { width: 3.1em; height: 2.2em; padding: 0; text-align: center; font-size: 11px;
            border: 1px solid #999; color: #000; }
)";

std::string signed_text(double value) { return fmt::format("{:+.3f}", value); }

std::vector<std::string> row(std::string name, const FlipFigure& figure) {
    const bool played = figure.results.games() > 0;
    return {std::move(name), signed_text(figure.value), std::to_string(figure.visits),
            std::to_string(figure.results.games()),
            played ? fmt::format("{} \u00B1 {:.3f}", signed_text(figure.results.mean()),
                                 figure.results.margin())
                   : "\u2013"};
}

HtmlTable table(std::string caption, std::string first) {
    return {
        std::move(caption), {std::move(first), "value", "visits", "games", "result of games"}, {}};
}

// Red is good for the side that flips, blue is bad; full colour at `scale` from the middle.
std::string colour(double value, double middle, double scale) {
    const double share = std::clamp((value - middle) / scale, -1.0, 1.0);
    const auto rest = static_cast<int>(std::lround(255 - 150 * std::abs(share)));
    return share > 0 ? fmt::format("rgb(255,{0},{0})", rest)
                     : fmt::format("rgb({0},{0},255)", rest);
}

using Values = std::array<std::optional<double>, kSquares>;

struct Range {
    double middle, scale;
};

Range range_of(const Values& values) {
    double low = 1, high = -1;
    for (const auto& value : values) {
        if (value) low = std::min(low, *value), high = std::max(high, *value);
    }
    return {(low + high) / 2, std::max(0.005, (high - low) / 2)};
}

std::string cell(const std::optional<double>& value, std::string_view piece, Range range) {
    if (!value) return fmt::format("<td>{}</td>", piece);
    return fmt::format("<td style=\"background:{}\">{}</td>",
                       colour(*value, range.middle, range.scale), signed_text(*value));
}

// Rank 8 first, as boards are drawn elsewhere.
std::string board(const Values& values, const Position& position, const std::string& caption) {
    const Range range = range_of(values);
    std::string html = "<figure><table class=\"board\"><tbody>";
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        html += "<tr>";
        for (int file = 0; file < kFiles; ++file) {
            const Square s = make_square(file, rank);
            const Piece piece = position.at(s);
            html += cell(values[static_cast<std::size_t>(s)],
                         piece == Piece::none ? "" : std::string(1, letter(piece)), range);
        }
        html += "</tr>";
    }
    return html + fmt::format("</tbody></table><figcaption>{}</figcaption></figure>\n", caption);
}

std::string first_flips(const FlipReport& report) {
    HtmlTable figures = table("First flip by square, for the side that flips", "square");
    Values values;
    for (std::size_t c = 0; c < report.classes.size(); ++c) {
        figures.rows.push_back(row(anqi::to_text(report.classes[c]), report.by_class[c]));
        for (const Symmetry symmetry : kSymmetries) {
            values[static_cast<std::size_t>(transform(report.classes[c], symmetry))] =
                report.by_class[c].value;
        }
    }
    return anqi::to_html(figures) + "<div class=\"boards\">" +
           board(values, Position::start(), "value of the first flip") + "</div>";
}

std::string by_kind(const FlipReport& report) {
    HtmlTable figures = table("First flip by square and what it shows", "square, piece");
    for (std::size_t c = 0; c < report.classes.size(); ++c) {
        for (std::size_t k = 0; k < kKinds; ++k) {
            figures.rows.push_back(
                row(fmt::format("{} {}", anqi::to_text(report.classes[c]), kNames[k]),
                    report.by_kind[c][k]));
        }
    }
    return anqi::to_html(figures);
}

std::string answers(const FlipReport& report) {
    HtmlTable figures =
        table("Second flip, for the side that flips second, mean over squares", "first showed");
    for (std::size_t k = 0; k < kKinds; ++k) {
        figures.rows.push_back(
            row(fmt::format("{}, beside it", kNames[k]), report.by_answer[k][0]));
        figures.rows.push_back(
            row(fmt::format("{}, elsewhere", kNames[k]), report.by_answer[k][1]));
    }
    std::string html = anqi::to_html(figures) + "<div class=\"boards\">";
    for (std::size_t c = 0; c < report.classes.size(); ++c) {
        for (std::size_t k = 0; k < kKinds; ++k) {
            const Answers& after = report.answers[c][k];
            html += board(after.flips, after.position,
                          fmt::format("{} on {}", kNames[k], anqi::to_text(report.classes[c])));
        }
    }
    return html + "</div>";
}

}  // namespace

std::string to_html(const FlipReport& report) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\">\n<title>First flips</title>\n<style>{}</style></head><body>\n"
        "<h1>First flips</h1>\n",
        kStyle);
    html += fmt::format(
        "<p>Rules {}. Values are expected scores from -1 to 1; {} visits a position. Results of "
        "games are wins less losses with their 95 % interval. Red squares are better than the "
        "others of their board, blue ones worse.</p>\n",
        escape_html(anqi::to_text(report.rules)), report.origin.visits);
    html += section("first", "The first flip", first_flips(report));
    html += section("kinds", "What it shows", by_kind(report));
    html += section("answers", "The second flip", answers(report));
    return html + "</body></html>\n";
}

}  // namespace anqi::book_tool
