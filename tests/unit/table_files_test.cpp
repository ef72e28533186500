// Tables in files: built, built on after an interruption, read back, asked by several threads.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <thread>
#include <vector>

#include "engine/tables/codec.h"
#include "engine/tables/table_file.h"
#include "engine/tables/table_index.h"
#include "engine/util/file.h"
#include "tests/support/endings.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/table_folder.h"
#include "tests/support/test_data.h"

namespace anqi {
namespace {

namespace fs = std::filesystem;
using test::Answer;
using test::Probe;
using test::TableFolder;

BuildSettings with_threads(int threads) {
    return {.folder = {}, .threads = threads, .memory = TableFolder::kMemory, .only = {}};
}

std::size_t not_right(const Tables& tables, const std::vector<Probe>& probes) {
    return static_cast<std::size_t>(
        std::count_if(probes.begin(), probes.end(),
                      [&](const Probe& p) { return test::ask(tables, p) != Answer::right; }));
}

TEST_CASE("tables in files answer as those solved at once") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, 3, test::by_build(3, 2));
    REQUIRE(folder.build());
    const Tables tables(Shape::standard, {folder.path()}, TableFolder::kCache);
    CHECK(tables.problems().empty());
    CHECK(tables.count() == folder.classes().all().size());
    CHECK(tables.most_men() == 3);
    OnDemand solver(Shape::standard, 3, 3);
    int asked = 0, wrong = 0;
    for (const char* const men : {"KGvK", "CPvG", "KvK", "Gv+vP"}) {
        test::for_each_position(test::ending(men), [&](const Position& position) {
            const Probe probe = test::probe_for(solver, default_rules(), position);
            wrong += test::ask(tables, probe) != Answer::right;
            ++asked;
        });
    }
    CHECK(asked > 100'000);
    CHECK(wrong == 0);
    Random random(31);
    RuleSet short_limit = default_rules();
    short_limit.quiet_limit = kLeastLimit;
    for (const RuleSet& rules : {default_rules(), test::rules_of("platform"), short_limit}) {
        const int men = test::by_build(3, 2);
        CHECK(not_right(tables, test::random_probes(solver, rules, men, 2'000, random)) == 0);
    }
}

TEST_CASE("tables of the other shapes are read back") {
    if (!codec::available()) return;
    for (const char* const name : {"exchange", "xiangqi"}) {
        const RuleSet& rules = test::rules_of(name);
        TableFolder folder(rules.shape, 2, 2);
        REQUIRE(folder.build());
        const Tables tables(rules.shape, {folder.path()}, TableFolder::kCache);
        CHECK(tables.count() == folder.classes().all().size());
        OnDemand solver(rules.shape, 2, 2);
        Random random(32);
        CHECK(not_right(tables, test::random_probes(solver, rules, 2, 1'000, random)) == 0);
        CHECK(tables.problems().empty());
    }
}

// Five men have classes with more than 65,536 different values.
TEST_CASE("a class with many different values is read back") {
    if (!codec::available()) return;
    const EndgameClasses classes(Shape::standard, {{3, 0}});
    const EndgameClass& cls = *classes.find(test::ending("KGvM"))->cls;
    const std::string path = test::TemporaryFolder().path() + ".anqt";
    for (const std::size_t values : {256, 257, 30'000, 70'000}) {
        const Column win{kLeastLimit, kNoLimit, LimitPly::win},
            draw{kLeastLimit, kNoLimit, LimitPly::draw};
        SolvedClass solved{&cls, {.columns = {win, draw}, .judgements = {}, .scores = {}}, {}};
        for (std::size_t s = 0; s < values; ++s) {
            solved.palette.judgements.push_back(static_cast<PackedJudgement>(s % 300));
            solved.palette.judgements.push_back(static_cast<PackedJudgement>(s / 300));
        }
        for (std::size_t node = 0; node < cls.nodes(); ++node) {
            solved.symbols.push_back(static_cast<Symbol>((node * 97 + values - 1) % values));
        }
        REQUIRE(write_file(path, table_bytes(solved).value()));
        const auto file = TableFile::open(path, classes);
        REQUIRE(file.ok());
        const SolvedClass back = file->read_all().value();
        CHECK(back.symbols == solved.symbols);
        CHECK(back.palette.judgements == solved.palette.judgements);
    }
    fs::remove(path);
}

TEST_CASE("what no table serves is not answered") {
    const Tables tables(Shape::standard, 2, 2), face_up(Shape::standard, 2, 0);
    const auto judge = [&](const RuleSet& rules, std::string_view text) {
        return tables.judge(rules, test::position_of(text));
    };
    const RuleSet& rules = default_rules();
    CHECK(judge(rules, "4/4/4/4/4/4/3k/K3 r - 0"));
    CHECK_FALSE(judge(rules, "4/4/4/4/4/4/3k/KG2 r - 0"));    // too many men
    CHECK_FALSE(judge(rules, "####/4/4/4/4/4/3k/K3 r - 0"));  // a small board
    CHECK_FALSE(judge(rules, "4/4/4/4/4/4/3X/K3 r k 0"));     // face down
    CHECK_FALSE(tables.score(rules, test::position_of("4/4/4/4/4/4/3k/K3 r - 0")));
    CHECK(tables.score(rules, test::position_of("4/4/4/4/4/4/3X/K3 r k 0")));
    CHECK_FALSE(face_up.score(rules, test::position_of("4/4/4/4/4/4/3X/K3 r k 0")));
    CHECK(tables.most_men() == 2);
    RuleSet too_short = rules;
    too_short.quiet_limit = kLeastLimit - 1;
    CHECK_FALSE(judge(too_short, "4/4/4/4/4/4/3k/K3 r - 0"));
}

// The entry of a class in the folder's index says what its file is.
TEST_CASE("a second run builds nothing, and the number of threads changes no byte") {
    if (!codec::available()) return;
    TableFolder one(Shape::standard, 3, 2), two(Shape::standard, 3, 2);
    REQUIRE(one.build(with_threads(1)));
    REQUIRE(two.build(with_threads(2)));
    CHECK(one.built.size() == one.classes().all().size());
    CHECK(one.content() == two.content());
    CHECK(one.content().size() == one.classes().all().size() + 1);
    one.built.clear();
    REQUIRE(one.build(with_threads(2)));
    CHECK(one.built.empty());
    CHECK(one.content() == two.content());
}

// What a build leaves behind that ended in the middle: files without an index or beside an old one,
// others missing, cut short, and one half written under another name.
TEST_CASE("a build goes on where an earlier one ended") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, 2, 2);
    REQUIRE(folder.build());
    const auto whole = folder.content();
    const auto rebuilt = [&] {
        folder.built.clear();
        REQUIRE(folder.build());
        std::sort(folder.built.begin(), folder.built.end());
        return folder.built;
    };
    using Names = std::vector<std::string>;

    for (const char* const name : {"KvK", "v+CvP", "Cv+vC"}) {
        fs::remove(table_path(folder.path(), name));
    }
    fs::remove(folder.file("index"));
    CHECK(rebuilt() == Names{"Cv+vC", "KvK", "v+CvP"});
    CHECK(folder.content() == whole);

    fs::remove(table_path(folder.path(), "KvK"));
    fs::resize_file(table_path(folder.path(), "KvG"), 40);
    test::write_text(table_path(folder.path(), "KvC"), "garbage");
    CHECK(rebuilt() == Names{"KvC", "KvG", "KvK"});
    CHECK(folder.content() == whole);

    fs::remove(folder.file("index"));
    CHECK(rebuilt().empty());
    CHECK(folder.content() == whole);

    // A table under the name of another one; those of all classes of 496 nodes may be equally long.
    fs::copy_file(table_path(folder.path(), "KvG"), table_path(folder.path(), "CvP"),
                  fs::copy_options::overwrite_existing);
    CHECK(rebuilt() == Names{"CvP"});
    fs::copy_file(table_path(folder.path(), "KvG"), table_path(folder.path(), "CvP"),
                  fs::copy_options::overwrite_existing);
    fs::remove(folder.file("index"));
    CHECK(rebuilt() == Names{"CvP"});
    CHECK(folder.content() == whole);

    test::write_text(folder.file("index"), "anqi-tables 1 stan");
    CHECK(rebuilt().empty());
    CHECK(folder.content() == whole);

    fs::remove(table_path(folder.path(), "CvP"));
    test::write_text(folder.file("CvP.anqt.x4Y2ab"), "half a fi");
    CHECK(rebuilt() == Names{"CvP"});
    CHECK(fs::remove(folder.file("CvP.anqt.x4Y2ab")));
    CHECK(folder.content() == whole);
}

TEST_CASE("a build that was asked to stop begins nothing more and leaves whole files") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, 2, 2);
    BuildSettings settings = with_threads(1);
    settings.folder = folder.path();
    StopFlag stop;
    std::size_t done = 0;
    REQUIRE(TableBuilder(folder.classes(), settings).run(stop, [&](const BuildProgress& progress) {
        done = progress.done;
        if (done == 3) stop.request();
    }));
    CHECK(done == 3);
    CHECK(folder.content().size() == 4);
    const Tables tables(Shape::standard, {folder.path()}, TableFolder::kCache);
    CHECK(tables.count() == 3);
    CHECK(tables.problems().empty());
}

TEST_CASE("single classes are built for themselves, and an index made afterwards lists them") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, 3, 0);
    BuildSettings settings = with_threads(2);
    settings.only = {"KGvK"};
    const Status too_early = folder.build(settings);
    REQUIRE_FALSE(too_early);
    CHECK(too_early.error() == "KGvK needs classes that are not there");

    settings.only = {"KvG", "KvK"};
    REQUIRE(folder.build(settings));
    settings.only = {"KGvK"};
    REQUIRE(folder.build(settings));
    CHECK(folder.content().size() == 3);
    CHECK_FALSE(fs::exists(folder.file("index")));

    std::vector<std::string> refused;
    REQUIRE(index_folder(folder.path(), folder.classes(), refused));
    CHECK(refused.empty());
    const auto index = read_index(folder.path());
    REQUIRE(index);
    std::vector<std::string> names;
    for (const auto& entry : index->entries) names.push_back(entry.name);
    std::sort(names.begin(), names.end());
    CHECK(names == std::vector<std::string>{"KGvK", "KvG", "KvK"});

    const Tables tables(Shape::standard, {folder.path()}, TableFolder::kCache);
    CHECK(tables.count() == 3);
    CHECK(tables.judge(default_rules(), test::position_of("4/4/4/4/4/4/3k/KG2 r - 0")));
    CHECK_FALSE(tables.judge(default_rules(), test::position_of("4/4/4/4/4/4/3p/KG2 r - 0")));
}

TEST_CASE("an index leaves out what is no sound table and says why") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, 2, 0);
    REQUIRE(folder.build());
    fs::resize_file(table_path(folder.path(), "KvK"), 100);
    fs::copy_file(table_path(folder.path(), "CvC"), table_path(folder.path(), "KvG"),
                  fs::copy_options::overwrite_existing);
    std::vector<std::string> refused;
    REQUIRE(index_folder(folder.path(), folder.classes(), refused));
    REQUIRE(refused.size() == 2);
    CHECK(refused[0].find("KvK.anqt': cut short") != std::string::npos);
    CHECK(refused[1].find("KvG.anqt': is the table of CvC") != std::string::npos);
    CHECK(read_index(folder.path())->entries.size() == 3);
}

TEST_CASE("a class beyond the memory limit is named") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, 3, 0);
    BuildSettings settings = with_threads(2);
    settings.memory = 100'000;  // enough for two men only
    const Status built = folder.build(settings);
    REQUIRE_FALSE(built);
    CHECK(built.error().find(" of memory") != std::string::npos);
    const std::string name = built.error().substr(0, built.error().find(' '));
    CHECK(test::ending(name).count() == 3);
    CHECK(folder.built.size() == 5);
}

TEST_CASE("a folder that cannot be written is named") {
    TableFolder folder(Shape::standard, 2, 0);
    if (!codec::available()) return;
    fs::create_directory(table_path(folder.path(), "KvK"));
    const Status built = folder.build();
    REQUIRE_FALSE(built);
    CHECK(built.error().find("KvK.anqt") != std::string::npos);
}

// A folder holds tables of one shape; those of another are not built over them.
TEST_CASE("tables of another shape are left as they are") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, 2, 0);
    REQUIRE(folder.build());
    const auto before = folder.content();
    const EndgameClasses others(Shape::xiangqi, extents_up_to(2, 0));
    BuildSettings settings = with_threads(1);
    settings.folder = folder.path();
    const StopFlag never;
    const Status built = TableBuilder(others, settings).run(never, [](const BuildProgress&) {});
    REQUIRE_FALSE(built);
    CHECK(built.error().find("standard") != std::string::npos);
    CHECK(folder.content() == before);
}

TEST_CASE("several threads may ask the same tables at once") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, test::by_build(3, 2), 2);
    REQUIRE(folder.build());
    // Room for two blocks only, so that they are unpacked again and again.
    const Tables tables(Shape::standard, {folder.path()}, std::size_t{1} << 15);
    OnDemand solver(Shape::standard, 3, 2);
    Random random(33);
    const auto probes = test::random_probes(solver, default_rules(), 2, 1'000, random);
    auto more = probes;
    for (const Men& men : test::random_endings(3, 0, tables.most_men() == 3 ? 1'000 : 0, random)) {
        more.push_back(
            test::probe_for(solver, default_rules(), test::random_position(men, random)));
    }
    std::vector<std::size_t> wrong(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&, t] {
            auto order = more;
            Random own(t);
            own.shuffle(order);
            wrong[t] = not_right(tables, order);
        });
    }
    for (auto& thread : threads) thread.join();
    CHECK(wrong == std::vector<std::size_t>(4, 0));
    CHECK(tables.problems().empty());
}

}  // namespace
}  // namespace anqi
