// No hidden knowledge: what lies face down is the host's secret, and nothing that the engine says
// depends on it.
#include <array>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/core/deal.h"
#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/process.h"

using namespace anqi;
using namespace anqi::test;

namespace {

// What lies under each square, for a host.
using Secret = std::array<Piece, kSquares>;

Event reveal(const Secret& secret, Move move) {
    return Event(move,
                 move.is_flip() ? secret[static_cast<std::size_t>(move.from())] : Piece::none);
}

// `secret` with a new deal of all that still lies face down in `position`.
Secret dealt(Secret secret, const Position& position, Random& random) {
    const Deal deal(position, random);
    for (int square = 0; square < kSquares; ++square) {
        if (deal.under(square) != Piece::none) {
            secret[static_cast<std::size_t>(square)] = deal.under(square);
        }
    }
    return secret;
}

// A host with its own deal, and an engine that knows what the host has told it.
class Table {
  public:
    explicit Table(const Secret& secret)
        : secret_(secret),
          engine_(thinking_engine({"--info-format", "json", "--multipv", "128", "--seed", "3"})) {}

    void play(Move move) {
        const Event event = reveal(secret_, move);
        REQUIRE(game_.play(event) == Illegal::none);
        const std::string from = to_text(move.from());
        engine_.write(move.is_flip() ? fmt::format("flip {} {}\n", from, letter(event.revealed()))
                                     : fmt::format("move {} {}\n", from, to_text(move.to())));
        REQUIRE(engine_.read_line() == "=");
    }
    // All that the engine has to say, the answer last.
    std::string analysis() {
        engine_.write("analyze every 1000000 visits 1500\n");
        std::string found = engine_.read_line().value_or("nothing");
        found += '\n' + engine_.read_line().value_or("nothing");
        // And what either searcher would play.
        for (const char* request : {"set mcts_from 0", "go visits 500", "set mcts_from 33",
                                    "go visits 500", "set mcts_from 10"}) {
            engine_.write(std::string(request) + '\n');
            found += '\n' + engine_.read_line().value_or("nothing");
        }
        return found;
    }
    const Game& game() const { return game_; }

  private:
    Secret secret_;
    Game game_;
    Process engine_;
};

}  // namespace

TEST_CASE("two deals with the same public history: the same analyses to the byte") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Secret secret = dealt({}, Position::start(), random);
        // A history, and another deal of which it could have come too.
        Game game;
        std::vector<Move> history;
        while (history.size() < 6 * seed && !game.over()) {
            const Event event = random_event(game, random);
            history.push_back(event.move());
            REQUIRE(game.play(reveal(secret, event.move())) == Illegal::none);
        }
        const Secret other = dealt(secret, game.position(), random);
        REQUIRE(other != secret);
        Table first(secret), second(other);
        CHECK(first.analysis() == second.analysis());
        for (const Move move : history) {
            first.play(move);
            second.play(move);
        }
        REQUIRE(first.game().events() == second.game().events());
        const std::string found = first.analysis();
        CHECK(found.size() > 200);
        CHECK(found == second.analysis());
    }
}
