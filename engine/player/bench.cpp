#include "engine/player/bench.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string_view>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/game.h"
#include "engine/core/notation.h"
#include "engine/core/rules.h"
#include "engine/eval/evaluator.h"
#include "engine/eval/network_source.h"
#include "engine/player/player.h"
#include "engine/util/hash.h"

namespace anqi {
namespace {

// Both searchers, with so many visits for each position.
struct Share {
    PlayerKind player;
    std::int64_t visits;
};
constexpr std::array<Share, 2> kShares = {
    {{PlayerKind::mcts, 2'000}, {PlayerKind::alphabeta, 250}}};
// MiB: plenty for that, and there even where a host has left little.
constexpr int kMemory = 16;

// From the start to an ending, out of one game of the greedy player against itself.
constexpr std::array<std::string_view, 5> kPositions = {
    "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX ? KG2M2R2N2C2P5kg2m2r2n2c2p5 0",
    "RMXX/XXXX/XXXX/XXXX/XXgX/PXXn/XXpX/XrXG b KGMRN2C2P4kgm2rnc2p4 0",
    "RMCr/XRMN/XnXX/XXXX/XXgX/r1kn/Xp1X/m1G1 b KGCP3gmcp4 0",
    "RMM1/K2N/2mX/g2P/1pCX/r1kn/G2G/4 b cp 0",
    "R1M1/1M1K/2p1/4/G2k/4/1G2/4 b - 12",
};

class Signature {
  public:
    void add(const Report& report) {
        print_.add(static_cast<std::uint64_t>(report.visits));
        for (const Candidate& c : report.candidates) {
            print_.add(std::uint64_t{c.move.raw()});
            print_.add(static_cast<std::uint64_t>(c.visits));
            print_.add(std::bit_cast<std::uint64_t>(c.value));
        }
    }
    std::uint64_t value() const { return print_.value(); }

  private:
    Fingerprint print_;
};

std::int64_t per_second(std::int64_t n, Microseconds time) {
    const double seconds = static_cast<double>(std::max<Microseconds>(1, time)) / 1e6;
    return static_cast<std::int64_t>(static_cast<double>(n) / seconds);
}

// Every position that one action leads to from one of the bench's: what a search asks for, one
// after another.
std::vector<Position> neighbouring_positions() {
    std::vector<Position> positions;
    for (const std::string_view text : kPositions) {
        const Game game(default_rules(), parse_position(text).value());
        for (const Move move : game.legal_moves()) {
            const auto play = [&](Event event) {
                positions.push_back(game.position());
                apply(game.rules(), positions.back(), event);
            };
            if (!move.is_flip()) {
                play(Event(move));
                continue;
            }
            game.position().pool().for_each([&](Piece piece, int) { play(Event(move, piece)); });
        }
    }
    return positions;
}

// Calls value(position) for all of them some times. Returns how often that is a second.
template <class Value>
std::int64_t measure(const std::vector<Position>& positions, const Clock& clock, Value value) {
    constexpr int rounds = 4;  // little beside the search, whose instructions are guarded
    const Microseconds begin = clock.now();
    float sum = 0;
    for (int i = 0; i < rounds && std::isfinite(sum); ++i) {
        for (const Position& position : positions) sum += value(position);
    }
    return per_second(rounds * static_cast<std::int64_t>(positions.size()), clock.now() - begin);
}

void measure_evaluations(const SearchParams& params, const SharedNetwork& network,
                         const Clock& clock, BenchResult& result) {
    const auto positions = neighbouring_positions();
    Evaluator<StandardShape> evaluator(default_rules(), params.eval, network);
    result.evaluations = result.evaluations_from_scratch =
        measure(positions, clock, [&](const Position& p) { return evaluator.value(p); });
    if (!network) return;
    const NetworkEvaluator alone(network, default_rules().quiet_limit);
    result.evaluations_from_scratch = measure(positions, clock, [&](const Position& p) {
        return alone.value_from_scratch(p, evaluator.by_hand(p));
    });
}

}  // namespace

std::int64_t BenchResult::visits_per_second() const { return per_second(visits, elapsed); }

std::optional<BenchResult> run_bench(const SearchParams& params, const std::string& network,
                                     const Clock& clock, const StopFlag& stop) {
    BenchResult result;
    Signature signature;
    const Microseconds begin = clock.now();
    for (const RuleSet& rules : rule_presets()) {
        for (const Share& share : kShares) {
            Settings settings;
            settings.rules = rules;
            settings.player = share.player;
            settings.search = params;
            settings.network = network;
            settings.memory = kMemory;
            Player player(settings, clock);
            for (const std::string_view text : kPositions) {
                player.new_game(parse_position(text).value());
                CallLimits limits;
                limits.visits = share.visits;
                const Decision decision = player.choose(limits, stop);
                if (stop.requested()) return std::nullopt;
                signature.add(decision.report);
                result.visits += decision.report.visits;
                ++result.positions;
            }
        }
    }
    result.elapsed = clock.now() - begin;
    result.signature = signature.value();
    measure_evaluations(params, load_network(network).network, clock, result);
    return result;
}

std::string describe(const BenchResult& result) {
    return "positions " + std::to_string(result.positions) + "\nvisits " +
           std::to_string(result.visits) + "\nvisits/s " +
           std::to_string(result.visits_per_second()) + "\nevaluations/s " +
           std::to_string(result.evaluations) + " from scratch " +
           std::to_string(result.evaluations_from_scratch) + "\nsignature " + hex(result.signature);
}

}  // namespace anqi
