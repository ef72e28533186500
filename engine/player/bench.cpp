#include "engine/player/bench.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "engine/core/notation.h"
#include "engine/core/rules.h"
#include "engine/player/player.h"

namespace anqi {
namespace {

constexpr std::int64_t kVisits = 2'000;  // for each position

// From the start to a few pieces, as random play reaches them.
constexpr std::array<std::string_view, 5> kPositions = {
    "XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX/XXXX ? KG2M2R2N2C2P5kg2m2r2n2c2p5 0",
    "XXXX/XXnX/XRXX/XXXX/XcXP/XXXX/XXCX/pXXX r KG2M2RN2CP4kg2m2r2ncp4 0",
    "X1cX/gP1X/XXRX/n1XX/XC1p/XXMX/1kXP/pXXG b KGMRN2CP3gm2r2ncp3 1",
    "1k1P/g2X/1CR1/n1X1/2pK/P1M1/1r2/p2G r Pc 4",
    "4/1G2/3k/4/r1P1/4/2C1/p3 b - 7",
};

// FNV-1a.
class Signature {
  public:
    void add(std::uint64_t value) {
        for (int i = 0; i < 8; ++i) {
            hash_ = (hash_ ^ (value & 0xFF)) * 0x100000001B3ULL;
            value >>= 8;
        }
    }
    void add(const Report& report) {
        add(static_cast<std::uint64_t>(report.visits));
        for (const Candidate& c : report.candidates) {
            add(c.move.raw());
            add(static_cast<std::uint64_t>(c.visits));
            add(std::bit_cast<std::uint64_t>(c.value));
        }
    }
    std::uint64_t value() const { return hash_; }

  private:
    std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

std::string hex(std::uint64_t value) {
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) {
        text += "0123456789abcdef"[value >> shift & 15];
    }
    return text;
}

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
        Settings settings;
        settings.rules = rules;
        settings.search = params;
        Player player(settings, clock);
        for (const std::string_view text : kPositions) {
            player.new_game(parse_position(text).value());
            CallLimits limits;
            limits.visits = kVisits;
            const Decision decision = player.choose(limits, stop);
            if (stop.requested()) return std::nullopt;
            signature.add(decision.report);
            result.visits += decision.report.visits;
            ++result.positions;
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
