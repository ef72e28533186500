// Damaged tables: whatever happens to the files, answers are right or there are none, and whoever
// looks is told which file is bad and why.
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/tables/bytes.h"
#include "engine/tables/codec.h"
#include "engine/tables/table_file.h"
#include "engine/tables/table_index.h"
#include "tests/support/endings.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/table_folder.h"
#include "tests/support/test_data.h"

namespace anqi {
namespace {

namespace fs = std::filesystem;
using test::Answer;
using test::contains;
using test::Probe;
using test::TableFolder;

// Tables of all endings of two men, and one of three in several blocks.
class Folder : public TableFolder {
  public:
    Folder() : TableFolder(Shape::standard, 3, 2) {
        std::vector<std::string> names;
        for (const auto& cls : classes().all()) {
            if (cls->men().count() == 2) names.push_back(cls->name());
        }
        names.push_back("KGvK");
        REQUIRE(build({.folder = {}, .threads = 1, .memory = kMemory, .only = names}));
        std::vector<std::string> refused;
        REQUIRE(index_folder(path(), classes(), refused));
        files = content();
    }

    std::vector<std::pair<std::string, std::string>> files;
};

// Some positions of every table, and many of the large one, so that every block is read.
std::vector<Probe> probes_for(const EndgameClasses& classes) {
    OnDemand solver(classes.shape(), 3, 2);
    Random random(41);
    std::vector<Probe> probes;
    const auto add = [&](const Men& men, int count) {
        for (; count > 0; --count) {
            probes.push_back(
                test::probe_for(solver, default_rules(), test::random_position(men, random)));
        }
    };
    for (const auto& cls : classes.all()) {
        if (cls->men().count() == 2) add(cls->men(), 4);
    }
    add(test::ending("KGvK"), 60);
    return probes;
}

struct Tally {
    int refused = 0;
    int harmless = 0;
    std::string fault;  // the first one
};

// One damaged file in an otherwise sound folder.
void examine(const Folder& folder, const std::vector<Probe>& probes, const std::string& name,
             const std::string& damage, Tally& tally) {
    const Tables tables(Shape::standard, {folder.path()}, TableFolder::kCache);
    int unanswered = 0, wrong = 0;
    for (const Probe& probe : probes) {
        const Answer answer = test::ask(tables, probe);
        unanswered += answer == Answer::none;
        wrong += answer == Answer::wrong;
    }
    const auto problems = tables.problems();
    ++(problems.empty() ? tally.harmless : tally.refused);
    if (!tally.fault.empty()) return;
    if (wrong > 0) tally.fault = fmt::format("{} {}: {} wrong answers", name, damage, wrong);
    if (unanswered > 0 && problems.empty()) {
        tally.fault =
            fmt::format("{} {}: {} answers missing without a word", name, damage, unanswered);
    }
    for (const std::string& problem : problems) {
        const bool told = contains(problem, folder.file(name)) &&
                          problem.size() > folder.file(name).size() + std::size(": ...");
        if (!told) tally.fault = fmt::format("{} {}: told '{}'", name, damage, problem);
    }
}

// Whole files in turn by their number, so that small ones have their share.
template <class F>
Tally damage_files(int times, F&& damage) {
    const Folder folder;
    const auto probes = probes_for(folder.classes());
    Random random(42);
    Tally tally;
    for (int i = 0; i < times; ++i) {
        const auto& [name, content] =
            folder.files[static_cast<std::size_t>(i) % folder.files.size()];
        std::string bad = content;
        const std::string what = damage(bad, random);
        test::write_text(folder.file(name), bad);
        examine(folder, probes, name, what, tally);
        test::write_text(folder.file(name), content);
    }
    return tally;
}

TEST_CASE("a flipped bit anywhere never gives a wrong answer") {
    if (!codec::available()) return;
    const int times = test::by_build(1'000, 200);
    const Tally tally = damage_files(times, [](std::string& bytes, Random& random) {
        const auto at = random.below(static_cast<std::uint32_t>(bytes.size()));
        const auto bit = random.below(8);
        bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ 1U << bit);
        return fmt::format("byte {} bit {}", at, bit);
    });
    CHECK(tally.fault == "");
    CHECK(tally.refused + tally.harmless == times);
    // A bit of a packed block's head says nothing.
    CHECK(tally.harmless < times / 20);
}

TEST_CASE("a file cut short anywhere never gives a wrong answer") {
    if (!codec::available()) return;
    const int times = test::by_build(200, 50);
    const Tally tally = damage_files(times, [](std::string& bytes, Random& random) {
        bytes.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
        return fmt::format("cut to {}", bytes.size());
    });
    CHECK(tally.fault == "");
    CHECK(tally.refused == times);
}

TEST_CASE("bytes exchanged for random ones never give a wrong answer") {
    if (!codec::available()) return;
    const int times = test::by_build(200, 50);
    const Tally tally = damage_files(times, [](std::string& bytes, Random& random) {
        const auto at = random.below(static_cast<std::uint32_t>(bytes.size()));
        for (std::size_t i = at; i < std::min<std::size_t>(at + 16, bytes.size()); ++i) {
            bytes[i] = static_cast<char>(random.below(256));
        }
        return fmt::format("16 bytes from {}", at);
    });
    CHECK(tally.fault == "");
    CHECK(tally.refused == times);
}

// The only problem of the folder as it now stands.
std::string problem_of(const Folder& folder, Shape shape = Shape::standard) {
    const Tables tables(shape, {folder.path()}, TableFolder::kCache);
    const auto problems = tables.problems();
    return problems.size() == 1 ? problems[0] : fmt::format("{} problems", problems.size());
}

void set_number(std::string& bytes, std::size_t at, std::uint32_t value) {
    std::string number;
    append_number(number, value);
    bytes.replace(at, number.size(), number);
}

TEST_CASE("a table that is no table is refused by name and reason") {
    if (!codec::available()) return;
    const Folder folder;
    const std::string path = table_path(folder.path(), "KvK");
    const std::string sound = test::read_file(path);
    const auto told = [&](std::string_view content) {
        test::write_text(path, content);
        const std::string problem = problem_of(folder);
        test::write_text(path, sound);
        CAPTURE(problem);
        CHECK(contains(problem, path));
        return problem;
    };
    CHECK(contains(told(""), "cut short"));
    CHECK(contains(told("anqitabl"), "cut short"));
    CHECK(contains(told("This is a text and no table at all."), "no endgame table"));
    CHECK(contains(told(sound + "x"), "longer than its header says"));
    CHECK(contains(told(sound + sound), "longer than its header says"));
    std::string other = sound;
    set_number(other, 8, 2);
    CHECK(contains(told(other), "of version 2, and this anqi reads version 1"));
    other = sound;
    set_number(other, 12, 1'000'000'000);
    CHECK(contains(told(other), "cut short"));
    set_number(other, 12, 3);
    CHECK(contains(told(other), "header damaged"));
    CHECK(contains(told(test::read_file(table_path(folder.path(), "KvG"))), "is the table of KvG"));
    fs::remove(path);
    CHECK(contains(problem_of(folder), "No such file"));
    fs::create_directory(path);
    CHECK(contains(problem_of(folder), "not a regular file"));
}

TEST_CASE("a folder that is none, or for other rules, is refused by name and reason") {
    if (!codec::available()) return;
    Folder folder;
    const auto refused = [&](std::string_view reason, Shape shape = Shape::standard) {
        const std::string problem = problem_of(folder, shape);
        CAPTURE(problem);
        CHECK(contains(problem, folder.path()));
        CHECK(contains(problem, reason));
        CHECK(Tables(shape, {folder.path()}, TableFolder::kCache).count() == 0);
    };
    refused("for rules of shape standard, not xiangqi", Shape::xiangqi);
    refused("for rules of shape standard, not exchange", Shape::exchange);
    const std::string sound = test::read_file(folder.file("index"));
    for (const std::string& bad : {std::string(), std::string("garbage\n"), sound + "\n",
                                   sound + sound, sound.substr(1), "x" + sound}) {
        test::write_text(folder.file("index"), bad);
        refused("damaged, or no index");
    }
    fs::remove(folder.file("index"));
    refused("No such file");
    const Tables nowhere(Shape::standard, {folder.file("nowhere")}, TableFolder::kCache);
    REQUIRE(nowhere.problems().size() == 1);
    CHECK(contains(nowhere.problems()[0], "nowhere"));
    CHECK(nowhere.most_men() == 0);
}

TEST_CASE("a table of another shape under the right name is refused") {
    if (!codec::available()) return;
    const Folder folder;
    TableFolder others(Shape::xiangqi, 2, 0);
    REQUIRE(others.build());
    fs::copy_file(table_path(others.path(), "KvK"), table_path(folder.path(), "KvK"),
                  fs::copy_options::overwrite_existing);
    CHECK(contains(problem_of(folder), "KvK.anqt': for rules of shape xiangqi, not standard"));
}

// A file may be damaged while the tables are in use.
TEST_CASE("a file that vanishes or is cut after it was opened is told once and asked no more") {
    if (!codec::available()) return;
    for (const bool vanish : {true, false}) {
        const Folder folder;
        const std::string path = table_path(folder.path(), "KGvK");
        const Tables tables(Shape::standard, {folder.path()}, TableFolder::kCache);
        vanish ? void(fs::remove(path)) : fs::resize_file(path, fs::file_size(path) / 2);
        int right = 0, none = 0;
        for (const Probe& probe : probes_for(folder.classes())) {
            const Answer answer = test::ask(tables, probe);
            CHECK(answer != Answer::wrong);
            ++(answer == Answer::none ? none : right);
        }
        CHECK(right > 0);
        CHECK(none > 0);
        REQUIRE(tables.problems().size() == 1);
        CHECK(contains(tables.problems()[0], path));
    }
}

}  // namespace
}  // namespace anqi
