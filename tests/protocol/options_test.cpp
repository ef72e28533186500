// The options' table, the configuration file, and the documentation's list.
#include "protocol/options.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>
#include <string>

#include "protocol/config_file.h"
#include "protocol/suggest.h"
#include "tests/support/test_data.h"

using namespace anqi;

TEST_CASE("options take back what they show, and nothing worse") {
    std::set<std::string> names;
    for (const Option& option : options()) {
        CAPTURE(option.name);
        CHECK(names.insert(option.name).second);
        CHECK_FALSE(option.help.empty());
        Configuration configuration;
        CHECK(option.set(configuration, option.default_value()).ok());
        CHECK(option.get(configuration) == option.default_value());
        if (option.type == "text") continue;
        const Status set = option.set(configuration, "no such value");
        REQUIRE_FALSE(set.ok());
        CHECK(set.error().find("'no such value'") != std::string::npos);
        CHECK(set.error().find(option.range) != std::string::npos);
        CHECK(option.get(configuration) == option.default_value());
    }
}

TEST_CASE("a rule set resets its numbers, an unknown name is met with the nearest") {
    Configuration c;
    CHECK(set_option(c, "quiet-limit", "60").ok());
    CHECK(set_option(c, "rules", "taiwan").ok());
    CHECK(c.player.rules.quiet_limit == 40);
    const Status set = set_option(c, "moovtime", "5");
    REQUIRE_FALSE(set.ok());
    CHECK(set.error() == "unknown option 'moovtime' (did you mean 'movetime'?)");
}

TEST_CASE("edit distance") {
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("flip", "flip") == 0);
}

TEST_CASE("a configuration file: good lines are used, bad ones named") {
    Configuration c;
    const auto problems = apply_config(
        "\xEF\xBB\xBF# comment\r\n"
        "quiet_limit = 60\r\n"
        "\n"
        "rules=platform   # before the number above, wherever it stands\n"
        "log = a file with  blanks.log\n"
        "sead = 5\n"
        "movetime = soon\n"
        "nonsense\n"
        "overhead=120",
        "x.conf", c);
    CHECK(c.player.rules.name == "platform");
    CHECK(c.player.rules.quiet_limit == 60);
    CHECK(c.log == "a file with  blanks.log");
    CHECK(c.player.overhead == 120);
    REQUIRE(problems.size() == 3);
    CHECK(problems[0] == "x.conf:8: no '=' in 'nonsense'");
    CHECK(problems[1] == "x.conf:6: unknown option 'sead' (did you mean 'seed'?)");
    CHECK(problems[2] == "x.conf:7: 'soon' is not a value of movetime (1 to 1000000000000000)");
}

TEST_CASE("PROTOCOL.md lists the options as they are") {
    const std::string text =
        anqi::test::read_file(std::string(ANQI_SOURCE_DIR) + "/protocol/PROTOCOL.md");
    std::string table;
    for (const Option& option : options()) {
        const std::string standard = option.default_value();
        table +=
            fmt::format("| `{}` | {} | {} | {} | {} |\n", option.name, option.type, option.range,
                        standard.empty() ? "" : "`" + standard + "`", option.help);
    }
    const auto begin = text.find("| `rules` |");
    REQUIRE(begin != std::string::npos);
    INFO("the table to put there:\n" << table);
    CHECK(text.substr(begin, text.find("\n\n", begin) + 1 - begin) == table);
}
