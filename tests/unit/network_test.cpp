// The network: what it reads of a position, that all ways to its value give the same bits, and that
// no damaged file is taken for one.
#include "engine/eval/network.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

#include "engine/core/movegen.h"
#include "engine/core/symmetry.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/network_evaluator.h"
#include "engine/eval/network_source.h"
#include "engine/player/player.h"
#include "engine/search/priors.h"
#include "engine/util/crc32.h"
#include "engine/util/exponential.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/process.h"
#include "tests/support/random_network.h"
#include "tests/support/test_data.h"

namespace anqi {
namespace {

using test::contains;
using test::position_of;
using test::rules_of;
using test::TemporaryFolder;
using test::write_text;

// Positions of random games with a side to move, as they follow one another.
std::vector<Position> positions_of_games(int games, std::uint64_t seed,
                                         const RuleSet& rules = default_rules()) {
    std::vector<Position> positions;
    Random random(seed);
    for (int i = 0; i < games; ++i) {
        Game game(rules);
        while (!game.over()) {
            (void)game.play(test::random_event(game, random));
            if (!game.over()) positions.push_back(game.position());
        }
    }
    return positions;
}

Rows rows_of(const Position& position, int quiet_limit = 60, float by_hand = 0) {
    Rows rows;
    read_features(position, quiet_limit, by_hand, rows);
    return rows;
}

std::set<int> set_of(const Rows& rows) { return {rows.begin(), rows.end()}; }

}  // namespace

TEST_CASE("the network's rows: each slot's of its own group, and the same for both colours") {
    for (const Position& position : positions_of_games(20, 1)) {
        const Rows rows = rows_of(position);
        REQUIRE(rows == rows_of(swap_colours(position)));
        std::set<int> seen;
        for (const int row : rows) {
            REQUIRE(row < RowLayout::kRows);
            const bool many =
                row == RowLayout::kNothing || (row >= RowLayout::kPair && row < RowLayout::kHit);
            if (!many) REQUIRE(seen.insert(row).second);
        }
        const auto in = [&seen](int first, int end) {
            return std::distance(seen.lower_bound(first), seen.lower_bound(end));
        };
        REQUIRE(in(RowLayout::kSquare, RowLayout::kPair) == std::popcount(position.occupied()));
        REQUIRE(in(RowLayout::kAlive, RowLayout::kPool) == kPieces);
        REQUIRE(in(RowLayout::kPool, RowLayout::kHidden) == kPieces);
        REQUIRE(in(RowLayout::kHidden, RowLayout::kQuiet) == 1);
        REQUIRE(in(RowLayout::kQuiet, RowLayout::kByHand) == 1);
        REQUIRE(in(RowLayout::kByHand, RowLayout::kRows) == 1);
    }
}

TEST_CASE("the network's rows of one position, by hand") {
    // a1 K, b1 k, a2 face down; a cannon on d1 jumps over b1 at nothing, on a8 over a2 at K.
    const Position position = position_of("c3/4/4/4/4/4/X3/Kk1C r P 5");
    const Rows rows = rows_of(position);
    const std::set<int> set = set_of(rows);
    const auto square = [](Square s, int code) {
        return RowLayout::kSquare + s * (kCodes - 1) + code;
    };
    const auto pair = [](int a, int b) { return RowLayout::kPair + a * kCodes + b; };
    CHECK(set.count(square(make_square(0, 0), 0)));       // own general
    CHECK(set.count(square(make_square(1, 0), kKinds)));  // enemy general
    CHECK(set.count(square(make_square(0, 1), kFaceDownCode)));
    CHECK(set.count(pair(0, kFaceDownCode)));                         // a1 and a2
    CHECK(set.count(pair(0, kKinds)));                                // a1 and b1
    CHECK(set.count(pair(5, kEmptyCode)));                            // d1 and d2
    CHECK(set.count(pair(kFaceDownCode, kEmptyCode)) == 0);           // a2 and a3: nobody face up
    CHECK(set.count(RowLayout::kHit + make_square(0, 0) * kPieces));  // c on a8 takes K on a1
    CHECK(set.count(RowLayout::kHit + make_square(1, 0) * kPieces + kKinds) == 0);
    CHECK(set.count(RowLayout::kAlive + 6 * kCounts + 1));  // one own soldier, face down
    CHECK(set.count(RowLayout::kPool + 6 * kCounts + 1));
    CHECK(set.count(RowLayout::kAlive + 1));  // one own general
    CHECK(set.count(RowLayout::kHidden + 1));
    CHECK(set.count(RowLayout::kQuiet));
}

TEST_CASE("the quiet count is read from where it has an effect, up to the limit") {
    Position position = position_of("K3/4/4/4/4/4/4/3k r - 0");
    const Rows fresh = rows_of(position, 40);
    int last = RowLayout::kQuiet;
    for (int quiet = 0; quiet < 40; ++quiet) {
        position.set_quiet(quiet);
        const int row = *std::prev(set_of(rows_of(position, 40)).lower_bound(RowLayout::kByHand));
        CHECK((row == RowLayout::kQuiet) == (quiet <= free_quiet_plies(40)));
        CHECK(row >= last);
        last = row;
        CHECK(rows_of(position, 0) == fresh);
    }
    CHECK(last == RowLayout::kByHand - 1);
}

TEST_CASE("the handmade evaluation has a row for each 32nd") {
    const Position position = position_of("K3/4/4/4/4/4/4/3k r - 0");
    for (int n = -32; n <= 32; ++n) {
        const Rows rows = rows_of(position, 0, static_cast<float>(n) / 32);
        CHECK(*set_of(rows).rbegin() == RowLayout::kByHand + 32 + n);
    }
}

TEST_CASE("step by step, from scratch, with and without AVX2: the same bits") {
    const SharedNetwork network = random_network(1);
    NetworkEvaluator steps(network, 60);
    NetworkEvaluator portable(network->with(kPortableKernels), 60);
    std::set<float> values;
    Random random(13);
    for (const Position& position : positions_of_games(20, 2)) {
        const float by_hand = static_cast<float>(random.unit() * 1.99 - 0.995);
        const float value = steps.value(position, by_hand);
        values.insert(value);
        REQUIRE(std::abs(value) < 1);
        REQUIRE(value == steps.value_from_scratch(position, by_hand));
        REQUIRE(value == portable.value_from_scratch(position, by_hand));
        REQUIRE(steps.policy(position, by_hand) == portable.policy(position, by_hand));
    }
    CHECK(values.size() > 100);
}

TEST_CASE("the program holds a sound network, and plays with it unless told otherwise") {
    const LoadedNetwork loaded = load_network("builtin");
    CHECK(loaded.problem.empty());
    REQUIRE(loaded.network);
    CHECK(load_network("builtin").network == loaded.network);
    const FakeClock clock;
    const Player player(Settings(), clock);
    CHECK(player.network() == loaded.network.get());
    CHECK_FALSE(load_network("none").network);
}

// Sides far ahead and far behind, whatever else the network has learnt.
TEST_CASE("the network in the program knows who is winning") {
    const SharedNetwork network = load_network("builtin").network;
    const auto value = [&](std::string_view text) {
        return evaluate(default_rules(), EvalParams(), position_of(text), network);
    };
    CHECK(value("KGGM/MRRN/4/4/4/4/4/3p r - 0") > 0.8);
    CHECK(value("KGGM/MRRN/4/4/4/4/4/3p b - 0") < -0.8);
}

TEST_CASE("a damaged network file is refused with its reason") {
    const std::string whole = random_network_file(3);
    REQUIRE(Network::parse(whole).ok());
    const auto why = [](const std::string& bytes) { return Network::parse(bytes).error(); };
    CHECK(contains(why(""), "cut short"));
    CHECK(contains(why(whole.substr(0, 63)), "cut short"));
    CHECK(contains(why(whole.substr(0, 64)), "cut short"));
    CHECK(contains(why(whole.substr(0, whole.size() - 1)), "cut short"));
    CHECK(contains(why(whole + "x"), "bytes after the end"));
    const auto changed = [&](std::size_t place) {
        std::string bytes = whole;
        bytes[place] = static_cast<char>(bytes[place] ^ 1);
        return bytes;
    };
    CHECK(contains(why(changed(0)), "no network"));
    CHECK(contains(why(changed(8)), "version 0, not 1"));
    CHECK(contains(why(changed(12)), "other rules"));
    CHECK(contains(why(changed(13)), "damaged header"));
    CHECK(contains(why(changed(63)), "damaged header"));
    CHECK(contains(why(changed(16)), "other sizes"));
    CHECK(contains(why(changed(whole.size() - 1)), "damaged"));
    Random random(4);
    for (int i = 0; i < 100; ++i) {
        const auto place = random.below(static_cast<std::uint32_t>(whole.size() - 64)) + 64;
        REQUIRE(contains(why(changed(place)), "damaged"));
    }
}

TEST_CASE("numbers that could overflow are refused even with a right checksum") {
    std::string bytes = random_network_file(14);
    const std::size_t bias = sizeof(NetworkHeader) + offsetof(NetworkWeights, second_bias);
    const auto refused = [&](std::int32_t number) {
        std::memcpy(bytes.data() + bias, &number, sizeof(number));
        const std::uint32_t checksum = crc32(std::string_view(bytes).substr(sizeof(NetworkHeader)));
        std::memcpy(bytes.data() + offsetof(NetworkHeader, checksum), &checksum, sizeof(checksum));
        const auto network = Network::parse(bytes);
        return !network && contains(network.error(), "out of range");
    };
    CHECK_FALSE(refused(1 << 26));
    CHECK(refused((1 << 26) + 1));
    CHECK(refused(INT32_MIN));
}

TEST_CASE("the exponential is close to the library's") {
    for (float x = -30; x <= 0; x += 0.01F) {
        const double truth = std::exp(static_cast<double>(x));
        REQUIRE(std::abs(static_cast<double>(exponential(x)) / truth - 1) < 3e-6);
    }
    CHECK(exponential(0) == 1);
    CHECK(exponential(-1000) > 0);
}

TEST_CASE("far outside the window the network is not asked, inside it is") {
    Evaluator<StandardShape> evaluator(default_rules(), EvalParams(), random_network(15));
    int asked = 0, spared = 0;
    for (const Position& position : positions_of_games(5, 16)) {
        const float hand = evaluator.by_hand(position), full = evaluator.value(position);
        for (const float alpha : {-0.9F, -0.4F, 0.0F, 0.4F}) {
            const float value = evaluator.value(position, alpha, alpha + 0.01F);
            const auto lazy = static_cast<float>(EvalParams().lazy);
            const bool inside = hand > alpha - lazy && hand < alpha + 0.01F + lazy;
            if (value == full) {
                ++asked;
            } else {
                ++spared;
                REQUIRE((value <= alpha - lazy || value >= alpha + 0.01F + lazy));
            }
            // Material alone may have spared more.
            if (!inside) REQUIRE(value != full);
        }
    }
    CHECK(asked > 100);
    CHECK(spared > 100);
}

TEST_CASE("the evaluator asks the network where it serves, and nowhere else") {
    const SharedNetwork network = random_network(5);
    const RuleSet& rules = default_rules();
    Evaluator<StandardShape> by_network(rules, EvalParams(), network);
    const Position position = positions_of_games(1, 6)[10];
    NetworkEvaluator alone(network, rules.quiet_limit);
    CHECK(by_network.value(position) == alone.value(position, by_network.by_hand(position)));
    CHECK(by_network.value(Position::start()) == 0);
    for (const char* other : {"exchange", "xiangqi"}) {
        CHECK(evaluate(rules_of(other), EvalParams(), position, network) ==
              evaluate(rules_of(other), EvalParams(), position));
    }
    const Position small = position_of("K1##/k1##/####/####/####/####/####/#### r - 0");
    CHECK(evaluate(rules, EvalParams(), small, network) == evaluate(rules, EvalParams(), small));
}

TEST_CASE("below the free quiet count no value changes with it") {
    const RuleSet& rules = default_rules();
    Evaluator<StandardShape> evaluator(rules, EvalParams(), random_network(7));
    REQUIRE(evaluator.free_quiet() > 10);
    for (Position position : positions_of_games(3, 8)) {
        position.set_quiet(0);
        const float value = evaluator.value(position);
        position.set_quiet(evaluator.free_quiet());
        REQUIRE(evaluator.value(position) == value);
    }
}

TEST_CASE("the network's priors sum to 1, in order, each action once") {
    Evaluator<StandardShape> evaluator(default_rules(), EvalParams(), random_network(9));
    for (const Position& position : positions_of_games(5, 10)) {
        PriorList rated;
        rate_moves<StandardShape>(SearchParams(), evaluator, position, 1, rated);
        MoveList moves;
        generate<StandardShape>(position, moves);
        REQUIRE(rated.size() == moves.size());
        double sum = 0;
        for (std::size_t i = 0; i < rated.size(); ++i) {
            sum += static_cast<double>(rated[i].prior);
            if (i > 0) REQUIRE(rated[i - 1].prior >= rated[i].prior);
        }
        REQUIRE(sum == doctest::Approx(1).epsilon(1e-4));
    }
}

TEST_CASE("a player with a network that cannot be used plays by hand and says why") {
    const TemporaryFolder folder;
    const FakeClock clock;
    Settings settings;
    settings.network = folder.path() + "/none.anqn";
    Player player(settings, clock);
    REQUIRE(player.problems().size() == 1);
    CHECK(contains(player.problems().front(), "none.anqn"));
    CHECK(player.network() == nullptr);
    Settings plain;
    plain.network = "none";
    Player by_hand(plain, clock);
    CHECK(by_hand.problems().empty());

    const std::string path = folder.path() + "/good.anqn";
    write_text(path, random_network_file(11));
    settings.network = path;
    REQUIRE(player.configure(settings).ok());
    CHECK(player.problems().empty());
    REQUIRE(player.network() != nullptr);
    for (Player* p : {&player, &by_hand}) p->new_game(positions_of_games(1, 12)[20]);
    CHECK(player.evaluate() != by_hand.evaluate());

    write_text(path, random_network_file(11).substr(0, 1'000));
    settings.network = "none";
    REQUIRE(player.configure(settings).ok());
    CHECK(player.evaluate() == by_hand.evaluate());
    settings.network = path;
    REQUIRE(player.configure(settings).ok());
    REQUIRE(player.problems().size() == 1);
    CHECK(contains(player.problems().front(), "good.anqn: cut short"));
    CHECK(player.evaluate() == by_hand.evaluate());
}

}  // namespace anqi
