// anqi-match as a program: short matches, and the right verdict on engines that misbehave.
#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/process.h"

namespace anqi::test {
namespace {

constexpr milliseconds kPatience{120'000};

constexpr const char* kEngine = "'" ANQI_BINARY_DIR "/anqi'";
constexpr const char* kRandom = "'" ANQI_BINARY_DIR "/anqi' --player random";

std::string mock(const std::string& mode) {
    return "sh '" ANQI_TEST_DATA "/mock_engine.sh' " + mode;
}

struct Verdict {
    int status;
    std::string table;  // runs of blanks squeezed to one
    std::string errors;
};

std::string squeezed(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c != ' ' || (!result.empty() && result.back() != ' ')) result += c;
    }
    return result;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

Verdict run(const std::vector<std::string>& arguments) {
    std::vector<std::string> argv = {ANQI_BINARY_DIR "/anqi-match"};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    Process process(argv);
    std::string table = squeezed(process.read_rest(kPatience));
    const int status = process.wait(kPatience).value_or(-1000);
    return {status, std::move(table), process.error_text()};
}

// A match of one pair, unless `more` says otherwise.
Verdict match(const std::string& first, const std::string& second,
              const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"--engine1", first, "--engine2", second,
                                          "--name1",   "one", "--name2",   "two"};
    if (more.empty()) arguments.insert(arguments.end(), {"--pairs", "1"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
}

// The lines of a table that do not depend on the machine's speed.
std::string timeless(const std::string& table) {
    std::istringstream lines(table);
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
        if (!contains(line, " ms ")) kept += line + "\n";
    }
    return kept;
}

TEST_CASE("a match of random players comes to a table without a fault") {
    const Verdict verdict = match(kRandom, kRandom);
    CHECK(verdict.status == 0);
    CHECK(contains(verdict.table, "one against two\ngames 2\n"));
    CHECK(contains(verdict.table, "\nillegal actions 0 0\ntimeouts 0 0\ncrashes 0 0\n"));
    CHECK_FALSE(contains(verdict.table, "nan"));
    CHECK(contains(verdict.errors, "2 games, "));
}

TEST_CASE("a match with a clock and every other limit is played") {
    const Verdict verdict =
        match(kEngine, kRandom,
              {"--pairs", "1", "--time", "2000", "--visits", "20", "--rules", "taiwan"});
    CHECK(verdict.status == 0);
    CHECK(contains(verdict.table, "games 2\n"));
}

TEST_CASE("the same seed gives the same games whatever runs beside them") {
    const auto play = [](const std::string& seed, const std::string& threads) {
        return timeless(
            match(kRandom, kRandom, {"--pairs", "3", "--seed", seed, "--concurrency", threads})
                .table);
    };
    const std::string table = play("5", "1");
    CHECK(contains(table, "games 6\n"));
    CHECK(play("5", "2") == table);
    CHECK(play("6", "1") != table);
}

TEST_CASE("engines that do not start book no result") {
    const Verdict silent = match("/bin/true", kRandom);
    CHECK(silent.status == 1);
    CHECK(silent.table.empty());
    CHECK(silent.errors == "anqi-match: one does not start: it ended (exit code 0) at 'name'\n");
    const Verdict missing = match(kRandom, "/no/such/engine");
    CHECK(missing.status == 1);
    CHECK(missing.table.empty());
    CHECK(contains(missing.errors, "two: cannot start /no/such/engine: No such file"));
}

TEST_CASE("an engine that misbehaves loses, and the fault is called by its name") {
    struct Case {
        const char* mode;
        const char* row;
        const char* note;
    };
    const Case cases[] = {
        {"exit", "crashes 2 0", "one ended (exit code 7) at 'genmove"},
        {"crash", "crashes 2 0", "one ended (signal 11"},
        {"illegal", "illegal actions 2 0", "one played 'e9 e9' in "},
        {"refuse", "bad answers 2 0", "one answered 'genmove"},
        {"wrong-id", "bad answers 2 0", "with '=777 "},
    };
    for (const Case& bad : cases) {
        CAPTURE(bad.mode);
        const Verdict verdict = match(mock(bad.mode), kRandom);
        CHECK(verdict.status == 1);
        CHECK(contains(verdict.table, "wins 0\n"));
        CHECK(contains(verdict.table, "losses 2\n"));
        CHECK(contains(verdict.table, bad.row));
        CHECK(contains(verdict.errors, bad.note));
    }
}

TEST_CASE("an answer that is late or never comes loses on time") {
    for (const char* mode : {"late", "hang"}) {
        CAPTURE(mode);
        const Verdict verdict =
            match(kRandom, mock(mode), {"--pairs", "1", "--concurrency", "2", "--time", "500"});
        CHECK(verdict.status == 1);
        CHECK(contains(verdict.table, "wins 2\n"));
        CHECK(contains(verdict.table, "timeouts 0 2\n"));
    }
}

TEST_CASE("lines that are no answers, and resignations, are no faults") {
    const Verdict verdict = match(mock("chatter"), mock("none"));
    CHECK(verdict.status == 0);
    CHECK(contains(verdict.table, "wins 1\n"));
    CHECK(contains(verdict.table, "losses 1\n"));
    CHECK(contains(verdict.table, "average plies 32.0\n"));
    CHECK(contains(verdict.table, "crashes 0 0\nbad answers 0 0\n"));
}

TEST_CASE("bad command lines of a match are refused with the bad word") {
    const auto refused = [](const std::vector<std::string>& arguments, std::string_view word) {
        const Verdict verdict = run(arguments);
        CHECK(verdict.status == 2);
        CHECK(verdict.table.empty());
        CHECK(contains(verdict.errors, word));
    };
    refused({}, "--engine1");
    refused({"--engine1", "a"}, "--engine2");
    refused({"--engine1", "'a", "--engine2", "b"}, "'a");
    refused({"--engine1", "a", "--engine2", "b", "--pairs", "0"}, "--pairs");
    refused({"--engine1", "a", "--engine2", "b", "--movetime", "soon"}, "soon");
    refused({"--engine1", "a", "--engine2", "b", "--rules", "chess"}, "chess");
    refused({"--engine1", "a", "--engine2", "b", "--pears", "1"}, "--pears");
}

}  // namespace
}  // namespace anqi::test
