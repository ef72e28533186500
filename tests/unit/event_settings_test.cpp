// Engines, options, event files and state files: everything comes back, and what is wrong is named.
#include "tools/referee/event_settings.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

#include "engine/core/notation.h"
#include "tests/support/test_data.h"
#include "tools/referee/event_file.h"

namespace anqi::test {
namespace {

namespace fs = std::filesystem;

std::string temporary(const std::string& name, const std::string& text) {
    const auto path = fs::temp_directory_path() / fmt::format("anqi-event-{}-{}", ::getpid(), name);
    std::ofstream(path) << text;
    return path.string();
}

std::string error_of(const std::string& text) {
    const auto engine = parse_engine(text);
    return engine ? std::string() : engine.error();
}

TEST_CASE("an engine is its command line behind its settings") {
    const auto engine = parse_engine(
        "name='暗 棋' dir='/x y' env=A=B env=C= setup='set threads 1' host=gtp restart=no "
        "./a=b/eng --x=1 'y z'");
    REQUIRE(engine.ok());
    CHECK(engine->name == "暗 棋");
    CHECK(engine->directory == "/x y");
    CHECK(engine->environment == std::vector<std::string>{"A=B", "C="});
    CHECK(engine->setup == std::vector<std::string>{"set threads 1"});
    CHECK(engine->host == HostKind::gtp);
    CHECK_FALSE(engine->restart);
    CHECK(engine->argv == std::vector<std::string>{"./a=b/eng", "--x=1", "y z"});
    CHECK(parse_engine("'/a b/eng' --x")->name == "eng");
    CHECK(contains(error_of("nane=x eng"), "did you mean 'name'"));
    CHECK(contains(error_of("host=uci eng"), "uci"));
    CHECK(contains(error_of("restart=maybe eng"), "maybe"));
    CHECK(contains(error_of("env=x eng"), "NAME=VALUE"));
    CHECK(contains(error_of("name=x"), "no program"));
    CHECK_FALSE(error_of("").empty());
}

TEST_CASE("equal names get numbers") {
    std::vector<EngineSpec> engines = {*parse_engine("a"), *parse_engine("name='a 2' b"),
                                       *parse_engine("a"), *parse_engine("a")};
    make_names_unique(engines);
    CHECK(engines[0].name == "a");
    CHECK(engines[1].name == "a 2");
    CHECK(engines[2].name == "a 3");
    CHECK(engines[3].name == "a 4");
}

TEST_CASE("every option reads what it writes and refuses nonsense with its name") {
    EventSettings settings;
    for (const EventOption& option : event_options()) {
        CAPTURE(option.name);
        const std::string value = option.get(settings);
        if (!value.empty()) CHECK(set_event_option(settings, option.name, value).ok());
        CHECK(option.get(settings) == value);
        CHECK_FALSE(option.help.empty());
    }
    CHECK(set_event_option(settings, "sprt", "-5:5:0.01:0.02:normalised").ok());
    CHECK(settings.sprt->elo0 == -5);
    CHECK(settings.sprt->beta == 0.02);
    const auto refused = [&](std::string_view name, const std::string& value) {
        const Status set = set_event_option(settings, name, value);
        return !set.ok() && contains(set.error(), name);
    };
    for (const char* bad : {"", "5:5", "1", "0:5:0.7:0.1", "0:5:x", "0:5:0.1:0.1:bayes", "0:nan"}) {
        CAPTURE(bad);
        CHECK(refused("sprt", bad));
    }
    for (const char* bad : {"", "-1", "x", "0", "99999999999999999999"}) {
        CAPTURE(bad);
        CHECK(refused("pairs", bad));
        CHECK(refused("movetime", bad));
        CHECK(refused("concurrency", bad));
    }
    CHECK(refused("repetition", "1"));
    CHECK(refused("format", "cup"));
    CHECK(refused("rules", "chess"));
    CHECK(refused("first-ply-free", "perhaps"));
    const Status unknown = set_event_option(settings, "movetme", "5");
    REQUIRE_FALSE(unknown.ok());
    CHECK(contains(unknown.error(), "movetime"));
}

TEST_CASE("an event file sets engines and options; mistakes are named with their line") {
    const auto path =
        temporary("good.toml",
                  "format = \"round-robin\"\npairs = 4\nquiet-limit = 33\n"
                  "rules = \"taiwan\"\nfirst-ply-free = false\n"
                  "[[engine]]\nname = \"a\"\ncommand = \"eng --x 'y z'\"\n"
                  "env = { LANG = \"C\", N = 5 }\nsetup = [\"set threads 1\", \"b\"]\n"
                  "[[engine]]\ncommand = [\"./b\", \"c d\"]\nhost = \"gtp\"\n"
                  "restart = false\n");
    EventSettings settings;
    const Status read = read_event_file(path, settings);
    CHECK_MESSAGE(read.ok(), (read ? "" : read.error()));
    CHECK(settings.schedule.format == Format::round_robin);
    CHECK(settings.schedule.pairs == 4);
    CHECK(settings.host.rules.name == "taiwan");
    CHECK(settings.host.rules.quiet_limit == 33);
    CHECK_FALSE(settings.host.time.first_ply_free);
    REQUIRE(settings.engines.size() == 2);
    CHECK(settings.engines[0].argv == std::vector<std::string>{"eng", "--x", "y z"});
    CHECK(settings.engines[0].environment == std::vector<std::string>{"LANG=C", "N=5"});
    CHECK(settings.engines[0].setup.size() == 2);
    CHECK(settings.engines[1].name == "b");
    CHECK(settings.engines[1].argv == std::vector<std::string>{"./b", "c d"});
    CHECK_FALSE(settings.engines[1].restart);
    fs::remove(path);

    const auto error = [](const std::string& text) {
        const auto file = temporary("bad.toml", text);
        EventSettings ignored;
        const Status status = read_event_file(file, ignored);
        fs::remove(file);
        return status ? std::string() : status.error();
    };
    CHECK(contains(error("pairs = 1\npears = 4\n"), "bad.toml:2: "));
    CHECK(contains(error("pears = 4\n"), "did you mean 'pairs'"));
    CHECK(contains(error("pairs = \"x\"\n"), "pairs"));
    CHECK(contains(error("pairs = [1]\n"), "single value"));
    CHECK(contains(error("[[engine]]\nname = \"a\"\n"), "without a command"));
    CHECK(contains(error("[[engine]]\ncommand = \"a\"\nhots = \"gtp\"\n"), ":3: "));
    CHECK(contains(error("engine = 5\n"), "[[engine]]"));
    CHECK(contains(error("pairs = \n"), ":1: "));
    CHECK_FALSE(error("\xFF").empty());
}

TEST_CASE("a state file brings an event back, from any folder") {
    EventSettings settings;
    settings.engines = {*parse_engine("name=x ./bin/a --b"), *parse_engine("name=y host=gtp c")};
    settings.seed = 7;
    settings.host.time.movetime = 50;
    settings.schedule.pairs = 9;
    std::vector<std::string> warnings;
    REQUIRE(complete(settings, warnings).ok());
    const auto path = temporary("a.state", "");
    const auto home = fs::current_path();
    REQUIRE(write_state(path, settings).ok());
    fs::current_path("/");
    EventSettings back;
    const Status read = read_state(path, back);
    CHECK_MESSAGE(read.ok(), (read ? "" : read.error()));
    CHECK(fs::current_path() == home);
    CHECK(back.seed == settings.seed);
    CHECK(back.host == settings.host);
    CHECK(back.schedule == settings.schedule);
    CHECK(back.games == settings.games);
    CHECK(back.engines == settings.engines);
    CHECK(back.engines[0].host == HostKind::mgtp);
    CHECK(fs::path(state_path(back)).is_absolute());
    std::ofstream(path) << "{\"version\": 1";
    CHECK_FALSE(read_state(path, back).ok());
    std::ofstream(path) << "{\"version\": 2}";
    CHECK(contains(read_state(path, back).error(), "version"));
    fs::remove(path);
}

TEST_CASE("start positions: bad lines are named and left out, a changed file is noticed") {
    const std::string good = to_text(Position::start());
    const auto path = temporary(
        "starts", fmt::format("\xEF\xBB\xBF# comment\n\n{}\r\nnonsense\nK3/4/4/4/4/4/4/4 r - 0\n"
                              "1K2/4/4/4/4/4/4/k3 r - 5",
                              good));
    EventSettings settings;
    settings.engines = {*parse_engine("a"), *parse_engine("b")};
    settings.starts = path;
    settings.seed = 1;
    std::vector<std::string> warnings;
    REQUIRE(complete(settings, warnings).ok());
    CHECK(settings.schedule.starts.size() == 2);
    REQUIRE(warnings.size() == 2);
    CHECK(contains(warnings[0], ":4: "));
    CHECK(contains(warnings[1], ":5: "));
    const auto state = temporary("b.state", "");
    REQUIRE(write_state(state, settings).ok());
    std::ofstream(path) << good << "\n";
    EventSettings back;
    CHECK(contains(read_state(state, back).error(), "has changed"));
    std::ofstream(path) << "\n";
    warnings.clear();
    CHECK_FALSE(complete(settings, warnings).ok());
    fs::remove(path);
    fs::remove(state);
}

TEST_CASE("what only the whole shows is checked") {
    EventSettings settings;
    std::vector<std::string> warnings;
    settings.engines = {*parse_engine("a")};
    CHECK_FALSE(complete(settings, warnings).ok());
    settings.engines.resize(3, settings.engines[0]);
    CHECK(contains(complete(settings, warnings).error(), "another format"));
    settings.schedule.format = Format::swiss;
    CHECK(complete(settings, warnings).ok());
    CHECK(settings.records == "games.txt");
    settings.sprt.emplace();
    CHECK_FALSE(complete(settings, warnings).ok());
}

}  // namespace
}  // namespace anqi::test
