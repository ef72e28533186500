#include "tools/referee/report/plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "tools/referee/report/html.h"

namespace anqi {
namespace {

// In the picture's own units; the page scales it to the width there is.
constexpr double kWidth = 560.0;
constexpr double kHeight = 260.0;
constexpr double kLeft = 56.0;
constexpr double kRight = 14.0;
constexpr double kTop = 12.0;
constexpr double kBottom = 44.0;
constexpr int kMostLines = 6;

void give_length(Plot::Axis& axis) {
    if (!(axis.high > axis.low)) axis.high = axis.low + 1.0;
}

}  // namespace

double grid_step(double length, int most) {
    const double ten = std::pow(10.0, std::floor(std::log10(length / most)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (length <= ten * factor * most) return ten * factor;
    }
    return ten * 10.0;
}

std::string picture(double width, double height, std::string_view title,
                    std::string_view description, std::string_view content) {
    const std::string name = escape_html(title);
    return fmt::format(
        "<svg role=\"img\" viewBox=\"0 0 {} {}\" aria-label=\"{}\">\n<title>{}</title>\n"
        "<desc>{}</desc>\n{}</svg>\n",
        width, height, name, name, escape_html(description), content);
}

Plot::Plot(std::string title, std::string description, Axis x, Axis y)
    : title_(std::move(title)), description_(std::move(description)), x_(x), y_(y) {
    give_length(x_);
    give_length(y_);
}

double Plot::across(double x) const {
    return kLeft + (x - x_.low) / (x_.high - x_.low) * (kWidth - kLeft - kRight);
}

double Plot::up(double y) const {
    const double part = std::clamp((y - y_.low) / (y_.high - y_.low), 0.0, 1.0);
    return kHeight - kBottom - part * (kHeight - kTop - kBottom);
}

std::string Plot::path(const std::vector<PlotPoint>& points) const {
    std::string text;
    for (const PlotPoint& p : points) {
        text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", across(p.x), up(p.y));
    }
    return text;
}

void Plot::line(const std::vector<PlotPoint>& points, std::string_view style) {
    // A line of one point would not be seen.
    if (points.size() == 1) {
        content_ += fmt::format("<circle class=\"{} dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n",
                                style, across(points[0].x), up(points[0].y));
    }
    content_ += fmt::format("<polyline class=\"line {}\" points=\"{}\"/>\n", style, path(points));
}

void Plot::band(const std::vector<PlotPoint>& lower, const std::vector<PlotPoint>& upper) {
    std::vector<PlotPoint> around = upper;
    around.insert(around.end(), lower.rbegin(), lower.rend());
    content_ += fmt::format("<polygon class=\"band\" points=\"{}\"/>\n", path(around));
}

void Plot::bar(PlotPoint lower_left, PlotPoint upper_right, std::string_view style,
               std::string_view tip) {
    const double left = across(lower_left.x), top = up(upper_right.y);
    content_ += fmt::format(
        "<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\">"
        "<title>{}</title></rect>\n",
        style, left, top, std::max(across(upper_right.x) - left - 1.0, 0.5), up(lower_left.y) - top,
        escape_html(tip));
}

void Plot::level(double y) {
    content_ +=
        fmt::format("<line class=\"level\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>\n",
                    kLeft, kWidth - kRight, up(y));
}

std::string Plot::grid() const {
    std::string svg;
    const double bottom = kHeight - kBottom, right = kWidth - kRight;
    const double y_step = grid_step(y_.high - y_.low, kMostLines);
    for (double y = std::ceil(y_.low / y_step) * y_step; y <= y_.high + 1e-9; y += y_step) {
        svg += fmt::format(
            "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>"
            "<text class=\"end\" x=\"{3}\" y=\"{4:.1f}\">{5:.6g}{6}</text>\n",
            kLeft, right, up(y), kLeft - 6, up(y) + 4, y, y_.unit);
    }
    // Plies and games are whole numbers.
    const double x_step = std::max(1.0, grid_step(x_.high - x_.low, kMostLines));
    for (double x = std::ceil(x_.low / x_step) * x_step; x <= x_.high + 1e-9; x += x_step) {
        svg += fmt::format("<text class=\"middle\" x=\"{:.1f}\" y=\"{}\">{:.6g}{}</text>\n",
                           across(x), bottom + 17, x, x_.unit);
    }
    svg += fmt::format("<line class=\"axis\" x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\"/>\n",
                       kLeft, right, bottom);
    svg += fmt::format("<text class=\"middle\" x=\"{:.1f}\" y=\"{}\">{}</text>\n",
                       (kLeft + right) / 2, kHeight - 8, escape_html(x_.label));
    return svg + fmt::format(
                     "<text class=\"middle\" transform=\"translate(13 {:.1f}) rotate(-90)\">"
                     "{}</text>\n",
                     (kTop + bottom) / 2, escape_html(y_.label));
}

std::string Plot::svg() const {
    return picture(kWidth, kHeight, title_, description_, grid() + content_);
}

}  // namespace anqi
