// analyze: its lines, its ends, and that the same request finds the same again.
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/notation.h"
#include "protocol/info.h"
#include "tests/support/dialogue.h"
#include "tests/support/process.h"

using namespace anqi;
using namespace anqi::test;

namespace {

constexpr const char* kTextLine =
    "info rank * action * visits * value * lower * upper * source * total * time *";
constexpr const char* kJsonLine =
    "{\"visits\":*,\"candidates\":[{\"action\":\"*\",\"visits\":*,\"value\":*,\"lower\":*,"
    "\"upper\":*,\"pv\":[*]}*]}";

// The lines up to the answer, the answer included.
std::vector<std::string> collect(Process& engine) {
    std::vector<std::string> lines;
    while (const auto line = engine.read_line()) {
        lines.push_back(*line);
        if (line->starts_with('=') || line->starts_with('?')) break;
    }
    REQUIRE_FALSE(lines.empty());
    return lines;
}

void check_lines(const std::vector<std::string>& lines, const std::string& pattern) {
    REQUIRE(lines.size() >= 2);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        CAPTURE(lines[i]);
        CHECK(matches(pattern, lines[i]));
        CHECK(lines[i].find("nan") == std::string::npos);
    }
    CHECK(matches("=1 * *", lines.back()));
}

Report some_report() {
    const Move move(0, 1);
    const Event flip(Move::flip(8), make_piece(Colour::black, Kind::general));
    Report report{.visits = 1000, .elapsed = 210'500, .candidates = {}};
    report.candidates.push_back({.move = move,
                                 .visits = 812,
                                 .value = 0.125,
                                 .lower = -1,
                                 .upper = 1,
                                 .outcomes = {},
                                 .line = {Event(move), flip}});
    report.candidates.push_back({.move = flip.move(),
                                 .visits = 188,
                                 .value = -0.5,
                                 .lower = -0.5,
                                 .upper = -0.5,
                                 .outcomes = {{flip.revealed(), 1, 100, -0.25},
                                              {make_piece(Colour::red, Kind::soldier), 5, 88, 0}},
                                 .line = {}});
    return report;
}

}  // namespace

TEST_CASE("the two formats, to the byte") {
    CHECK(info_text(some_report(), 8) ==
          "info rank 1 action a1a2 visits 812 value 0.1250 lower -1 upper 1 source search total "
          "1000 time 210 pv a1a2 b1=k\n"
          "info rank 2 action b1b1 visits 188 value -0.5000 lower -0.5 upper -0.5 source proof "
          "total 1000 time 210 outcomes k*1:-0.2500,P*5:0.0000");
    CHECK(
        info_json(some_report(), 8) ==
        "{\"visits\":1000,\"candidates\":[{\"action\":\"a1a2\",\"visits\":812,\"value\":0.125,"
        "\"lower\":-1,\"upper\":1,\"pv\":[\"a1a2\",\"b1=k\"]},{\"action\":\"b1b1\",\"visits\":188,"
        "\"value\":-0.5,\"lower\":-0.5,\"upper\":-0.5,\"pv\":[],\"outcomes\":[{\"piece\":\"k\","
        "\"count\":1,\"visits\":100,\"value\":-0.25},"
        "{\"piece\":\"P\",\"count\":5,\"visits\":88,\"value\":0}]}]}");
    CHECK(info_json(some_report(), 1).find("b1b1\"") == std::string::npos);
}

TEST_CASE("info lines until the limit, then the answer") {
    Process engine({engine_path()});
    engine.write("set multipv 2\n");
    CHECK(engine.read_line() == "=");
    engine.write("1 analyze every 20 movetime 100\n");
    const auto text = collect(engine);
    check_lines(text, kTextLine);
    CHECK(text.size() >= 5);
    engine.write("set info_format json\n");
    CHECK(engine.read_line() == "=");
    engine.write("1 analyze visits 500\n");
    check_lines(collect(engine), kJsonLine);
    engine.write("1 analyze visits 500 searchmoves b2b2\n");
    const auto one = collect(engine);
    CHECK(one.back() == "=1 b2 b2");
    CHECK(matches("{\"visits\":*,\"candidates\":[{\"action\":\"b2b2\"*]}", one.front()));
}

TEST_CASE("stop, any other line, or quit ends an endless analysis" *
          doctest::test_suite("timing")) {
    Process engine({engine_path()});
    for (const std::string line : {"stop", "name", "nonsense", "quit"}) {
        CAPTURE(line);
        engine.write("1 analyze every 50\n");
        CHECK(engine.read_line());
        engine.write("# a comment is no line\n\n");
        CHECK(engine.read_line());
        engine.write(line + "\n");
        const auto begin = std::chrono::steady_clock::now();
        CHECK(matches("=1 * *", collect(engine).back()));
        const auto answer = engine.read_line();
        REQUIRE(answer);
        CHECK((answer->starts_with('=') || answer->starts_with('?')));
        CHECK(std::chrono::steady_clock::now() - begin < milliseconds(1000));
    }
    CHECK(engine.wait() == 0);
}

TEST_CASE("every line parses while the log is written and requests pour in") {
    const TemporaryFolder folder;
    Process engine({engine_path(), "--log", folder.file("talk.log")});
    for (int i = 0; i < 20; ++i) {
        engine.write("1 analyze every 1 movetime 1000\n");
        std::this_thread::sleep_for(milliseconds(20));
        engine.write("2 name\n");
        const auto lines = collect(engine);
        check_lines(lines, kTextLine);
        CHECK(engine.read_line() == "=2 anqi");
    }
}

TEST_CASE("limits of 2^63-1: no number wraps") {
    Process engine({engine_path()});
    engine.write("1 analyze every 50 visits 9223372036854775807\n");
    std::this_thread::sleep_for(milliseconds(300));
    engine.write("stop\n");
    for (const auto& line : collect(engine)) {
        CHECK(line.find("visits -") == std::string::npos);
        CHECK(line.find("total -") == std::string::npos);
        CHECK(line.find("total 0") == std::string::npos);
    }
}

TEST_CASE("one seed, one limit: the same in a fresh process and after reset_board") {
    std::string first;
    const auto analysis = [](Process& engine) {
        // No lines on the way: how many there are depends on the time.
        engine.write("1 analyze every 600000 visits 2000\n");
        std::string text;
        for (const auto& line : collect(engine)) text += line + '\n';
        return text;
    };
    for (int run = 0; run < 10; ++run) {
        Process engine({engine_path(), "--info-format", "json", "--multipv", "128"});
        const std::string fresh = analysis(engine);
        if (first.empty()) first = fresh;
        CHECK(fresh == first);
        engine.write("reset_board\n");
        CHECK(engine.read_line() == "=");
        CHECK(analysis(engine) == first);
    }
    Process other({engine_path(), "--info-format", "json", "--multipv", "128", "--seed", "2"});
    CHECK(analysis(other) != first);
}

TEST_CASE("bench: one signature, by command and by command line; stopped at once") {
    Process engine({engine_path()});
    engine.write("1 bench\n");
    CHECK(engine.read_line(milliseconds(60'000)) == "=1");
    std::string found;
    for (const char* pattern : {"positions 50", "visits *", "visits/s *",
                                "evaluations/s * from scratch *", "signature *"}) {
        found = engine.read_line().value_or("");
        CHECK(matches(pattern, found));
    }
    CHECK(found.size() == std::string("signature 0123456789abcdef").size());
    engine.write("1 bench\nstop\n");
    CHECK(engine.read_line() == "?1 bench was stopped");
    Process alone({engine_path(), "--bench"});
    CHECK(alone.read_rest(milliseconds(60'000)).ends_with(found + '\n'));
}
