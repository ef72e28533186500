// anqi-tables as a program: what it is told, what it says and how it ends.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/notation.h"
#include "engine/tables/codec.h"
#include "engine/tables/table_file.h"
#include "engine/tables/table_index.h"
#include "engine/util/file.h"
#include "tests/support/process.h"
#include "tests/support/run_program.h"
#include "tests/support/small_boards.h"
#include "tests/support/table_folder.h"
#include "tests/support/test_data.h"

namespace anqi::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = ANQI_BINARY_DIR "/anqi-tables";

using Outcome = ProgramEnd;

Outcome run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), kProgram);
    return run_program(std::move(arguments), milliseconds(120'000));
}

TEST_CASE("anqi-tables says what its commands do") {
    const Outcome all = run({"--help"});
    CHECK(all.code == 0);
    for (const char* const command :
         {"build", "verify", "list", "stats", "probe", "solve", "plan", "index"}) {
        CAPTURE(command);
        const std::string usage = fmt::format("anqi-tables {} ", command);
        CHECK(contains(all.out, usage));
        const Outcome help = run({command, "--help"});
        CHECK(help.code == 0);
        CHECK(help.out.starts_with(usage));
        CHECK(contains(help.out, "--help"));
        CHECK(help.error.empty());
    }
}

TEST_CASE("anqi-tables: a bad call names the bad word and ends with code 2") {
    struct Case {
        std::vector<std::string> arguments;
        std::string message;
    };
    const std::vector<Case> cases = {
        {{}, "anqi-tables: a command is missing (see anqi-tables --help)"},
        {{"bulid"}, "there is no command 'bulid'"},
        {{"build"}, "anqi-tables build: the folder for the tables is missing"},
        {{"build", "F", "--men", "9"}, "--men: '9' is out of range (2 to 8)"},
        {{"build", "F", "--men", "1"}, "--men: '1' is out of range"},
        {{"build", "F", "--men", "x"}, "--men: 'x' is not a whole number"},
        {{"build", "F", "--men", "2", "--face-down", "3"},
         "--face-down: '3' is out of range (0 to 2)"},
        {{"build", "F", "--only", "KvQ"}, "'Q' is not a piece"},
        {{"build", "F", "--only", "GvG"}, "GvG is in the class KvK"},
        {{"build", "F", "--only", "KGMPvK"}, "KGMPvK is beyond --men"},
        {{"build", "F", "--rules", "chess"}, "no rule set is called 'chess'"},
        {{"build", "F", "--threads", "0"}, "--threads: '0' is out of range"},
        {{"build", "F", "G"}, "too many positional options"},
        {{"plan", "F"}, "too many positional options"},
        {{"stats", "KGk"}, "too many positional options"},
        {{"stats", "--pieces", "KKk"}, "'KKk': more of K than the game has"},
        {{"stats", "--pieces", "KG"}, "'KG': one side has no men"},
        {{"stats", "--pieces", "KGMPCk"}, "at most five men can be counted"},
        {{"stats", "--pieces", "KGMPCCNk"}, "at most five men can be counted"},
        {{"stats", "--pieces", "KGMPCCNNk"}, "too many men"},
        {{"stats", "--pieces", "Kk+G"}, "only men face up can be counted"},
        {{"list"}, "the folder of the tables is missing"},
        {{"verify"}, "the folder of the tables is missing"},
        {{"index"}, "the folder of the tables is missing"},
        {{"probe", "F"}, "--position is missing"},
        {{"probe", "F", "--position", "nothing"}, "four words, not 1"},
        {{"solve"}, "the position is missing"},
        {{"solve", "XXXX/4/4/4/4/4/4/K3 r kgmr 0"}, "at most 4 men"},
        {{"solve", "####/####/####/4/4/4/k3/K3 r - 0"}, "boards of 9 to 31 squares"},
        {{"solve", "4/4/4/4/4/4/4/XX2 ? Kk 0"}, "somebody must have a colour"},
        {{"list", "F", "--men", "3"}, "--men"},
        {{"plan", "--men", "6", "--face-down", "6"}, "--face-down: '6' is out of range (0 to 5)"},
        {{"stats", "--pieces", "KGk", "--quiet-limit", "10"},
         "--quiet-limit: 0 or at least 24, not 10"},
    };
    for (const Case& bad : cases) {
        CAPTURE(bad.message);
        const Outcome outcome = run(bad.arguments);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CAPTURE(outcome.error);
        CHECK(contains(outcome.error, bad.message));
    }
    CHECK_FALSE(fs::exists("F"));
}

TEST_CASE("anqi-tables: what cannot be done names the file and ends with code 1") {
    const TemporaryFolder folder;
    const std::string nowhere = folder.file("nowhere");
    for (const std::string command : {"list", "verify", "index"}) {
        CAPTURE(command);
        const Outcome outcome = run({command, nowhere});
        CHECK(outcome.code == 1);
        CHECK(contains(outcome.error, fmt::format("anqi-tables {}: cannot ", command)));
        CHECK(contains(outcome.error, nowhere));
    }
    const Outcome probe = run({"probe", nowhere, "--position", "4/4/4/4/4/4/3k/K3 r - 0"});
    CHECK(probe.code == 1);
    CHECK(contains(probe.error, nowhere));
    CHECK(contains(probe.error, "no table for this position"));
    write_text(folder.file("file"), "");
    CHECK(run({"build", folder.file("file"), "--men", "2"}).code == 1);
}

TEST_CASE("anqi-tables builds, lists, verifies, probes and goes on building") {
    if (!codec::available()) return;
    const TemporaryFolder parent;
    const std::string folder = parent.file("new/tables");
    const Outcome built = run({"build", folder, "--men", "2", "--face-down", "2"});
    CHECK(built.code == 0);
    CHECK(contains(built.error, "18 of 18 classes, 100.0 %"));

    const Outcome list = run({"list", folder});
    CHECK(list.code == 0);
    CHECK(contains(list.out, "KvK nodes 248 bytes "));
    CHECK(contains(list.out, "total 18 tables 7040 nodes "));
    CHECK(contains(list.out, "rules of shape standard\n"));
    const Outcome verified = run({"verify", folder});
    CHECK(verified.code == 0);
    CHECK(verified.out == "18 tables, all right\n");

    const auto probe = [&](const std::string& position, const std::string& rules = "olympiad") {
        return run({"probe", folder, "--position", position, "--rules", rules});
    };
    CHECK(probe("4/4/4/4/4/4/k3/K3 r - 0").out == "win distance 1\n");
    CHECK(probe("4/4/4/4/4/4/1p2/K3 r - 0", "taiwan").out == "loss distance 2\n");
    CHECK(probe("4/4/4/4/4/4/3c/C3 b - 0").out == "draw\n");
    CHECK(probe("4/4/4/4/4/4/X3/K3 r k 0").out.starts_with("score "));
    CHECK(probe("4/4/4/4/4/4/4/K3 b - 0").out == "over: red all-captured\n");
    CHECK(probe("4/4/4/4/4/4/k3/KG2 r - 0").code == 1);
    const Outcome other = probe("4/4/4/4/4/4/k3/K3 r - 0", "xiangqi");
    CHECK(other.code == 1);
    CHECK(contains(other.error, "for rules of shape standard, not xiangqi"));

    // Going on, first with the same, then with more.
    CHECK(contains(run({"build", folder, "--men", "2", "--face-down", "2"}).error, "18 of 18"));
    const Outcome more = run({"build", folder, "--men", "3", "--only", "KGvK", "--threads", "1"});
    CHECK(more.code == 0);
    CHECK(contains(more.error, "1 of 1 classes, 100.0 %, KGvK"));
    CHECK(run({"list", folder}).out == list.out);
    CHECK(run({"index", folder, "--men", "3", "--face-down", "2"}).code == 0);
    CHECK(contains(run({"list", folder}).out, "total 19 tables "));
    CHECK(run({"verify", folder}).out == "19 tables, all right\n");
    CHECK(probe("4/4/4/4/4/4/k3/KG2 r - 0").out == "win distance 1\n");

    const Outcome foreign = run({"build", folder, "--men", "2", "--rules", "xiangqi"});
    CHECK(foreign.code == 1);
    CHECK(contains(foreign.error, "has tables for rules of shape standard, not xiangqi"));
}

TEST_CASE("anqi-tables build names the class that needs more memory, and keeps what it has built") {
    if (!codec::available()) return;
    const TemporaryFolder folder;
    const Outcome built = run({"build", folder.path(), "--men", "4", "--memory", "1"});
    CHECK(built.code == 1);
    CHECK(contains(built.error, " MiB of memory\n"));
    CHECK(contains(run({"list", folder.path()}).out, "total 25 tables "));
}

TEST_CASE("anqi-tables plans what there is to build") {
    const Outcome plan = run({"plan", "--men", "3", "--face-down", "2"});
    CHECK(plan.code == 0);
    CHECK(contains(plan.out, "KvK nodes 248 memory 1 seconds 0 needs\n"));
    CHECK(contains(plan.out, "KGvK nodes 14880 memory 1 seconds 0 needs KvK KvG\n"));
    CHECK(contains(plan.out, "v+KvG nodes 272 memory 1 seconds 0 needs Kv+vG vG+Kv\n"));
    CHECK(contains(run({"plan", "--men", "4"}).out, "\ntotal 100 classes "));
}

// A sound file with one wrong value in it, well packed and listed with its own fingerprint.
TEST_CASE("anqi-tables verify finds damage and values that do not follow") {
    if (!codec::available()) return;
    TableFolder folder(anqi::Shape::standard, 2, 0);
    REQUIRE(folder.build());
    const std::string path = table_path(folder.path(), "KvK");
    {
        auto solved = TableFile::open(path, folder.classes())->read_all().value();
        solved.symbols[100] = solved.symbols[100] == 0;
        REQUIRE(write_file(path, *table_bytes(solved)));
    }
    const Outcome unlisted = run({"verify", folder.path()});
    CHECK(unlisted.code == 1);
    CHECK(contains(unlisted.error, "KvK.anqt': not what the index says"));
    CHECK(run({"index", folder.path(), "--men", "2"}).code == 0);
    const Outcome listed = run({"verify", folder.path()});
    CHECK(listed.code == 1);
    CHECK(contains(listed.error, "KvK: wrong at "));
    CHECK(contains(listed.error, "KvK WRONG"));
    CHECK(contains(listed.error, "KvG right"));

    fs::resize_file(path, 60);
    CHECK(run({"verify", folder.path()}).code == 1);
    const Outcome list = run({"list", folder.path()});
    CHECK(list.code == 1);
    CHECK(contains(list.error, "KvK.anqt': cut short"));
    const Outcome index = run({"index", folder.path(), "--men", "2"});
    CHECK(index.code == 1);
    CHECK(contains(index.error, "KvK.anqt': cut short"));
    CHECK(contains(run({"list", folder.path()}).out, "total 4 tables "));
}

TEST_CASE("anqi-tables counts endings as others do") {
    int compared = 0;
    for (const auto& row : read_table("endgame_counts.tsv")) {
        const bool chosen = row[1] == "KGk" || row[1] == "RNr" || row[1] == "Nn";
        if (!chosen) continue;
        const Outcome stats = run({"stats", "--pieces", row[1], "--rules", row[0], "--unlimited"});
        CAPTURE(stats.out);
        CHECK(stats.code == 0);
        for (const std::size_t side : {2, 6}) {
            CHECK(contains(stats.out, fmt::format("\n{} win {} draw {} loss {} longest {}\n",
                                                  side == 2 ? "red" : "black", row[side],
                                                  row[side + 1], row[side + 2], row[side + 3])));
        }
        ++compared;
    }
    CHECK(compared == 4);
}

// Rows of tests/data/small_boards.tsv; the fractions are printed as they stand there.
void solve_boards(const std::vector<std::string>& sets) {
    std::size_t compared = 0;
    for (const auto& row : read_table("small_boards.tsv")) {
        if (std::find(sets.begin(), sets.end(), row[0]) == sets.end()) continue;
        const Outcome solved = run({"solve", to_text(small_board(row[0])), "--all-first-actions"});
        CAPTURE(row[0]);
        CAPTURE(solved.out);
        CHECK(solved.code == 0);
        for (const char* const corner : {"a1", "b1", "a4", "b4"}) {
            CHECK(contains(solved.out, fmt::format("{0}{0} {1}\n", corner, row[1])));
        }
        for (const char* const inner : {"a2", "b2", "a3", "b3"}) {
            CHECK(contains(solved.out, fmt::format("{0}{0} {1}\n", inner, row[2])));
        }
        CHECK(contains(solved.out, "\nvalue "));
        ++compared;
    }
    CHECK(compared == sets.size());
}

TEST_CASE("anqi-tables solves small boards exactly") { solve_boards({"PPPP", "CCPP"}); }

TEST_CASE("anqi-tables solves all small boards exactly" * doctest::test_suite("slow")) {
    solve_boards({"KPPP", "CPPP", "GGMM", "KGPP", "KGGP", "KGMP"});
}

TEST_CASE("anqi-tables solves few men on the whole board") {
    const auto value = [](const std::string& position) { return run({"solve", position}).out; };
    CHECK(value("4/4/4/4/4/4/k3/K3 r - 0") == "value 1\n");
    CHECK(value("4/4/4/4/4/4/3c/C3 b - 0") == "value 0\n");
    // Whoever flips the first of two soldiers beside each other takes the second, if it is not his
    // own.
    CHECK(value("4/4/4/4/4/4/X3/X3 r Pp 0") == value("4/4/4/4/4/4/X3/X3 b Pp 0"));
    CHECK(value("4/4/4/4/4/4/4/K3 b - 0") == "over: red all-captured\n");
}

}  // namespace
}  // namespace anqi::test
