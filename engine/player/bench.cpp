#include "engine/player/bench.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "engine/core/notation.h"
#include "engine/core/rules.h"
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

}  // namespace

std::int64_t BenchResult::visits_per_second() const {
    const double seconds = static_cast<double>(std::max<Microseconds>(1, elapsed)) / 1e6;
    return static_cast<std::int64_t>(static_cast<double>(visits) / seconds);
}

std::optional<BenchResult> run_bench(const SearchParams& params, const Clock& clock,
                                     const StopFlag& stop) {
    BenchResult result;
    Signature signature;
    const Microseconds begin = clock.now();
    for (const RuleSet& rules : rule_presets()) {
        for (const Share& share : kShares) {
            Settings settings;
            settings.rules = rules;
            settings.player = share.player;
            settings.search = params;
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
    return result;
}

std::string describe(const BenchResult& result) {
    return "positions " + std::to_string(result.positions) + "\nvisits " +
           std::to_string(result.visits) + "\nvisits/s " +
           std::to_string(result.visits_per_second()) + "\nsignature " + hex(result.signature);
}

}  // namespace anqi
