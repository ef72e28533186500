// Sequential probability ratio test (A. Wald, 1945) of two hypotheses about the difference of two
// engines, from pentanomial pair counts. Pure functions.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/util/result.h"
#include "tools/referee/pair_counts.h"

namespace anqi {

// What the hypotheses are about: the expected score, as Elo, or (score - 1/2) / sigma, as nElo (see
// tools/referee/score.h). The same nElo bounds take about the same number of games whatever the
// share of draws.
enum class SprtModel : std::uint8_t { logistic, normalised };

struct SprtSettings {
    double elo0 = 0;      // H0: A is that much stronger than B; in nElo in the normalised model
    double elo1 = 10;     // H1, above elo0
    double alpha = 0.05;  // accepted probability of accepting H1 where H0 is true
    double beta = 0.05;   // of accepting H0 where H1 is true
    SprtModel model = SprtModel::logistic;
};

// The largest bound, either way; larger differences show in a handful of games.
inline constexpr double kMaxSprtBound = 100;

// Errors name the setting and its range: |elo0|, |elo1| <= kMaxSprtBound, elo0 < elo1, alpha and
// beta between 0 and 1/2.
Status check(const SprtSettings& settings);

// Generalised: log(L1 / L0), where Lk is the largest likelihood of the counts among all pentanomial
// distributions for which hypothesis k holds exactly. 0 without a pair. A count of 0 is taken as
// kZeroCount. Requires settings that pass check().
double log_likelihood_ratio(const PairCounts& counts, const SprtSettings& settings);

// Without it an outcome not seen yet would be held for impossible: with nothing but draws, say, no
// distribution with another mean would remain. So small (as in Fishtest) that one pair really seen
// outweighs it a thousand times.
inline constexpr double kZeroCount = 1e-3;

// H0 is accepted at or below `lower`, H1 at or above `upper` (Wald's bounds).
struct SprtBounds {
    double lower;  // log(beta / (1 - alpha))
    double upper;  // log((1 - beta) / alpha)
};
SprtBounds sprt_bounds(const SprtSettings& settings);

enum class SprtVerdict : std::uint8_t { running, accept_h0, accept_h1 };
SprtVerdict sprt_verdict(double llr, const SprtSettings& settings);

// "running", "H0 accepted", "H1 accepted".
std::string_view to_text(SprtVerdict verdict);
// "logistic", "normalised".
std::string_view to_text(SprtModel model);
Result<SprtModel> parse_sprt_model(std::string_view text);

}  // namespace anqi
