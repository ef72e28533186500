// anqi-book as a program, and the engine with what it builds.
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/util/file.h"
#include "tests/support/html_check.h"
#include "tests/support/process.h"
#include "tests/support/run_program.h"
#include "tests/support/test_data.h"

namespace anqi::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = ANQI_BINARY_DIR "/anqi-book";

using Outcome = ProgramEnd;

Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), kProgram);
    return run_program(std::move(arguments), milliseconds(240'000));
}

// A book of the start, all first flips and some more, in about a second.
std::vector<std::string> small_build(const std::string& file) {
    return {"build",   file, "--positions",   "70", "--full-plies", "1",  "--visits",  "30",
            "--games", "6",  "--game-visits", "5",  "--seed",       "11", "--threads", "2"};
}

std::string bytes_of(const std::string& path) { return read_file(path); }

TEST_CASE("anqi-book says what its commands do") {
    const Outcome all = run({"--help"});
    CHECK(all.code == 0);
    for (const char* const command :
         {"build", "merge", "info", "show", "verify", "export", "report"}) {
        CAPTURE(command);
        const std::string usage = fmt::format("anqi-book {} ", command);
        CHECK(contains(all.out, usage));
        const Outcome help = run({command, "--help"});
        CHECK(help.code == 0);
        CHECK(help.out.starts_with(usage));
    }
}

TEST_CASE("anqi-book: a bad call names the bad word and ends with code 2") {
    struct Case {
        std::vector<std::string> arguments;
        std::string message;
    };
    const std::vector<Case> cases = {
        {{}, "a command is missing"},
        {{"biuld"}, "there is no command 'biuld'"},
        {{"build"}, "the file for the book is missing"},
        {{"build", "F", "--visits", "0"}, "--visits: '0' is out of range"},
        {{"build", "F", "--full-plies", "4"}, "--full-plies: '4' is out of range (0 to 3)"},
        {{"build", "F", "--rules", "chess"}, "no rule set is called 'chess'"},
        {{"build", "F", "--set", "nonsense=1"}, "unknown option 'nonsense'"},
        {{"build", "F", "--set", "network=missing.anqn"}, "missing.anqn"},
        {{"build", "F", "--set", "threads=4"}, "threads means nothing here"},
        {{"merge", "A", "B"}, "--output is missing"},
        {{"show"}, "the book is missing"},
        {{"info", "A", "B"}, "too many positional options"},
    };
    for (const Case& bad : cases) {
        CAPTURE(bad.message);
        const Outcome outcome = run(bad.arguments);
        CHECK(outcome.code == 2);
        CAPTURE(outcome.error);
        CHECK(contains(outcome.error, bad.message));
    }
    CHECK_FALSE(fs::exists("F"));
    CHECK_FALSE(fs::exists("F.work"));
}

TEST_CASE("the same call builds the same book byte for byte, and says what is in it") {
    const TemporaryFolder folder;
    const std::string first = folder.file("first.anqb"), second = folder.file("second.anqb");
    REQUIRE(run(small_build(first)).code == 0);
    auto on_one_thread = small_build(second);
    on_one_thread.back() = "1";
    REQUIRE(run(on_one_thread).code == 0);
    CHECK(bytes_of(first) == bytes_of(second));

    const Outcome info = run({"info", first});
    CHECK(info.code == 0);
    CHECK(contains(info.out, "rules olympiad quiet-limit 180"));
    CHECK(contains(info.out, "--full-plies 1 --visits 30 --games 6 --game-visits 5 --seed 11"));
    const Outcome verify = run({"verify", first});
    CHECK(verify.code == 0);
    CHECK(contains(verify.out, "all actions legal"));
    const Outcome show = run({"show", first});
    CHECK(show.code == 0);
    CHECK(contains(show.out, "a1a1 value"));
    const Outcome shown = run({"show", first, "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/KXXX", "b",
                               "G2M2R2N2C2P5kg2m2r2n2c2p5", "1"});
    CHECK(shown.code == 0);
    CHECK(contains(shown.out, "value"));
    const Outcome exported = run({"export", first});
    CHECK(exported.code == 0);
    CHECK(contains(exported.out, "position XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX ?"));
    CHECK(contains(exported.out, " ply 1\n"));

    const std::string merged = folder.file("merged.anqb");
    CHECK(run({"merge", first, second, "--output", merged}).code == 0);
    CHECK(run({"verify", merged}).code == 0);
}

TEST_CASE("a build that is killed goes on with the same call to the same book") {
    const TemporaryFolder folder;
    const std::string whole = folder.file("whole.anqb"), broken = folder.file("broken.anqb");
    auto call = small_build(whole);
    call[7] = "300";  // visits: some seconds
    REQUIRE(run(call).code == 0);
    call[1] = broken;
    for (const int signal : {SIGKILL, SIGTERM}) {
        auto arguments = call;
        arguments.insert(arguments.begin(), kProgram);
        Process process(arguments);
        process.close_input();
        (void)process.silent_for(milliseconds(300));
        process.signal(signal);
        (void)process.wait();
    }
    CHECK(fs::exists(broken + ".work"));
    REQUIRE(run(call).code == 0);
    CHECK(bytes_of(broken) == bytes_of(whole));

    // What was found out serves a larger book of the same kind, and no other kind.
    call[3] = "80";
    CHECK(run(call).code == 0);
    call[7] = "31";
    const Outcome other = run(call);
    CHECK(other.code == 1);
    CHECK(contains(other.error, "is for something else"));
}

TEST_CASE("a report tells of first and second flips, as text and as a page of its own") {
    const TemporaryFolder folder;
    const std::string book = folder.file("small.anqb"), page = folder.file("report.html");
    REQUIRE(run(small_build(book)).code == 0);
    const Outcome report = run({"report", book, "--work", book + ".work", "--html", page});
    CHECK(report.code == 0);
    CHECK(contains(report.out, "First flip by square"));
    CHECK(contains(report.out, "a1 general"));
    CHECK(contains(report.out, "near"));
    const std::string html = bytes_of(page);
    CHECK(check_html(html).fault == "");
    CHECK(contains(html, "The second flip"));
    CHECK_FALSE(contains(html, "http://"));
    CHECK_FALSE(contains(html, "https://"));
}

TEST_CASE("anqi-book: what cannot be done names the file and ends with code 1") {
    const TemporaryFolder folder;
    const std::string nothing = folder.file("nothing.anqb");
    write_text(nothing, "nothing");
    for (const char* const command : {"info", "show", "verify", "export", "report"}) {
        const Outcome outcome = run({command, nothing});
        CHECK(outcome.code == 1);
        CHECK(contains(outcome.error, "nothing.anqb: no opening book"));
        CHECK(run({command, folder.file("missing.anqb")}).code == 1);
    }
}

TEST_CASE("the engine plays from a book that is named, and says what it knows") {
    const TemporaryFolder folder;
    const std::string book = folder.file("small.anqb");
    REQUIRE(run(small_build(book)).code == 0);
    Process engine({ANQI_BINARY_DIR "/anqi", "--book", book, "--visits", "1000"});
    engine.write("book\ngenmove unknown\nquit\n");
    const std::string out = engine.read_rest();
    const std::string best = run({"show", book}).out.substr(0, 2);
    CHECK(contains(out, fmt::format("\n= {0} {0}\n", best)));
    CHECK(contains(out, "positions for olympiad"));
    CHECK(contains(out, "action a1a1 value"));
    CHECK(engine.wait() == 0);
    CHECK(engine.error_text().empty());

    Process damaged({ANQI_BINARY_DIR "/anqi", "--book", folder.file("missing.anqb")});
    damaged.write("book\nquit\n");
    CHECK(contains(damaged.read_rest(), "= none"));
    CHECK(contains(damaged.error_text(), "missing.anqb"));
    CHECK(contains(damaged.error_text(), "playing without it"));
}

TEST_CASE("the book that comes with the engine is sound, found beside it, and answers at once") {
    CHECK(contains(run({"info", ANQI_BINARY_DIR "/olympiad.anqb"}).out, "rules olympiad"));
    CHECK(fs::file_size(ANQI_BINARY_DIR "/olympiad.anqb") < (4U << 20));
    Process engine({ANQI_BINARY_DIR "/anqi", "--movetime", "60000"});
    // A search would outlast the patience of read_line().
    const auto answer = [&](const std::string& request) {
        engine.write(request + '\n');
        return engine.read_line().value_or("");
    };
    CHECK(answer("get book") == "= auto");
    CHECK(answer("genmove unknown") == "= b3 b3");
    CHECK(answer("flip d1 k") == "=");
    CHECK(answer("genmove red").starts_with("= "));
    CHECK(answer("reset_board") == "=");
    CHECK(answer("flip c2 P") == "=");
    CHECK(answer("genmove black").starts_with("= "));
    engine.write("quit\n");
    engine.read_rest();
    CHECK(engine.wait() == 0);
    CHECK(engine.error_text().empty());
}

}  // namespace
}  // namespace anqi::test
