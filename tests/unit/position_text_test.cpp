// Position text: what is refused and with what words, and that engine and reference draw the line
// between good and bad at the same place.
#include <doctest/doctest.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"

namespace anqi {
namespace {

// Refused, by a message of one line that holds `part`.
void refused(std::string_view text, std::string_view part) {
    CAPTURE(text);
    const auto read = parse_position(text);
    REQUIRE_FALSE(read.ok());
    CAPTURE(read.error());
    CHECK(read.error().find(part) != std::string::npos);
    CHECK(read.error().find('\n') == std::string::npos);
}

TEST_CASE("the start position is written as everybody knows it") {
    CHECK(to_text(Position::start()) == test::kStartText);
    CHECK(test::position_of(test::kStartText) == Position::start());
}

TEST_CASE("a sixth soldier and a second general are refused") {
    refused("4/4/4/4/4/4/PPPP/PP1k r - 0", "6 P");
    refused("4/4/4/4/4/4/4/K1Kp r - 0", "2 K");
    refused("4/4/4/4/4/4/PPPP/P1Xk r P 0", "6 P");
    refused("4/4/4/4/4/4/XXXX/XX1k r P6 0", "P6");
    refused("4/4/4/4/4/4/XX2/k3 r P0G 0", "P0");
    refused("4/4/4/4/4/4/XX2/k3 r PP 0", "P");
}

TEST_CASE("a pool of another size than the face-down squares is refused") {
    refused("4/4/4/4/4/4/XX2/K2k r P 0", "2 squares are face down");
    refused("4/4/4/4/4/4/4/K2k r P 0", "pool holds 1");
    refused("4/4/4/4/4/4/XX2/K2k r - 0", "pool holds 0");
}

TEST_CASE("a board without any piece is refused, one side without pieces is not") {
    refused("4/4/4/4/4/4/4/4 r - 0", "no piece");
    CHECK(test::result_text(test::game_of("olympiad", "4/4/4/4/4/4/4/K3 r - 0")) ==
          "red all-captured");
}

TEST_CASE("wrong widths and numbers of ranks are refused") {
    refused("4/4/4/4/4/4/5/K2k r - 0", "5");
    refused("4/4/4/4/4/4/4/K3k r - 0", "rank 1");
    refused("4/4/4/4/4/4/3/K2k r - 0", "rank 2");
    refused("4/4/4/4/4/4/4/KGMRN r - 0", "rank 1");
    refused("4/4/4/4/4/4/K2k r - 0", "8 ranks");
    refused("4/4/4/4/4/4/4/4/K2k r - 0", "8 ranks");
    refused("4/4/4/4/4/4/4/K2k/ r - 0", "8 ranks");
    refused("//////// r - 0", "rank 8");
}

TEST_CASE("unknown letters are refused and named") {
    refused("4/4/4/4/4/4/4/K1Zk r - 0", "'Z'");
    refused("4/4/4/4/4/4/4/K1.k r - 0", "'.'");
    refused("4/4/4/4/4/4/4/K2k w - 0", "'w'");
    refused("4/4/4/4/4/4/X3/K2k r Z 0", "'Z'");
    refused("4/4/4/4/4/4/X3/K2k r 2 0", "'2'");
    refused("4/4/4/4/4/4/4/K1\xC3\xA4k r - 0", "\\xC3");
}

TEST_CASE("absurd counters are refused") {
    for (const auto* quiet : {"-1", "+1", "1000001", "99999999999999999999", "x", "1x", "0x1"}) {
        refused(std::string("4/4/4/4/4/4/4/K2k r - ") + quiet, quiet);
    }
}

TEST_CASE("before the first flip nothing is face up and nothing was counted") {
    refused("4/4/4/4/4/4/4/K2k ? - 0", "face up");
    refused("4/4/4/4/4/4/XX2/4 ? Kk 1", "quiet count");
    CHECK(parse_position("4/4/4/4/4/4/XX2/4 ? Kk 0").ok());
}

TEST_CASE("squares outside form no hole and no side strip in the middle") {
    refused("####/4/####/4/4/4/4/K2k r - 0", "rectangle");
    refused("4/4/4/#3/4/4/4/K2k r - 0", "rectangle");
    refused("####/####/4/K2k/####/####/####/#### r - 0", "rectangle");
    refused("####/####/####/####/####/####/####/#Kk# r - 0", "rectangle");
    refused("####/####/####/####/####/####/####/#### r - 0", "no piece");
    CHECK(parse_position("####/####/####/####/####/####/##Kk/##2 r - 0").ok());
}

TEST_CASE("missing and surplus words are refused") {
    refused("", "0");
    refused("    ", "0");
    refused("4/4/4/4/4/4/4/K2k", "1");
    refused("4/4/4/4/4/4/4/K2k r -", "3");
    refused("4/4/4/4/4/4/4/K2k r - 0 0", "5");
}

TEST_CASE("blanks around and between the words are free") {
    CHECK(test::position_of("  4/4/4/4/4/4/4/K2k \t r   -  7 ") ==
          test::position_of("4/4/4/4/4/4/4/K2k r - 7"));
}

TEST_CASE("messages stay short however long the text") {
    const auto read = parse_position(std::string(100'000, 'Q') + " r - 0");
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().size() < 200);
}

bool reference_accepts(const std::string& text) {
    try {
        (void)reference::parse_board(text);
    } catch (const std::invalid_argument&) {
        return false;
    }
    return true;
}

// A letter replaced, removed, doubled, or two exchanged.
std::string mutated(std::string text, Random& random) {
    constexpr std::string_view letters = "KGPkmpX#1234/-rb?0259";
    const auto length = static_cast<std::uint32_t>(text.size());
    const auto place = random.below(length);
    switch (random.below(4)) {
        case 0:
            text[place] = letters[random.below(static_cast<std::uint32_t>(letters.size()))];
            break;
        case 1:
            text.erase(place, 1);
            break;
        case 2:
            text.insert(place, 1, text[place]);
            break;
        default:
            std::swap(text[place], text[random.below(length)]);
    }
    return text;
}

TEST_CASE("engine and reference accept the same damaged texts and read the same in them") {
    Random random(7);
    test::RandomPositions source(8, test::reference_rules(default_rules()));
    int accepted = 0, refusals = 0;
    for (int i = 0; i < test::by_build(40'000, 4'000); ++i) {
        const std::string text = mutated(source.next(), random);
        CAPTURE(text);
        const auto read = parse_position(text);
        // The engine takes any number of blanks, and -0 for 0; the reference is stricter.
        if (text.find("  ") != std::string::npos || text.find("-0") != std::string::npos) continue;
        REQUIRE(read.ok() == reference_accepts(text));
        ++(read.ok() ? accepted : refusals);
        if (read.ok()) REQUIRE(to_text(*read) == reference::parse_board(text).text());
    }
    CHECK(accepted > 100);
    CHECK(refusals > 100);
}

TEST_CASE("action texts: what is read and what is refused") {
    CHECK(to_text(test::event_of("d8=p")) == "d8=p");
    CHECK(to_text(test::event_of("a1d8")) == "a1d8");
    CHECK(test::move_of("c4c4").is_flip());
    for (const auto* bad : {"", "a", "a1", "a1a", "a1a1", "a1=", "a1=X", "a1=-", "a1=KK", "e1a1",
                            "a0a1", "a9a1", "a1a9", "A1a2", "a1 a2", "a1-a2", "a1(K)", "a1a2a3"}) {
        CAPTURE(bad);
        CHECK_FALSE(parse_event(bad).ok());
    }
    for (const auto* bad : {"", "a1", "a1=K", "a1e1", "a1a", "a1a22"}) {
        CAPTURE(bad);
        CHECK_FALSE(parse_move(bad).ok());
    }
}

TEST_CASE("outcome texts survive the round trip, others are refused") {
    for (const auto* text :
         {"none", "red all-captured", "black no-legal-action", "draw no-progress",
          "draw repetition", "draw all-captured", "red resign", "black timeout",
          "red illegal-action", "black disconnect", "red stalled", "draw declared"}) {
        CAPTURE(text);
        const auto outcome = parse_outcome(text);
        REQUIRE(outcome.ok());
        CHECK(to_text(*outcome) == text);
    }
    for (const auto* bad :
         {"", "red", "none none", "green resign", "red none", "red resign now", "Red resign"}) {
        CAPTURE(bad);
        CHECK_FALSE(parse_outcome(bad).ok());
    }
}

TEST_CASE("the board is drawn rank 8 first") {
    CHECK(draw_board(test::position_of("####/####/####/####/Xk2/4/4/K3 r p 0")) ==
          "8 # # # #\n7 # # # #\n6 # # # #\n5 # # # #\n4 X k - -\n3 - - - -\n2 - - - -\n"
          "1 K - - -\n  a b c d");
}

}  // namespace
}  // namespace anqi
