#include "tools/referee/report/tables.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <set>

#include "engine/core/notation.h"
#include "tools/referee/report/html.h"

namespace anqi {
namespace {

constexpr std::string_view kNothing = "\u2013";
// More than that nobody reads in a summary.
constexpr std::size_t kMostNames = 12;

double percent(double part) { return 100.0 * part; }

std::string count_text(long long count, std::string_view thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string results(const Tally& tally) {
    return fmt::format("<span class=\"results\">+{} ={} \u2212{}</span>", tally.wins, tally.draws,
                       tally.losses);
}

std::string score_cell(const Tally& tally) {
    if (tally.games() == 0) return std::string(kNothing);
    return fmt::format("{:.1f} %<br><span class=\"note\">{}</span>", percent(tally.score()),
                       results(tally));
}

std::string interval_text(Interval interval) {
    return fmt::format("{:.1f} to {:.1f}", percent(interval.low), percent(interval.high));
}

// The first few of `items`, separated by commas.
template <class Items>
std::string list_text(const Items& items) {
    std::string text;
    std::size_t count = 0;
    for (const auto& item : items) {
        if (count++ == kMostNames) {
            return fmt::format("{}, and {} more", text, items.size() - kMostNames);
        }
        text += fmt::format("{}{}", count == 1 ? "" : ", ", item);
    }
    return text;
}

std::string summary_entry(std::string_view term, std::string_view html) {
    return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", term, html);
}

// What `engine` of a pairing scored, with the interval; `pairing` may be seen from either side.
std::string cross_cell(const Pairing& pairing, std::size_t engine) {
    const bool own = pairing.a == engine;
    const Tally tally = own ? pairing.tally : reversed(pairing.tally);
    const Interval interval =
        own ? pairing.interval : Interval{1.0 - pairing.interval.high, 1.0 - pairing.interval.low};
    return fmt::format("{:.1f} %<br><span class=\"note\">{}<br>{}</span>", percent(tally.score()),
                       interval_text(interval), results(tally));
}

// [row][column]; nothing where two engines did not meet.
using Cells = std::vector<std::vector<std::string>>;

Cells cross_cells(std::size_t engines, const std::vector<Pairing>& pairings) {
    Cells cells(engines, std::vector<std::string>(engines, std::string(kNothing)));
    for (const Pairing& pairing : pairings) {
        cells[pairing.a][pairing.b] = cross_cell(pairing, pairing.a);
        cells[pairing.b][pairing.a] = cross_cell(pairing, pairing.b);
    }
    return cells;
}

std::string luck_cell(double score, const std::optional<double>& half_width) {
    if (!half_width) return fmt::format("{:.1f} %", percent(score));
    return fmt::format("{:.1f} % \u00b1 {:.1f}", percent(score), percent(*half_width));
}

// The part of the variance that is left without luck.
std::string variance_cell(const LuckScore& luck) {
    if (!luck.raw_half_width || *luck.raw_half_width <= 0.0) return std::string(kNothing);
    const double ratio = *luck.adjusted_half_width / *luck.raw_half_width;
    return fmt::format("{:.2f}", ratio * ratio);
}

}  // namespace

std::string summary_list(const std::vector<GameLog>& logs, const EngineTable& table) {
    std::vector<std::string> names;
    for (const EngineSummary& engine : table.engines) names.push_back(name_html(engine.name));
    std::set<std::string> rules;
    std::set<std::uint64_t> seeds;
    long long plies = 0;
    for (const GameLog& log : logs) {
        rules.insert(escape_html(to_text(log.rules)));
        seeds.insert(log.seed);
        plies += static_cast<long long>(log.events.size());
    }
    return "<dl>\n" +
           summary_entry(
               "Games",
               fmt::format("{}, {}", count_text(static_cast<long long>(logs.size()), "game"),
                           plies == 1 ? "1 ply" : fmt::format("{} plies", plies))) +
           summary_entry("Engines", list_text(names)) + summary_entry("Rules", list_text(rules)) +
           summary_entry("Seed", list_text(seeds)) + "</dl>\n";
}

std::string cross_table(const EngineTable& table, const std::vector<Pairing>& pairings) {
    HtmlTable html{
        "Each row: the score against the engine of the column, its 95 % interval, and "
        "games won, drawn and lost.",
        {"Engine", "Games", "Points", "Score"},
        {}};
    for (const EngineSummary& engine : table.engines) html.head.push_back(name_html(engine.name));
    const Cells cells = cross_cells(table.engines.size(), pairings);
    for (std::size_t i = 0; i < table.engines.size(); ++i) {
        const Tally total = table.engines[i].total();
        std::vector<std::string> row = {name_html(table.engines[i].name),
                                        fmt::format("{}", total.games()),
                                        fmt::format("{:.1f}", total.points()), score_cell(total)};
        row.insert(row.end(), cells[i].begin(), cells[i].end());
        html.rows.push_back(std::move(row));
    }
    return to_html(html);
}

std::string score_text(const Pairing& pairing) {
    return fmt::format("{:.1f} % ({}) in {}, {}", percent(pairing.tally.score()),
                       interval_text(pairing.interval), count_text(pairing.tally.games(), "game"),
                       results(pairing.tally));
}

std::string seat_table(const EngineTable& table, const GameFacts& facts) {
    HtmlTable html{"The score of each engine by its seat; the first seat makes the first ply.",
                   {"Engine", "First seat", "Second seat", "Mean time", "Longest time"},
                   {}};
    for (const EngineSummary& engine : table.engines) {
        const bool timed = engine.time.count > 0;
        html.rows.push_back(
            {name_html(engine.name), score_cell(engine.seats[0]), score_cell(engine.seats[1]),
             timed ? fmt::format("{:.1f} ms", engine.time.mean() / 1000.0) : std::string(kNothing),
             timed ? fmt::format("{:.1f} ms", static_cast<double>(engine.time.longest) / 1000.0)
                   : std::string(kNothing)});
    }
    const std::string nothing(kNothing);
    html.rows.push_back({"all games", score_cell(facts.first_seat),
                         score_cell(reversed(facts.first_seat)), nothing, nothing});
    return to_html(html);
}

std::string luck_table(const EngineTable& table, const std::vector<Pairing>& pairings) {
    HtmlTable html{
        "The score less what the flips gave, beside the raw score of the same games. "
        "Intervals of 95 % from game to game; the last column is the part of the "
        "variance that is left.",
        {"Engine", "Opponent", "Games", "Raw", "Without luck", "Variance"},
        {}};
    for (const Pairing& pairing : pairings) {
        if (!pairing.luck) continue;
        const LuckScore& luck = *pairing.luck;
        html.rows.push_back(
            {name_html(table.engines[pairing.a].name), name_html(table.engines[pairing.b].name),
             fmt::format("{}", luck.games), luck_cell(luck.raw, luck.raw_half_width),
             luck_cell(luck.adjusted, luck.adjusted_half_width), variance_cell(luck)});
    }
    return html.rows.empty() ? std::string() : to_html(html);
}

std::string reason_table(const GameFacts& facts) {
    HtmlTable html{"How the games ended.",
                   {"Reason", "Games", "First seat won", "Second seat won", "Drawn"},
                   {}};
    for (const auto& [reason, tally] : facts.reasons) {
        html.rows.push_back({std::string(to_text(reason)), fmt::format("{}", tally.games()),
                             fmt::format("{}", tally.wins), fmt::format("{}", tally.losses),
                             fmt::format("{}", tally.draws)});
    }
    return to_html(html);
}

std::string fault_table(const EngineTable& table) {
    HtmlTable html{"Games lost by a fault, by its kind.", {"Engine"}, {}};
    for (int kind = 1; kind < kFaultKinds; ++kind) {
        html.head.emplace_back(to_text(static_cast<FaultKind>(kind)));
    }
    html.head.emplace_back("longest overrun");
    bool any = false;
    for (const EngineSummary& engine : table.engines) {
        any = any || engine.faulty();
        std::vector<std::string> row = {name_html(engine.name)};
        for (int kind = 1; kind < kFaultKinds; ++kind) {
            row.push_back(fmt::format("{}", engine.faults[static_cast<std::size_t>(kind)]));
        }
        row.push_back(
            fmt::format("{:.1f} ms", static_cast<double>(engine.longest_overrun) / 1000.0));
        html.rows.push_back(std::move(row));
    }
    return any ? to_html(html) : std::string();
}

}  // namespace anqi
