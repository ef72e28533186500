// The report as a page: well formed, harmless whatever names hold, never a number that is none.
#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>

#include "engine/core/notation.h"
#include "tests/support/html_check.h"
#include "tests/support/played_games.h"
#include "tests/support/process.h"
#include "tests/support/test_data.h"
#include "tools/referee/report/page.h"
#include "tools/referee/report/plot.h"
#include "tools/referee/report_command.h"

namespace anqi::test {
namespace {

constexpr std::array kHostile = {"</script><b>",
                                 "\"><img src=x onerror=alert(1)>",
                                 "' onload='alert(1)",
                                 "<!--",
                                 "&lt;",
                                 "a\nb\xFF",
                                 "{0} 暗棋 \u202E",
                                 ""};

bool holds(const std::string& page, std::string_view text) {
    return page.find(text) != std::string::npos;
}

// Checks what holds for every page.
HtmlCheck check_page(const std::string& page) {
    const HtmlCheck check = check_html(page);
    CHECK(check.fault == "");
    CHECK(check.elements.count("img") == 0);
    CHECK(check.elements.count("b") == 0);
    CHECK(check.elements.count("link") == 0);
    for (const std::string& name : check.attributes) CHECK_FALSE(name.starts_with("on"));
    CHECK(check.attributes.count("src") == 0);
    // As whole numbers in text and attributes; words may hold these letters.
    for (const char* number :
         {">nan", "\"nan", " nan", ",nan", "-nan", ">inf", "\"inf", " inf ", ",inf", "-inf"}) {
        CAPTURE(number);
        CHECK_FALSE(holds(page, number));
    }
    return check;
}

GameLog draw_of_no_plies(std::string first, std::string second) {
    GameLog log;
    log.game = log.pair = 1;
    log.engines = {std::move(first), std::move(second)};
    log.reason = Reason::stalled;
    return log;
}

std::vector<GameLog> played(int pairs) {
    return play_event(
        {.players = {WeakPlayer{"A", PlayerKind::greedy}, WeakPlayer{"B", PlayerKind::random}},
         .pairs = pairs});
}

TEST_CASE("report page: the check of pages finds faults") {
    CHECK(check_html("<p>a &amp; b</p>").fault == "");
    CHECK(check_html("<p>").fault != "");
    CHECK(check_html("<p></b></p>").fault != "");
    CHECK(check_html("<p>a & b</p>").fault != "");
    CHECK(check_html("<p>a > b</p>").fault != "");
    CHECK(check_html("<p id=a></p>").fault != "");
    CHECK(check_html("<p id=\"a\"></p><p id=\"a\"></p>").fault != "");
    CHECK(check_html("<script>a < b</script>").fault == "");
    CHECK(check_html("<script>a < b").fault != "");
    CHECK(check_html("<img onload=\"x\"/>").attributes.count("onload") == 1);
}

TEST_CASE("report page: played games give a whole page with every section") {
    auto logs = played(6);
    for (GameLog& log : logs) log.luck = 0.1;
    const std::string page = html_report(logs, {.title = "Title & more"});
    check_page(page);
    CHECK(holds(page, "<title>Title &amp; more</title>"));
    for (const char* id : {"summary", "cross-table", "scores", "lengths", "games", "first-flips",
                           "seats", "luck", "times", "reasons", "faults"}) {
        CAPTURE(id);
        CHECK(holds(page, fmt::format("<section id=\"{}\"", id)));
    }
    CHECK(holds(page, "content=\"default-src 'none';"));
    CHECK_FALSE(holds(page, "https://"));
    // The name of SVG is an address, too, but nothing is loaded from it.
    const std::string_view svg = "http://www.w3.org/2000/svg";
    for (std::size_t at = 0; (at = page.find("http://", at)) != std::string::npos; ++at) {
        CHECK(page.compare(at, svg.size(), svg) == 0);
    }
}

TEST_CASE("report page: every picture has text alternatives") {
    const std::string page = html_report(played(3));
    int pictures = 0;
    for (std::size_t at = 0; (at = page.find("<svg", at)) != std::string::npos; ++at) {
        const std::string tag = page.substr(at, page.find('>', at) - at);
        if (holds(tag, "aria-hidden=\"true\"")) continue;
        ++pictures;
        CAPTURE(tag);
        CHECK(holds(tag, "role=\"img\""));
        CHECK(holds(tag, "aria-label=\""));
        if (holds(tag, "id=\"board\"")) continue;  // its script gives it the rest
        const std::string picture = page.substr(at, page.find("</svg>", at) - at);
        CHECK(holds(picture, "<title>"));
        CHECK(holds(picture, "<desc>"));
    }
    CHECK(pictures == 6);
}

TEST_CASE("report page: no name can break out of its place") {
    for (const char* first : kHostile) {
        for (const char* second : {kHostile[0], kHostile[1]}) {
            CAPTURE(first);
            GameLog log = played(1)[0];
            log.engines = {first, second};
            log.note = second;
            log.luck = 0.0;
            log.fault = FaultLog{1, FaultKind::garbage, first, 0};
            const std::string page = html_report({log, log}, {.title = second});
            check_page(page);
            CHECK_FALSE(holds(page, "</script><b>"));
            CHECK_FALSE(holds(page, "<!--"));
            // The data and our own script, and no more.
            CHECK(holds(page, "<script>\n"));
            std::size_t ends = 0;
            for (std::size_t at = 0; (at = page.find("</script", at)) != std::string::npos; ++at) {
                ++ends;
            }
            CHECK(ends == 2);
        }
    }
}

TEST_CASE("report page: few, empty and even games are defined") {
    check_page(html_report({}));
    CHECK(holds(html_report({}), "There are no games"));
    const GameLog one = draw_of_no_plies("A", "B");
    check_page(html_report({one}));
    CHECK(holds(html_report({one}), "50.0 %"));
    check_page(html_report({draw_of_no_plies("A", "A")}));
    check_page(html_report(std::vector<GameLog>(50, one)));
    GameLog won = one;
    won.result = SeatResult::first;
    won.luck = 1.0;
    won.times = {0};
    check_page(html_report({won}));
    check_page(html_report(std::vector<GameLog>(7, won)));
}

TEST_CASE("report page: of many games only the last can be replayed, and the page says so") {
    const std::vector<GameLog> logs(2500, draw_of_no_plies("A", "B"));
    const std::string page = html_report(logs);
    check_page(page);
    CHECK(holds(page, "The last 2000 of 2500 games can be replayed"));
    std::size_t boards = 0;
    for (std::size_t at = 0; (at = page.find("\"board\":", at)) != std::string::npos; ++at) {
        ++boards;
    }
    CHECK(boards == 2000);
    CHECK_FALSE(holds(html_report({logs[0]}), "can be replayed"));
}

TEST_CASE("report page: grid lines stand at round distances") {
    CHECK(grid_step(100.0, 6) == doctest::Approx(20.0));
    CHECK(grid_step(7.0, 6) == doctest::Approx(2.0));
    CHECK(grid_step(0.006, 6) == doctest::Approx(0.001));
    CHECK(grid_step(100'000.0, 6) == doctest::Approx(20'000.0));
}

int report(std::vector<const char*> words) {
    words.insert(words.begin(), "report");
    return run_report(static_cast<int>(words.size()), words.data());
}

TEST_CASE("report command: writes the page beside the games or where it is told") {
    const TemporaryFolder folder;
    const std::string a = folder.file("a b.jsonl"), b = folder.file("b.jsonl");
    write_text(a, to_json_line(draw_of_no_plies("A", "B")));
    write_text(b, to_json_line(draw_of_no_plies("C", "B")));
    REQUIRE(report({a.c_str()}) == 0);
    CHECK(holds(read_file(folder.file("a b.html")), "<title>a b</title>"));
    const std::string page = folder.file("page");
    REQUIRE(report({a.c_str(), b.c_str(), "-o", page.c_str(), "--title", "T"}) == 0);
    CHECK(holds(read_file(page), "<title>T</title>"));
    CHECK(holds(read_file(page), "<bdi>C</bdi>"));
    CHECK(report({"--help"}) == 0);
}

TEST_CASE("report command: bad calls and files end with their exit code and write nothing") {
    const TemporaryFolder folder;
    const std::string a = folder.file("a.jsonl"), page = folder.file("a.html");
    write_text(a, to_json_line(draw_of_no_plies("A", "B")) + "rubbish\n");
    CHECK(report({}) == 2);
    CHECK(report({"--colour", "red", a.c_str()}) == 2);
    CHECK(report({a.c_str(), "-o", a.c_str()}) == 2);
    CHECK(report({a.c_str()}) == 1);
    CHECK(report({folder.file("none").c_str()}) == 1);
    CHECK_FALSE(std::filesystem::exists(page));
    write_text(a, to_json_line(draw_of_no_plies("A", "B")));
    CHECK(report({a.c_str(), "-o", folder.file("none/page.html").c_str()}) == 1);
    CHECK(report({a.c_str(), "-o", folder.path().c_str()}) == 1);
}

}  // namespace
}  // namespace anqi::test
