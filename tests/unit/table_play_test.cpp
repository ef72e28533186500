// The engine with endgame tables: it wins what is won in time, holds what is drawn, and says so;
// without them, or with damaged ones, it plays on.
#include <doctest/doctest.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/player/player.h"
#include "engine/tables/codec.h"
#include "engine/tables/table_index.h"
#include "engine/util/clock.h"
#include "tests/support/ending_check.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/table_folder.h"

namespace anqi::test {
namespace {

// Endings of up to three men, built once for this file's tests.
const std::string& folder_of_tables() {
    static TableFolder folder(Shape::standard, 3, 0);
    static const Status built = folder.build();
    if (!built) throw std::runtime_error(built.error());
    return folder.path();
}

Settings with_tables(const RuleSet& rules = default_rules(),
                     PlayerKind player = PlayerKind::by_phase) {
    Settings settings;
    settings.rules = rules;
    settings.player = player;
    settings.memory = 16;
    settings.visits = 50;
    settings.tables = folder_of_tables();
    return settings;
}

struct Table {
    explicit Table(const Settings& settings) : player(settings, clock) {}
    SteadyClock clock;
    Player player;
    StopFlag stop;

    double evaluate(std::string_view position) {
        player.new_game(position_of(position));
        return player.evaluate();
    }
    Report choose(std::string_view position, bool analysis) {
        player.new_game(position_of(position));
        CallLimits limits;
        limits.analysis = analysis;
        return player.choose(limits, stop).report;
    }
};

RuleSet limited(std::string_view name, int limit) {
    RuleSet rules = rules_of(name);
    rules.quiet_limit = limit;
    return rules;
}

// Red wins in 23 plies to the next capture.
constexpr const char* kLongWin = "4/4/4/kG2/4/4/4/K3 r - ";

TEST_CASE("every won ending is won against the longest defence, under all limits in use") {
    if (!codec::available()) return;
    for (const int limit : {24, 25, 30, 40, 50, 60, 180, 0}) {
        for (const char* const name : {"olympiad", "platform"}) {
            CAPTURE(limit);
            const RuleSet rules = limited(name, limit);
            Table table(with_tables(rules));
            Retrograde truth(rules, Measure::to_capture);
            Random random(static_cast<std::uint64_t>(limit));
            int won = 0;
            for (const char* const set : {"KGk", "GPg", "CPp", "GCp"}) {
                const auto most = static_cast<std::size_t>(by_build(6, 2));
                const int quiet = limit == 0 ? 0 : limit - 12;
                for (const Position& position :
                     random_endings(truth, men_of(set), 1, quiet, most, random)) {
                    const auto answer = play_out(table.player, truth, Game(rules, position), 50);
                    CAPTURE(describe(answer, truth));
                    CHECK(answer.after == 1);
                    ++won;
                }
            }
            CHECK(won >= by_build(16, 6));
        }
    }
}

TEST_CASE("eval and analyze know when the quiet limit comes first") {
    if (!codec::available()) return;
    Table table(with_tables());
    struct Row {
        int quiet;
        double value;
    };
    for (const auto& [quiet, value] : {Row{0, 1}, Row{157, 1}, Row{158, 0}, Row{179, 0}}) {
        CAPTURE(quiet);
        const std::string position = kLongWin + std::to_string(quiet);
        CHECK(table.evaluate(position) == value);
        const Report report = table.choose(position, true);
        REQUIRE(!report.candidates.empty());
        CHECK(report.candidates.front().value == value);
        CHECK(report.candidates.front().lower == value);
        CHECK(report.candidates.front().upper == value);
        CHECK(report.candidates.front().source == Source::table);
    }
}

TEST_CASE("drawn endings are held by all that is played") {
    if (!codec::available()) return;
    Table table(with_tables());
    Retrograde truth(default_rules(), Measure::to_capture);
    Random random(5);
    int drawn = 0;
    for (const char* const set : {"CCk", "KCp", "Kgg", "KGg"}) {
        for (const Position& position : random_endings(truth, men_of(set), 0, 0, 10, random)) {
            const auto answer = ask(table.player, truth, Game(default_rules(), position), 50);
            CAPTURE(describe(answer, truth));
            CHECK(answer.after == 0);
            ++drawn;
        }
    }
    CHECK(drawn >= 30);
}

// Counts reports, and those whose best value is not a draw by the tables.
class Reports final : public ReportSink {
  public:
    void report(const Report& report) override {
        ++count;
        const Candidate& best = report.candidates.front();
        wrong += best.value != 0 || best.source != Source::table;
    }
    Milliseconds interval() const override { return 1; }
    int count = 0, wrong = 0;
};

TEST_CASE("a drawn ending is reported on while the search goes on") {
    if (!codec::available()) return;
    Settings settings = with_tables();
    settings.visits = 20'000;
    Table table(settings);
    table.player.new_game(position_of("4/4/4/4/4/4/1c2/K3 r - 0"));
    CallLimits limits;
    limits.analysis = true;
    Reports reports;
    const Report last = table.player.choose(limits, table.stop, &reports).report;
    CHECK(reports.count >= 1);
    CHECK(reports.wrong == 0);
    CHECK(last.candidates.size() == table.player.game().legal_moves().size());
}

TEST_CASE("lost by the tables is hopeless, when resigning is allowed") {
    if (!codec::available()) return;
    Settings settings = with_tables();
    settings.resign = true;
    Table table(settings);
    table.player.new_game(position_of("G3/4/4/g3/K3/4/4/4 b - 0"));
    REQUIRE(table.player.evaluate() == -1);
    CHECK(table.player.choose({}, table.stop).resigns);
    table.player.new_game(position_of(std::string(kLongWin) + "0"));
    CHECK_FALSE(table.player.choose({}, table.stop).resigns);
}

// Four men, of which the capture of the chariot leaves three.
TEST_CASE("both searchers see won tables behind a capture as proven") {
    if (!codec::available()) return;
    for (const PlayerKind kind : {PlayerKind::mcts, PlayerKind::alphabeta}) {
        Settings settings = with_tables(default_rules(), kind);
        settings.visits = 2'000;
        Table with(settings);
        const Report report = with.choose("4/4/4/4/4/4/r3/KG1p r - 0", false);
        REQUIRE(!report.candidates.empty());
        CHECK(report.candidates.front().lower == 1);
    }
}

TEST_CASE("with a missing table the others still serve, and play goes on") {
    if (!codec::available()) return;
    TableFolder folder(Shape::standard, 3, 0);
    REQUIRE(folder.build());
    std::filesystem::remove(table_path(folder.path(), "KGvK"));
    Settings settings = with_tables();
    settings.tables = folder.path();
    Table table(settings);
    REQUIRE(table.player.tables() != nullptr);
    CHECK(table.player.tables()->problems().size() == 1);
    CHECK(table.player.tables()->count() == 24);
    CHECK(table.choose(std::string(kLongWin) + "0", false).best());
    CHECK(table.evaluate("4/4/4/4/4/4/2k1/K3 r - 0") == 1);
}

TEST_CASE("tables follow the rules and the option") {
    if (!codec::available()) return;
    Table table(with_tables());
    CHECK(table.player.tables()->count() == 25);
    Settings exchange = with_tables(rules_of("exchange"));
    REQUIRE(table.player.configure(exchange));
    CHECK(table.player.tables()->count() == 0);
    CHECK(table.player.tables()->problems().size() == 1);
    CHECK(table.choose(std::string(kLongWin) + "0", false).best());
    exchange.tables.clear();
    REQUIRE(table.player.configure(exchange));
    CHECK(table.player.tables() == nullptr);
    REQUIRE(table.player.configure(with_tables()));
    CHECK(table.player.tables()->count() == 25);
    table.player.take_over(game_of("xiangqi", std::string(kLongWin) + "0"));
    CHECK(table.player.tables()->count() == 0);
}

}  // namespace
}  // namespace anqi::test
