// Faults that programs of this kind really had with the rules, each as a small position.
#include <doctest/doctest.h>
#include <string>

#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"

namespace anqi {
namespace {

using test::game_of;
using test::legal_text;
using test::play;
using test::result_text;

bool legal(const Game& game, const char* move) {
    return game.check(test::move_of(move)) == Illegal::none;
}

Illegal refusal(const Game& game, const char* event) { return game.check(test::event_of(event)); }

TEST_CASE("a face-down piece is a screen for the cannon along a file and a rank") {
    CHECK(legal(game_of("olympiad", "4/4/k3/4/4/X3/4/C3 r p 0"), "a1a6"));
    CHECK(legal(game_of("olympiad", "4/4/4/CX1k/4/4/4/4 r p 0"), "a5d5"));
}

TEST_CASE("the cannon does not take the piece beside it") {
    const Game game = game_of("olympiad", "4/4/4/4/4/1p2/1Cc1/4 r - 0");
    CHECK(legal_text(game) == "b2a2 b2b1");
}

TEST_CASE("the cannon jumps one screen, neither two nor onto it") {
    const Game game = game_of("olympiad", "4/4/4/k3/4/P3/X3/C3 r p 0");
    CHECK_FALSE(legal(game, "a1a5"));
    CHECK_FALSE(legal(game, "a1a3"));
    CHECK_FALSE(legal(game, "a1a2"));
}

TEST_CASE("the cannon never captures a face-down piece, which may still be flipped") {
    const Game game = game_of("olympiad", "4/4/4/4/X3/4/P3/C3 r k 0");
    CHECK_FALSE(legal(game, "a1a4"));
    CHECK(legal(game, "a4a4"));
}

TEST_CASE("nothing goes round the edge of the board") {
    CHECK_FALSE(legal(game_of("olympiad", "4/4/4/4/4/4/p3/3R r - 0"), "d1a2"));
    CHECK_FALSE(legal(game_of("olympiad", "4/4/4/4/4/4/1k2/2CX r p 0"), "c1b2"));
    CHECK_FALSE(legal(game_of("olympiad", "R3/4/4/4/4/4/4/1k2 r - 0"), "a8b1"));
}

TEST_CASE("a soldier takes the general, the general takes no soldier") {
    CHECK_FALSE(legal(game_of("olympiad", "4/4/4/1p2/1K2/4/4/4 r - 0"), "b4b5"));
    CHECK(legal(game_of("olympiad", "4/4/4/1p2/1K2/4/4/4 b - 0"), "b5b4"));
}

TEST_CASE("the attacker of an equal stays on the square") {
    Game game = game_of("olympiad", "3p/4/4/1r2/1R2/4/4/4 r - 0");
    play(game, "b4b5");
    CHECK(to_text(game.position()) == "3p/4/4/1R2/4/4/4/4 b - 0");
}

TEST_CASE("under exchange equals vanish together") {
    Game game = game_of("exchange", "3p/4/4/1r2/1R2/4/4/P3 r - 3");
    play(game, "b4b5");
    CHECK(to_text(game.position()) == "3p/4/4/4/4/4/4/P3 b - 0");
}

TEST_CASE("the loss of the general does not end the game") {
    Game game = game_of("olympiad", "3p/4/4/1k2/1K2/4/4/4 r - 0");
    play(game, "b4b5");
    CHECK(result_text(game) == "none");
    CHECK(game.position().side() == Colour::black);
}

TEST_CASE("a blocked side has lost, but not while it can still flip") {
    CHECK(result_text(game_of("olympiad", "4/4/4/4/4/4/G3/pM2 b - 0")) == "red no-legal-action");
    const Game saved = game_of("olympiad", "3X/4/4/4/4/4/G3/pM2 b P 0");
    CHECK(result_text(saved) == "none");
    CHECK(legal_text(saved) == "d8d8");
}

TEST_CASE("only the side to move can lose by having no action") {
    CHECK(result_text(game_of("olympiad", "4/4/4/4/4/4/G3/pM2 r - 0")) == "none");
}

TEST_CASE("a side without pieces has lost though enemies lie face down") {
    Game game = game_of("olympiad", "4/4/4/4/2X1/2X1/n3/G3 r P2 0");
    play(game, "a1a2");
    CHECK(result_text(game) == "red all-captured");
    CHECK(legal_text(game) == "");
}

TEST_CASE("a side whose last pieces lie face down has not lost") {
    Game game = game_of("olympiad", "4/4/4/4/2X1/2X1/n3/G3 r Pp 0");
    play(game, "a1a2");
    CHECK(result_text(game) == "none");
    CHECK(legal_text(game) == "c3c3 c4c4");
}

TEST_CASE("only the first flip gives colours") {
    Game game = game_of("olympiad", "start");
    play(game, "a1=K");
    CHECK(game.position().side() == Colour::black);
    play(game, "b1=G");
    CHECK(game.position().side() == Colour::red);
    Game other = game_of("olympiad", "start");
    play(other, "a1=k");
    CHECK(other.position().side() == Colour::red);
}

TEST_CASE("before the first flip there are 32 flips and nothing else") {
    const Game game = game_of("olympiad", "start");
    CHECK(game.legal_moves().size() == 32);
    for (const Move move : game.legal_moves()) CHECK(move.is_flip());
    CHECK(refusal(game, "a1a2") == Illegal::no_colour_yet);
}

TEST_CASE("the quiet limit counts plies of both sides together") {
    RuleSet rules = test::rules_of("olympiad");
    rules.quiet_limit = 8;
    rules.repetition = 0;
    Game game = game_of(rules, "3n/4/4/4/4/4/4/N3 r - 0");
    play(game, "a1a2 d8d7 a2a3 d7d8 a3b3 d8c8 b3b2");
    CHECK(result_text(game) == "none");
    CHECK(game.position().quiet() == 7);
    play(game, "c8c7");
    CHECK(result_text(game) == "draw no-progress");
    CHECK(game.play(test::event_of("b2b1")) == Illegal::game_over);
}

TEST_CASE("a flip and a capture each set the quiet count to 0") {
    Game flip = game_of("taiwan", "3n/4/2X1/2X1/4/4/4/N3 r Pp 39");
    play(flip, "c5=P");
    CHECK(flip.position().quiet() == 0);
    CHECK(result_text(flip) == "none");
    Game capture = game_of("taiwan", "3k/4/4/4/4/4/n3/N3 r - 39");
    play(capture, "a1a2");
    CHECK(capture.position().quiet() == 0);
    CHECK(result_text(capture) == "none");
}

TEST_CASE("nobody moves twice in a row") {
    Game game = game_of("olympiad", "3k/4/4/4/4/4/n3/N1P1 r - 0");
    play(game, "a1a2");
    CHECK(refusal(game, "c1c2") == Illegal::not_your_piece);
    CHECK(refusal(game, "a2a3") == Illegal::not_your_piece);
}

TEST_CASE("a chase is legal until the game is drawn") {
    Game game = game_of("olympiad", "4/4/1n2/4/1R2/4/4/3p r - 0");
    play(game, "b4b5 b6a6 b5a5 a6b6 a5b5 b6a6 b5a5 a6b6");
    CHECK(result_text(game) == "none");
    CHECK(legal(game, "a5b5"));
    play(game, "a5b5");
    CHECK(result_text(game) == "draw repetition");
}

TEST_CASE("the exchange of the last two pieces is a draw") {
    Game game = game_of("exchange", "4/4/4/4/4/4/r3/R3 r - 0");
    play(game, "a1a2");
    CHECK(result_text(game) == "draw all-captured");
}

TEST_CASE("empty and face-up squares cannot be flipped") {
    const Game game = game_of("olympiad", "3X/4/4/4/4/4/4/N3 r p 0");
    CHECK(game.check(test::move_of("a1a1")) == Illegal::nothing_face_down);
    CHECK(game.check(test::move_of("b1b1")) == Illegal::nothing_face_down);
    CHECK(refusal(game, "b1=p") == Illegal::nothing_face_down);
}

TEST_CASE("a flip shows a piece of the pool") {
    const Game game = game_of("olympiad", "3X/4/4/4/4/4/4/N3 r p 0");
    CHECK(refusal(game, "d8=p") == Illegal::none);
    CHECK(refusal(game, "d8=P") == Illegal::not_in_pool);
    CHECK(game.check(Event(test::move_of("d8d8"))) == Illegal::nothing_revealed);
}

TEST_CASE("face-down pieces, empty squares and squares outside do not move") {
    const Game game = game_of("olympiad", "####/####/####/####/####/X3/4/Nn2 r p 0");
    CHECK(refusal(game, "a3a2") == Illegal::face_down_piece);
    CHECK(refusal(game, "c1c2") == Illegal::empty_square);
    CHECK(refusal(game, "a4a3") == Illegal::missing_square);
    CHECK(refusal(game, "a3a4") == Illegal::missing_square);
    CHECK(refusal(game, "b1b2") == Illegal::not_your_piece);
    CHECK(refusal(game, "a1c1") == Illegal::cannot_go_there);
    CHECK(refusal(game, "a1a3") == Illegal::cannot_go_there);
}

TEST_CASE("only own pieces are in the list") {
    const Game game = game_of("olympiad", "3r/4/4/4/4/4/4/R3 r - 0");
    for (const Move move : game.legal_moves()) CHECK(to_text(move.from()) == "a1");
    CHECK(legal_text(game) == "a1a2 a1b1");
}

TEST_CASE("taking a flip back restores square, pool, colours, counter and history") {
    Game game = game_of("olympiad", "start");
    const Position before = game.position();
    play(game, "c3=m");
    game.undo();
    CHECK(game.position() == before);
    CHECK(game.position().side() == Colour::none);
    CHECK(game.plies() == 0);

    Game later = game_of("taiwan", "3n/4/2X1/2X1/4/4/4/N3 r Pp 31");
    play(later, "a1a2 d8d7");
    const std::string text = to_text(later.position());
    const int occurrences = later.history().occurrences();
    play(later, "c5=p");
    later.undo();
    CHECK(to_text(later.position()) == text);
    CHECK(text == "4/3n/2X1/2X1/4/4/N3/4 r Pp 33");
    CHECK(later.history().occurrences() == occurrences);
}

TEST_CASE("a small board ends where its squares end") {
    const Game game = game_of("olympiad", "####/####/####/####/##2/##1p/##C1/##X1 r k 0");
    CHECK(legal_text(game) == "c1c1 c2c3 c2d2");
    const Game xiangqi = game_of("xiangqi", "####/####/####/####/##2/##1p/##R1/##M1 r - 0");
    CHECK(legal_text(xiangqi) == "c2c3 c2c4 c2d2");
}

}  // namespace
}  // namespace anqi
