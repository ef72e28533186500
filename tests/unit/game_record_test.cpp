// The project's own game records: written, read, replayed, refused.
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "engine/core/notation.h"
#include "engine/core/record.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"

namespace anqi {
namespace {

constexpr std::string_view kHead =
    "anqi-game 1\nrules olympiad quiet-limit 180 repetition 3 kind position limit-ply win\n";

constexpr std::string_view kFull =
    "anqi-game 1\n"
    "rules taiwan quiet-limit 24 repetition 2 kind cycle limit-ply draw\n"
    "tag event Autumn cup, board 7\n"
    "tag note\n"
    "time main 900000 increment 0 byoyomi 5000\n"
    "start 3n/4/2X1/2X1/4/4/4/N3 r Pp 12\n"
    "ply 41 a1a2 left 899950\n"
    "ply 42 c5=p\n"
    "ply 43 c6=P left -20\n"
    "clock red -20 black -\n"
    "result black timeout\n"
    "end\n";

GameRecord record_from(std::string_view text) {
    auto record = parse_record(text);
    INFO(text);
    REQUIRE_MESSAGE(record.ok(), record.error());
    return *record;
}

// Replaces `what` in the full record, which must hold it.
std::string with(std::string_view what, std::string_view by) {
    std::string text(kFull);
    const auto place = text.find(what);
    REQUIRE(place != std::string::npos);
    return text.replace(place, what.size(), by);
}

// Refused, with a message of one line that holds both parts.
void refused(std::string_view text, std::string_view line, std::string_view part) {
    CAPTURE(text);
    const auto record = parse_record(text);
    REQUIRE_FALSE(record.ok());
    CAPTURE(record.error());
    CHECK(record.error().find(line) != std::string::npos);
    CHECK(record.error().find(part) != std::string::npos);
    CHECK(record.error().find('\n') == std::string::npos);
}

TEST_CASE("a record with every item is read and written back to the same bytes") {
    const GameRecord record = record_from(kFull);
    CHECK(to_text(record) == kFull);
    CHECK(record.rules.name == "taiwan");
    CHECK(record.rules.quiet_limit == 24);
    CHECK(record.rules.repetition == 2);
    CHECK(record.rules.repetition_kind == RepetitionKind::cycle);
    CHECK(record.rules.limit_ply == LimitPly::draw);
    REQUIRE(record.tags.size() == 2);
    CHECK(record.tags[0] == RecordTag{"event", "Autumn cup, board 7"});
    CHECK(record.tags[1] == RecordTag{"note", ""});
    CHECK(record.time == RecordTime{900'000, 0, 5'000});
    CHECK(record.first_ply == 41);
    REQUIRE(record.plies.size() == 3);
    CHECK(record.plies[0] == RecordPly{test::event_of("a1a2"), 899'950});
    CHECK(record.plies[1] == RecordPly{test::event_of("c5=p")});
    CHECK(record.plies[2].left == -20);
    CHECK(record.clock[0] == -20);
    CHECK_FALSE(record.clock[1].has_value());
    CHECK(record.result == Outcome{Winner::black, Reason::timeout});
}

TEST_CASE("a set-up game keeps its ply numbers, start and result through a replay") {
    const auto game = replay(record_from(kFull));
    REQUIRE(game.ok());
    CHECK(to_text(game->position()) == "3n/4/2P1/2p1/4/4/N3/4 b - 0");
    CHECK(to_text(game->outcome()) == "black timeout");
    GameRecord again = record_of(*game);
    CHECK(again.first_ply == 1);
    again.first_ply = 41;
    CHECK(to_text(again).find("ply 43 c6=P\n") != std::string::npos);
}

TEST_CASE("records of random games come back byte for byte and replay to the same game") {
    Random random(3);
    for (const RuleSet& rules : rule_presets()) {
        CAPTURE(rules.name);
        test::RandomPositions source(4, test::reference_rules(rules));
        for (int i = 0; i < test::by_build(200, 30); ++i) {
            Game game = test::game_of(rules, i % 2 == 0 ? "start" : source.next());
            test::play_randomly(game, random, 150);
            const std::string text = to_text(record_of(game));
            const GameRecord record = record_from(text);
            REQUIRE(to_text(record) == text);
            REQUIRE(record == record_of(game));
            const auto again = replay(record);
            REQUIRE(again.ok());
            CHECK(again->position() == game.position());
            CHECK(again->events() == game.events());
            CHECK(again->outcome() == game.outcome());
            CHECK(again->rules() == game.rules());
        }
    }
}

TEST_CASE("carriage returns, comments, blank lines and a missing last newline do no harm") {
    std::string text = "# a comment\r\n\r\n";
    for (const char c : kFull) {
        if (c == '\n') text += " \t\r\n\n#more\n";
        if (c != '\n') text += c;
    }
    CHECK(to_text(record_from(text)) == kFull);
    CHECK(to_text(record_from(kFull.substr(0, kFull.size() - 1))) == kFull);
}

TEST_CASE("control characters in a tag become blanks") {
    GameRecord record = record_from(kFull);
    record.tags = {{"note", "two\nlines\tand\x7F more "}};
    const std::string text = to_text(record);
    CHECK(text.find("tag note two lines and  more\n") != std::string::npos);
    CHECK(to_text(record_from(text)) == text);
}

TEST_CASE("a draw that was played past is told in the record") {
    Game game = test::game_of("taiwan", "3n/4/4/4/4/4/4/N3 r - 39");
    test::play(game, "a1a2");
    REQUIRE(game.play_past_draw(test::event_of("d8d7")) == Illegal::none);
    const GameRecord record = record_of(game);
    CHECK(record.past_draw);
    CHECK(replay(record).ok());
    CHECK(to_text(record_from(to_text(record))) == to_text(record));
    GameRecord strict = record;
    strict.past_draw = false;
    const auto stopped = replay(strict);
    REQUIRE_FALSE(stopped.ok());
    CHECK(stopped.error() == "ply 2 (d8d7): the game is over");
}

TEST_CASE("damaged records are refused with line and reason") {
    refused("", "line 0", "'anqi-game 1' expected");
    refused("something else\n", "line 1", "'something else'");
    refused("anqi-game 2\n", "line 1", "'anqi-game 2'");
    refused("anqi-game 1\n", "line", "rules");
    refused(with("taiwan", "mars"), "line 2", "'mars'");
    refused(with("quiet-limit 24", "quiet-limit -1"), "line 2", "'-1'");
    refused(with("repetition 2", "repetition 1"), "line 2", "repetition 1");
    refused(with("repetition 2", "repetition 9999"), "line 2", "'9999'");
    refused(with("kind cycle", "kind moon"), "line 2", "'moon'");
    refused(with("limit-ply draw", "limit-ply loss"), "line 2", "'loss'");
    refused(with("main 900000", "main soon"), "line 5", "'soon'");
    refused(with("Pp 12", "Pp2 12"), "line 6", "face down");
    refused(with("ply 42", "ply 43"), "line 8", "ply 42 expected");
    refused(with("ply 42", "ply -1"), "line 8", "'-1'");
    refused(with("c5=p", "c5=Q"), "line 8", "'c5=Q'");
    refused(with("c5=p", "c5=p soon"), "line 8", "left MS");
    refused(with("clock red -20", "clock red x"), "line 10", "'x'");
    refused(with("black timeout", "black tired"), "line 11", "'black tired'");
    refused(with("result", "outcome"), "line 11", "'result'");
    refused(with("\nend", "\nEND"), "line 12", "'END'");
    refused(with("\nend\n", "\n"), "line 11", "end of the text");
    refused(std::string(kFull) + std::string(kFull), "line 13", "more than one");
}

TEST_CASE("an illegal action or a false result is found by the replay") {
    const auto error = [](std::string_view text) {
        const auto game = replay(record_from(text));
        REQUIRE_FALSE(game.ok());
        return game.error();
    };
    CHECK(error(with("ply 41 a1a2", "ply 41 a1a3")) ==
          "ply 41 (a1a3): the piece on a1 cannot go to a3");
    CHECK(error(with("ply 42 c5=p", "ply 42 c5=K")) ==
          "ply 42 (c5=K): flip of c5: no K is left face down");
    CHECK(error(with("black timeout", "draw no-progress")) ==
          "after ply 43: the record says 'draw no-progress', the rules say 'none'");
    const std::string won = std::string(kHead) + "start 4/4/4/4/4/4/n3/G3 r - 0\nply 1 a1a2\n";
    CHECK(error(won + "result none\nend\n") ==
          "after ply 1: the record says 'none', the rules say 'red all-captured'");
    CHECK(replay(record_from(won + "result red all-captured\nend\n")).ok());
}

TEST_CASE("a file of records is read past a damaged one") {
    const std::string text = std::string(kFull) + with("c5=p", "c5=Q") + "\n# third\n" +
                             std::string(kFull) + with("\nend\n", "\n") + std::string(kFull);
    RecordReader reader(text);
    int good = 0, bad = 0;
    while (!reader.done()) ++(reader.next().ok() ? good : bad);
    CHECK(good == 3);
    CHECK(bad == 2);
    CHECK(reader.done());
}

TEST_CASE("extreme clocks and ply numbers are kept or refused, never wrapped") {
    const GameRecord large = record_from(with("899950", "9223372036854775807"));
    CHECK(large.plies[0].left == 9'223'372'036'854'775'807);
    CHECK(to_text(large).find("left 9223372036854775807") != std::string::npos);
    refused(with("899950", "9223372036854775808"), "line 7", "out of range");
    refused(with("ply 41", "ply 99999999999"), "line 7", "out of range");
    refused(with("ply 41", "ply 1000000000"), "line 8", "ply 1000000001 expected");
}

}  // namespace
}  // namespace anqi
