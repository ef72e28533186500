// What must hold under every rule set in every position, whatever the rules say in particular.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/deal.h"
#include "engine/core/movegen.h"
#include "engine/core/notation.h"
#include "engine/core/symmetry.h"
#include "engine/util/bits.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"

namespace anqi {
namespace {

// Calls f(rules, position) on random positions of every rule set.
template <class F>
void for_random_positions(std::uint64_t seed, int positions, F&& f) {
    for (const RuleSet& rules : rule_presets()) {
        CAPTURE(rules.name);
        test::RandomPositions source(seed, test::reference_rules(rules));
        for (int n = 0; n < positions; ++n) {
            const std::string text = source.next();
            CAPTURE(text);
            f(rules, test::position_of(text));
        }
    }
}

MoveList generated(const RuleSet& rules, const Position& position) {
    MoveList moves;
    with_rules(rules, [&](auto shape) { generate<decltype(shape)>(position, moves); });
    return moves;
}

int moves_counted(const RuleSet& rules, const Position& position, Colour side) {
    return with_rules(rules,
                      [&](auto shape) { return count_moves<decltype(shape)>(position, side); });
}

bool says_legal(const RuleSet& rules, const Position& position, Move move) {
    return with_rules(rules, [&](auto shape) { return is_legal<decltype(shape)>(position, move); });
}

std::vector<Piece> outcomes(const Pool& pool) {
    std::vector<Piece> pieces;
    for (int i = 0; i < kPieces; ++i) {
        if (pool.count(piece_at_index(i)) > 0) pieces.push_back(piece_at_index(i));
    }
    return pieces;
}

// Every event that can follow.
std::vector<Event> events_after(const RuleSet& rules, const Position& position) {
    std::vector<Event> events;
    for (const Move move : generated(rules, position)) {
        if (!move.is_flip()) {
            events.emplace_back(move);
            continue;
        }
        for (const Piece piece : outcomes(position.pool())) events.emplace_back(move, piece);
    }
    return events;
}

std::vector<Move> sorted(const MoveList& moves) {
    std::vector<Move> list(moves.begin(), moves.end());
    std::sort(list.begin(), list.end());
    return list;
}

struct Moment {
    Position position;
    Outcome outcome;
    int occurrences;
};

Moment moment(const Game& game) {
    return {game.position(), game.outcome(), game.history().occurrences()};
}

bool same(const Moment& a, const Moment& b) {
    return a.position == b.position && a.position.key() == b.position.key() &&
           a.outcome == b.outcome && a.occurrences == b.occurrences;
}

TEST_CASE("undo leads back to the root through every position of a game") {
    Random random(11);
    for_random_positions(
        12, test::by_build(300, 40), [&](const RuleSet& rules, const Position& start) {
            Game game(rules, start);
            std::vector<Moment> moments = {moment(game)};
            while (!game.over() && game.plies() < 120) {
                REQUIRE(game.play(test::random_event(game, random)) == Illegal::none);
                moments.push_back(moment(game));
            }
            CHECK(moments.size() == static_cast<std::size_t>(game.plies()) + 1);
            while (game.plies() > 0) {
                REQUIRE(same(moment(game), moments.back()));
                moments.pop_back();
                game.undo();
            }
            CHECK(same(moment(game), moments.front()));
            CHECK(game.position() == start);
        });
}

TEST_CASE("a copied game equals the original and goes its own way") {
    Random random(21);
    for_random_positions(22, test::by_build(300, 40),
                         [&](const RuleSet& rules, const Position& start) {
                             Game game(rules, start);
                             test::play_randomly(game, random, 20);
                             const Game copy = game;
                             CHECK(same(moment(copy), moment(game)));
                             CHECK(copy.events() == game.events());
                             if (game.over()) return;
                             const Position before = copy.position();
                             REQUIRE(game.play(test::random_event(game, random)) == Illegal::none);
                             CHECK(copy.position() == before);
                             CHECK_FALSE(game.position() == before);
                             game.undo();
                             CHECK(same(moment(copy), moment(game)));
                         });
}

TEST_CASE("a refused action changes nothing") {
    Random random(31);
    for_random_positions(
        32, test::by_build(500, 50), [&](const RuleSet& rules, const Position& start) {
            Game game(rules, start);
            const Moment before = moment(game);
            for (int i = 0; i < 20; ++i) {
                const Move move(static_cast<Square>(random.below(kSquares)),
                                static_cast<Square>(random.below(kSquares)));
                const Event event(move,
                                  piece_at_index(static_cast<int>(random.below(kPieces + 1))));
                if (game.check(event) == Illegal::none) continue;
                CHECK(game.play(event) == game.check(event));
                CHECK(game.plies() == 0);
                CHECK(same(moment(game), before));
            }
        });
}

TEST_CASE("position, move and event texts survive the round trip") {
    for_random_positions(42, test::by_build(2000, 200),
                         [&](const RuleSet& rules, const Position& position) {
                             const auto again = parse_position(to_text(position));
                             REQUIRE(again.ok());
                             CHECK(*again == position);
                             CHECK(again->key() == position.key());
                             for (const Event event : events_after(rules, position)) {
                                 const auto read = parse_event(to_text(event));
                                 REQUIRE(read.ok());
                                 REQUIRE(*read == event);
                                 const auto move = parse_move(to_text(event.move()));
                                 REQUIRE(move.ok());
                                 REQUIRE(*move == event.move());
                             }
                         });
}

TEST_CASE("no two events of a position have the same text") {
    for_random_positions(52, test::by_build(2000, 200),
                         [&](const RuleSet& rules, const Position& position) {
                             std::set<std::string> texts;
                             const auto events = events_after(rules, position);
                             for (const Event event : events) texts.insert(to_text(event));
                             CHECK(texts.size() == events.size());
                         });
}

TEST_CASE("the chances of a flip sum to 1") {
    for_random_positions(
        62, test::by_build(2000, 200), [&](const RuleSet&, const Position& position) {
            const Pool& pool = position.pool();
            int sum = 0;
            for (const Piece piece : outcomes(pool)) sum += pool.count(piece);
            CHECK(sum == pool.size());
            CHECK(sum == std::popcount(position.face_down()));
            CHECK(pool.size() == pool.size(Colour::red) + pool.size(Colour::black));
            CHECK(static_cast<std::size_t>(pool.distinct()) == outcomes(pool).size());
        });
}

TEST_CASE("a deal lays the pool under the face-down squares, each piece in its share") {
    Random random(71);
    const Position position = test::position_of("4/4/2X1/2X1/4/X3/XXX1/K3 r P3pgk 0");
    constexpr int kDeals = 6000;
    std::array<int, kPieces> drawn{}, first{};
    for (int i = 0; i < kDeals; ++i) {
        const Deal deal(position, random);
        Pool laid;
        for (Square s = 0; s < kSquares; ++s) {
            const bool face_down = (position.face_down() & bit(s)) != 0;
            REQUIRE((deal.under(s) != Piece::none) == face_down);
            if (face_down) laid.add(deal.under(s));
        }
        REQUIRE(laid == position.pool());
        const Square lowest = std::countr_zero(position.face_down());
        ++first[static_cast<std::size_t>(index(deal.under(lowest)))];
        ++drawn[static_cast<std::size_t>(index(draw(position.pool(), random)))];
    }
    for (int i = 0; i < kPieces; ++i) {
        // Four standard deviations of a binomial count are below 155 here.
        const int expected = kDeals * position.pool().count(piece_at_index(i)) / 6;
        CHECK(std::abs(drawn[static_cast<std::size_t>(i)] - expected) < 155);
        CHECK(std::abs(first[static_cast<std::size_t>(i)] - expected) < 155);
    }
}

TEST_CASE("mirrored positions have mirrored actions") {
    for_random_positions(82, test::by_build(1000, 100),
                         [&](const RuleSet& rules, const Position& position) {
                             for (const Symmetry symmetry : kSymmetries) {
                                 const Position mirrored = transform(position, symmetry);
                                 REQUIRE(mirrored.consistent());
                                 CHECK(transform(mirrored, symmetry) == position);
                                 MoveList expected;
                                 for (const Move move : generated(rules, position)) {
                                     expected.push(transform(move, symmetry));
                                 }
                                 CHECK(sorted(expected) == sorted(generated(rules, mirrored)));
                             }
                         });
}

TEST_CASE("exchanged colours leave the actions as they are") {
    for_random_positions(
        92, test::by_build(1000, 100), [&](const RuleSet& rules, const Position& position) {
            const Position swapped = swap_colours(position);
            REQUIRE(swapped.consistent());
            CHECK(swap_colours(swapped) == position);
            CHECK(sorted(generated(rules, position)) == sorted(generated(rules, swapped)));
            if (position.side() != Colour::none) CHECK(swapped.side() == opponent(position.side()));
        });
}

TEST_CASE("playing and mirroring can be done in either order") {
    Random random(101);
    for_random_positions(
        102, test::by_build(1000, 100), [&](const RuleSet& rules, const Position& position) {
            const auto events = events_after(rules, position);
            if (events.empty()) return;
            const Event event = events[random.below(static_cast<std::uint32_t>(events.size()))];
            Position after = position;
            apply(rules, after, event);
            for (const Symmetry symmetry : kSymmetries) {
                Position mirrored = transform(position, symmetry);
                apply(rules, mirrored, Event(transform(event.move(), symmetry), event.revealed()));
                CHECK(mirrored == transform(after, symmetry));
            }
            const bool flip = event.move().is_flip();
            Position swapped = swap_colours(position);
            apply(rules, swapped,
                  Event(event.move(), flip ? swap_colour(event.revealed()) : Piece::none));
            CHECK(swapped == swap_colours(after));
        });
}

// Everything that is kept up to date must be what a new count gives.
void check_node(const RuleSet& rules, const Position& position) {
    REQUIRE(position.key() == position.key_from_scratch());
    REQUIRE(position.consistent());
    const MoveList moves = generated(rules, position);
    const auto flips = static_cast<std::size_t>(std::popcount(position.face_down()));
    const int counted = moves_counted(rules, position, position.side());
    REQUIRE(static_cast<std::size_t>(counted) + flips == moves.size());
    REQUIRE(with_rules(rules, [&](auto shape) { return has_action<decltype(shape)>(position); }) ==
            !moves.empty());
}

void check_tree(const RuleSet& rules, const Position& position, int depth) {
    check_node(rules, position);
    if (depth == 0 || !position.alive(Colour::red) || !position.alive(Colour::black)) return;
    for (const Event event : events_after(rules, position)) {
        Position next = position;
        apply(rules, next, event);
        check_tree(rules, next, depth - 1);
    }
}

TEST_CASE("keys, masks and counts are right at every node of a game tree") {
    for (const RuleSet& rules : rule_presets()) {
        CAPTURE(rules.name);
        const int depth = test::by_build(4, 3);
        check_tree(rules, Position::start(), 2);
        check_tree(rules, test::position_of("4/4/2X1/n2C/P1X1/4/1k1N/4 r Kc 7"), depth);
        check_tree(rules, test::position_of("1C1r/k1P1/4/2c1/1G2/4/pn1N/4 b - 0"), depth);
        check_tree(rules, test::position_of("##XX/##XX/##XX/##XX/####/####/####/#### ? KGP2kgp2 0"),
                   test::by_build(3, 2));
    }
}

TEST_CASE("keys and counts are right in random positions") {
    for_random_positions(112, test::by_build(5000, 500),
                         [&](const RuleSet& rules, const Position& position) {
                             check_node(rules, position);
                             if (position.side() == Colour::none) return;
                             Position passed = position;
                             passed.set_side(opponent(position.side()));
                             CHECK(moves_counted(rules, position, passed.side()) ==
                                   moves_counted(rules, passed, passed.side()));
                             CHECK(passed.key() != position.key());
                             passed.set_side(position.side());
                             CHECK(passed.key() == position.key());
                         });
}

TEST_CASE("the legality check and the list agree on all pairs of squares") {
    for_random_positions(122, test::by_build(2000, 100),
                         [&](const RuleSet& rules, const Position& position) {
                             std::set<std::uint16_t> listed;
                             for (const Move move : generated(rules, position))
                                 listed.insert(move.raw());
                             int disagreements = 0;
                             for (Square from = 0; from < kSquares; ++from) {
                                 for (Square to = 0; to < kSquares; ++to) {
                                     const Move move(from, to);
                                     const bool in_list = listed.count(move.raw()) > 0;
                                     disagreements += says_legal(rules, position, move) != in_list;
                                 }
                             }
                             CHECK(disagreements == 0);
                         });
}

TEST_CASE("a game accepts exactly the moves of its list") {
    for_random_positions(
        132, test::by_build(500, 50), [&](const RuleSet& rules, const Position& position) {
            const Game game(rules, position);
            std::set<std::uint16_t> listed;
            for (const Move move : game.legal_moves()) listed.insert(move.raw());
            int disagreements = 0;
            for (Square from = 0; from < kSquares; ++from) {
                for (Square to = 0; to < kSquares; ++to) {
                    const Move move(from, to);
                    const bool in_list = listed.count(move.raw()) > 0;
                    disagreements += (game.check(move) == Illegal::none) != in_list;
                }
            }
            CHECK(disagreements == 0);
        });
}

TEST_CASE("the capture list holds the captures of the whole list") {
    for_random_positions(
        142, test::by_build(2000, 200), [&](const RuleSet& rules, const Position& position) {
            MoveList captures, expected;
            with_rules(rules,
                       [&](auto shape) { generate_captures<decltype(shape)>(position, captures); });
            for (const Move move : generated(rules, position)) {
                if (!move.is_flip() && position.at(move.to()) != Piece::none) expected.push(move);
            }
            CHECK(sorted(captures) == sorted(expected));
        });
}

TEST_CASE("targets are the moves of every face-up piece, whoever is to move") {
    for_random_positions(
        152, test::by_build(2000, 200), [&](const RuleSet& rules, const Position& position) {
            for (const Colour side : {Colour::red, Colour::black}) {
                Position to_move = position;
                to_move.set_side(side);
                std::array<Squares, kSquares> expected{};
                for (const Move move : generated(rules, to_move)) {
                    if (move.is_flip()) continue;
                    expected[static_cast<std::size_t>(move.from())] |= bit(move.to());
                }
                for (Square s : bits(position.of(side))) {
                    const Squares found = with_rules(
                        rules, [&](auto shape) { return targets<decltype(shape)>(position, s); });
                    REQUIRE(found == expected[static_cast<std::size_t>(s)]);
                }
            }
        });
}

TEST_CASE("the key tells everything apart but the quiet count") {
    const Position base = test::position_of("4/4/2X1/2X1/4/X3/XXX1/K3 r P3pgk 0");
    CHECK(test::position_of("4/4/2X1/2X1/4/X3/XXX1/K3 r P3pgk 9").key() == base.key());
    for (const auto* other :
         {"4/4/2X1/2X1/4/X3/XXX1/K3 b P3pgk 0", "4/4/2X1/2X1/4/X3/XXX1/K3 r P2p2gk 0",
          "4/4/2X1/2X1/4/X3/XXX1/1K2 r P3pgk 0", "4/4/2X1/2X1/4/X3/X1XX/K3 r P3pgk 0",
          "4/4/2X1/2X1/4/X3/XXX1/k3 r P3pgm 0", "####/4/2X1/2X1/4/X3/XXX1/K3 r P3pgk 0"}) {
        CAPTURE(other);
        CHECK(test::position_of(other).key() != base.key());
    }
}

TEST_CASE("no two of many positions share a key") {
    std::set<std::uint64_t> keys;
    std::set<std::string> texts;
    test::RandomPositions source(161, test::reference_rules(default_rules()));
    for (int i = 0; i < test::by_build(20'000, 2'000); ++i) {
        Position position = test::position_of(source.next());
        position.set_quiet(0);
        keys.insert(position.key());
        texts.insert(to_text(position));
    }
    CHECK(keys.size() == texts.size());
}

}  // namespace
}  // namespace anqi
