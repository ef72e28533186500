// What holds for every command of the table.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>
#include <string>
#include <vector>

#include "protocol/registry.h"
#include "tests/support/process.h"
#include "tests/support/test_data.h"

using namespace anqi;
using namespace anqi::test;

TEST_CASE("every command is listed once, known, and explained") {
    Process engine({engine_path()});
    std::set<std::string> seen;
    engine.write("1 list_commands\n");
    for (const auto name : command_names()) {
        const auto line = engine.read_line();
        REQUIRE(line);
        const std::string prefix = seen.empty() ? "=1 " : "";
        CHECK(*line == prefix + std::string(name));
        CHECK(seen.insert(std::string(name)).second);
    }
    for (const auto& name : seen) {
        engine.write(fmt::format("2 known_command {}\n", name));
        CHECK(engine.read_line() == "=2 true");
        const Command* command = find_command(name);
        REQUIRE(command);
        CHECK_FALSE(command->summary.empty());
        CHECK_FALSE(command->on_failure.empty());
    }
}

TEST_CASE("the platform's numbers are those of its manual") {
    const std::vector<std::string> names = {"protocol_version",  "name",          "version",
                                            "known_command",     "list_commands", "quit",
                                            "boardsize",         "reset_board",   "num_repetition",
                                            "num_moves_to_draw", "move",          "flip",
                                            "genmove",           "game_over",     "ready",
                                            "time_settings",     "time_left",     "showboard",
                                            "init_board"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Command* command = find_command(names[i]);
        REQUIRE(command);
        CHECK(command->mgtp_id == static_cast<int>(i));
    }
}

// Good, missing, bad and far too many arguments: always one answer, with the id, and alive.
TEST_CASE("every command answers exactly once, whatever its arguments") {
    const TemporaryFolder folder;
    Process engine({engine_path(), "--movetime", "5"}, folder.path());
    const std::vector<std::string> arguments = {
        "",  "red", "a1 K", "a1 a2",    "8 4",
        "2", "x",   "-1",   "\xFF\xFE", "1 2 3 4 5 6 7 8 9 10 11 12 13"};
    for (const auto name : command_names()) {
        if (name == "quit" || name == "analyze" || name == "bench") continue;
        for (const auto& words : arguments) {
            CAPTURE(name);
            CAPTURE(words);
            engine.write(fmt::format("71 {} {}\n72 name\n", name, words));
            auto line = engine.read_line();
            REQUIRE(line);
            CHECK((line->starts_with("=71") || line->starts_with("?71")));
            int answers = 0;
            while (line && *line != "=72 anqi") {
                answers += line->starts_with('=') || line->starts_with('?');
                CHECK_FALSE(line->empty());
                line = engine.read_line();
            }
            CHECK(answers == 1);
            REQUIRE(line);
        }
    }
}

TEST_CASE("PROTOCOL.md documents every command") {
    const std::string text = read_file(std::string(ANQI_SOURCE_DIR) + "/protocol/PROTOCOL.md");
    for (const Command* command : commands()) {
        CAPTURE(command->name);
        const std::string usage =
            fmt::format("\n### `{}{}{}`\n", command->name, command->arguments.empty() ? "" : " ",
                        command->arguments);
        CHECK(text.find(usage) != std::string::npos);
    }
}
