#include "tools/referee/report/charts.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "tools/referee/report/html.h"
#include "tools/referee/report/plot.h"

namespace anqi {
namespace {

// More lines than that nobody can tell apart; the style sheet has as many colours and dashes.
constexpr std::size_t kMostLines = 6;

double percent(double part) { return 100.0 * part; }
double milliseconds(double microseconds) { return microseconds / 1000.0; }

std::string legend_entry(std::string_view style, std::string_view name) {
    return fmt::format(
        "<li><svg class=\"key\" viewBox=\"0 0 28 12\" aria-hidden=\"true\"><line class=\"line {}\" "
        "x1=\"1\" x2=\"27\" y1=\"6\" y2=\"6\"/></svg> {}</li>",
        style, name_html(name));
}

std::string style_of(std::size_t engine) { return fmt::format("line{}", engine + 1); }

// One line per engine of what `value` says of its groups of plies, in milliseconds.
template <class Value>
std::string time_chart(const EngineTable& table, std::size_t shown, std::string title,
                       Value value) {
    double highest = 0.0;
    std::size_t groups = 0;
    std::string description = "Over the whole game:";
    for (std::size_t i = 0; i < shown; ++i) {
        const EngineSummary& engine = table.engines[i];
        for (const AnswerTime& time : engine.time_by_ply) highest = std::max(highest, value(time));
        groups = std::max(groups, engine.time_by_ply.size());
        description += fmt::format(" {} {:.1f} ms;", engine.name, value(engine.time));
    }
    description.back() = '.';
    Plot plot(std::move(title), std::move(description),
              {0.0, static_cast<double>(groups) * table.width, "ply"},
              {0.0, highest * 1.05, "milliseconds"});
    for (std::size_t i = 0; i < shown; ++i) {
        std::vector<PlotPoint> points;
        for (std::size_t group = 0; group < table.engines[i].time_by_ply.size(); ++group) {
            const AnswerTime& time = table.engines[i].time_by_ply[group];
            if (time.count == 0) continue;
            points.push_back({(static_cast<double>(group) + 0.5) * table.width, value(time)});
        }
        plot.line(points, style_of(i));
    }
    return plot.svg();
}

constexpr double kCell = 44.0;
constexpr double kEdge = 20.0;  // for the letters and numbers beside the board

// From 0, where the first seat always lost, to 8, where it always won.
int heat(const Tally& tally) { return static_cast<int>(tally.score() * 8.0 + 0.5); }

std::string square_text(Square square, const Tally& tally) {
    return fmt::format("{}: {:.1f} % in {} games, {} won, {} drawn, {} lost", to_text(square),
                       percent(tally.score()), tally.games(), tally.wins, tally.draws,
                       tally.losses);
}

std::string heat_cell(Square square, const Tally& tally) {
    const double x = kEdge + kCell * file_of(square);
    const double y = kCell * (kRanks - 1 - rank_of(square));
    if (tally.games() == 0) {
        return fmt::format(
            "<rect class=\"heat none\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\"/>\n", x, y,
            kCell);
    }
    return fmt::format(
        "<g class=\"heat heat{0}\"><rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{3}\"/>"
        "<text class=\"middle\" x=\"{4}\" y=\"{5}\">{6:.0f} %</text>"
        "<text class=\"middle small\" x=\"{4}\" y=\"{7}\">{8}</text><title>{9}</title></g>\n",
        heat(tally), x, y, kCell, x + kCell / 2, y + 20, percent(tally.score()), y + 36,
        tally.games(), square_text(square, tally));
}

std::string board_edges() {
    std::string svg;
    for (int file = 0; file < kFiles; ++file) {
        svg += fmt::format("<text class=\"middle\" x=\"{}\" y=\"{}\">{}</text>",
                           kEdge + kCell * (file + 0.5), kRanks * kCell + 15,
                           to_text(make_square(file, 0))[0]);
    }
    for (int rank = 0; rank < kRanks; ++rank) {
        svg += fmt::format("<text class=\"end\" x=\"{}\" y=\"{}\">{}</text>", kEdge - 6,
                           kCell * (kRanks - rank - 0.5) + 4, rank + 1);
    }
    return svg + "\n";
}

}  // namespace

std::string score_chart(const Pairing& pairing, const EngineTable& table) {
    const std::string &a = table.engines[pairing.a].name, &b = table.engines[pairing.b].name;
    std::vector<PlotPoint> score, lower, upper;
    for (const ScorePoint& point : pairing.progress) {
        score.push_back({static_cast<double>(point.games), percent(point.score)});
        lower.push_back({static_cast<double>(point.games), percent(point.band.low)});
        upper.push_back({static_cast<double>(point.games), percent(point.band.high)});
    }
    Plot plot(fmt::format("Score of {} against {} by number of games", a, b),
              fmt::format("After {} games {:.1f} %, 95 % interval {:.1f} to {:.1f} %.",
                          pairing.tally.games(), percent(pairing.tally.score()),
                          percent(pairing.interval.low), percent(pairing.interval.high)),
              {0.0, static_cast<double>(pairing.tally.games()), "games"},
              {0.0, 100.0, "score", " %"});
    plot.band(lower, upper);
    plot.level(50.0);
    plot.line(score, style_of(0));
    return plot.svg();
}

std::string length_chart(const Lengths& lengths) {
    int most = 0;
    for (const LengthBin& bin : lengths.bins) most = std::max(most, bin.won + bin.drawn);
    Plot plot("Lengths of the games",
              fmt::format("From {} to {} plies, {:.1f} in the mean.", lengths.shortest,
                          lengths.longest, lengths.mean),
              {0.0, static_cast<double>(lengths.bins.size()) * lengths.width, "plies"},
              {0.0, most * 1.05, "games"});
    for (std::size_t i = 0; i < lengths.bins.size(); ++i) {
        const LengthBin& bin = lengths.bins[i];
        const int low = static_cast<int>(i) * lengths.width, high = low + lengths.width;
        const std::string tip =
            fmt::format("{} to {} plies: {} won, {} drawn", low, high - 1, bin.won, bin.drawn);
        const double x0 = low, x1 = high, won = bin.won, all = bin.won + bin.drawn;
        if (bin.won > 0) plot.bar({x0, 0.0}, {x1, won}, "won", tip);
        if (bin.drawn > 0) plot.bar({x0, won}, {x1, all}, "drawn", tip);
    }
    return plot.svg() +
           "<ul class=\"legend\"><li><span class=\"swatch won\"></span> won by a side</li>"
           "<li><span class=\"swatch drawn\"></span> drawn</li></ul>\n";
}

std::string time_charts(const EngineTable& table) {
    const auto timed = [](const EngineSummary& engine) { return engine.time.count > 0; };
    if (std::none_of(table.engines.begin(), table.engines.end(), timed)) return {};
    const std::size_t shown = std::min(table.engines.size(), kMostLines);
    std::string html = "<h3>Mean</h3>\n";
    html += time_chart(table, shown, "Mean time by ply",
                       [](const AnswerTime& time) { return milliseconds(time.mean()); });
    html += "<h3>Longest</h3>\n";
    html += time_chart(table, shown, "Longest time by ply", [](const AnswerTime& time) {
        return milliseconds(static_cast<double>(time.longest));
    });
    html += "<ul class=\"legend\">";
    for (std::size_t i = 0; i < shown; ++i) {
        html += legend_entry(style_of(i), table.engines[i].name);
    }
    html += "</ul>\n";
    if (shown == table.engines.size()) return html;
    return html + fmt::format("<p class=\"note\">The best {} of {} engines are drawn.</p>\n", shown,
                              table.engines.size());
}

std::string first_flip_chart(const GameFacts& facts) {
    std::string cells, description;
    for (Square square = 0; square < kSquares; ++square) {
        const Tally& tally = facts.first_flips[static_cast<std::size_t>(square)];
        cells += heat_cell(square, tally);
        if (tally.games() > 0) description += square_text(square, tally) + ". ";
    }
    if (description.empty()) description = "No game began with a flip.";
    return picture(kEdge + kFiles * kCell + 2, kRanks * kCell + kEdge,
                   "The first seat's score by the square of the first flip", description,
                   cells + board_edges());
}

}  // namespace anqi
