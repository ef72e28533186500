#include "tools/referee/report/page.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

#include "tools/referee/report/assets.h"
#include "tools/referee/report/charts.h"
#include "tools/referee/report/engines.h"
#include "tools/referee/report/games.h"
#include "tools/referee/report/html.h"
#include "tools/referee/report/pairings.h"
#include "tools/referee/report/replay_data.h"
#include "tools/referee/report/tables.h"

namespace anqi {
namespace {

constexpr std::size_t kMostScoreCharts = 30;

// Nothing may be loaded from anywhere, whatever a name holds.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

// What the script fills.
constexpr std::string_view kReplay = R"(<noscript><p>The replay needs JavaScript.</p></noscript>
<div class="columns">
<div id="replay" role="group" tabindex="0" aria-label="Replay; arrow keys, Page Up, Page Down, Home and End step through the game">
<div class="board"><svg id="board" role="img" aria-label="Board" viewBox="0 0 214 420"></svg></div>
<div class="beside">
<h3 id="replay-title"></h3>
<p id="state" aria-live="polite"></p>
<p><span id="counter"></span> <span id="time"></span></p>
<p class="buttons"><button type="button" data-key="Home">|&#x25C0;&#xFE0E; <span>First</span></button>
<button type="button" data-key="ArrowLeft">&#x25C0;&#xFE0E; <span>Back</span></button>
<button type="button" data-key="ArrowRight">&#x25B6;&#xFE0E; <span>Forward</span></button>
<button type="button" data-key="End">&#x25B6;&#xFE0E;| <span>Last</span></button></p>
<p><label><input type="checkbox" id="letters"> letters instead of characters</label></p>
<p>Captured: <span id="captured"></span></p>
<p id="note" class="note"></p>
<ol id="plies"></ol>
</div>
</div>
<div class="scroll games"><table><caption>Games with their first and second seats; open one to replay it.</caption>
<thead><tr><th scope="col">Game</th><th scope="col">First</th><th scope="col">Second</th>
<th scope="col">Result</th><th scope="col">Reason</th><th scope="col">Plies</th></tr></thead>
<tbody id="list"></tbody></table></div>
</div>
)";

std::string score_details(const Pairing& pairing, const EngineTable& table, bool open) {
    return fmt::format("<details{}><summary>{} \u2013 {}: {}</summary>\n{}</details>\n",
                       open ? " open" : "", name_html(table.engines[pairing.a].name),
                       name_html(table.engines[pairing.b].name), score_text(pairing),
                       score_chart(pairing, table));
}

std::string score_section(const std::vector<Pairing>& pairings, const EngineTable& table) {
    if (pairings.empty()) return {};
    std::string html =
        "<p class=\"note\">With the 95 % band; games in the order of the file.</p>\n";
    const std::size_t shown = std::min(pairings.size(), kMostScoreCharts);
    for (std::size_t i = 0; i < shown; ++i) html += score_details(pairings[i], table, i == 0);
    if (shown < pairings.size()) {
        html += fmt::format("<p class=\"note\">The {} pairings with the most games of {}.</p>\n",
                            shown, pairings.size());
    }
    return section("scores", "Score against number of games", html);
}

std::string first_flip_section(const GameFacts& facts) {
    return section(
        "first-flips", "Win rate by square of the first flip",
        "<p class=\"note\">The first seat's score, a draw counting one half, and below it "
        "the number of games; blue where it did badly, orange where it did well.</p>\n"
        "<div class=\"heatmap\">" +
            first_flip_chart(facts) + "</div>\n");
}

std::string optional_section(std::string_view id, std::string_view title,
                             const std::string& content) {
    return content.empty() ? std::string() : section(id, title, content);
}

std::string fault_section(const EngineTable& table) {
    const std::string faults = fault_table(table);
    return section("faults", "Faults",
                   faults.empty() ? "<p>No engine made a fault.</p>\n" : faults);
}

std::string replay_section(const std::vector<GameLog>& logs, const ReportOptions& options) {
    const std::size_t shown = std::min(logs.size(), options.most_replays);
    std::string html;
    if (shown < logs.size()) {
        html = fmt::format(
            "<p class=\"note\">The last {} of {} games can be replayed; the other sections are "
            "about "
            "all of them.</p>\n",
            shown, logs.size());
    }
    html += kReplay;
    html += "<script type=\"application/json\" id=\"data\">" +
            replay_json(std::span(logs).last(shown)) + "</script>\n";
    return section("games", "Games", html);
}

std::string body(const std::vector<GameLog>& logs, const ReportOptions& options) {
    const EngineTable table = gather_engines(logs);
    if (logs.empty()) return section("summary", "Summary", "<p>There are no games.</p>\n");
    const std::vector<Pairing> pairings = gather_pairings(logs, table);
    const GameFacts facts = gather_games(logs);
    return section("summary", "Summary", summary_list(logs, table)) +
           section("cross-table", "Cross table", cross_table(table, pairings)) +
           score_section(pairings, table) +
           section("lengths", "Lengths of the games", length_chart(facts.lengths)) +
           replay_section(logs, options) + first_flip_section(facts) +
           section("seats", "Seats and time", seat_table(table, facts)) +
           optional_section("luck", "Score without luck", luck_table(table, pairings)) +
           optional_section("times", "Time per ply", time_charts(table)) +
           section("reasons", "Results by reason", reason_table(facts)) + fault_section(table);
}

}  // namespace

std::string html_report(const std::vector<GameLog>& logs, const ReportOptions& options) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{0}\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<title>{1}</title>\n<style>\n{2}</style>\n</head>\n<body>\n<h1>{1}</h1>\n<main>\n",
        kPolicy, escape_html(options.title), kReportStyle);
    html += body(logs, options);
    html += "</main>\n";
    if (!logs.empty()) html += fmt::format("<script>\n{}</script>\n", kReportScript);
    return html + "</body>\n</html>\n";
}

}  // namespace anqi
