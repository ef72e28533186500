// A picture with two axes as inline SVG: lines, bands and bars over a grid. Colours and dashes come
// from the page's style sheet, by the class names given here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace anqi {

struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
};

// Grid steps of 1, 2 or 5 times a power of ten, at most `most` of them. Requires length > 0.
double grid_step(double length, int most);

// The frame of an SVG picture with its text alternatives, which are plain text and are escaped.
std::string picture(double width, double height, std::string_view title,
                    std::string_view description, std::string_view content);

class Plot {
  public:
    struct Axis {
        double low = 0.0;
        double high = 1.0;  // above low, or it becomes low + 1
        std::string_view label;
        std::string_view unit = "";  // after each number
    };

    // `title` and `description` are plain text and are escaped.
    Plot(std::string title, std::string description, Axis x, Axis y);

    void line(const std::vector<PlotPoint>& points, std::string_view style);
    // The area between two lines of as many points.
    void band(const std::vector<PlotPoint>& lower, const std::vector<PlotPoint>& upper);
    // `tip` is plain text; shown when pointed at.
    void bar(PlotPoint lower_left, PlotPoint upper_right, std::string_view style,
             std::string_view tip);
    // A level line across the whole picture.
    void level(double y);

    std::string svg() const;

  private:
    double across(double x) const;
    double up(double y) const;
    std::string path(const std::vector<PlotPoint>& points) const;
    std::string grid() const;

    std::string title_;
    std::string description_;
    Axis x_;
    Axis y_;
    std::string content_;
};

}  // namespace anqi
