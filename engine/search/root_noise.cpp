#include "engine/search/root_noise.h"

#include <cmath>
#include <numeric>

namespace anqi {
namespace {

// A draw from the normal distribution, by Marsaglia's polar method ("A convenient method for
// generating normal variables", 1964).
double draw_normal(Random& random) {
    for (;;) {
        const double x = 2 * random.unit() - 1, y = 2 * random.unit() - 1;
        const double square = x * x + y * y;
        if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
    }
}

// In (0, 1], so that it has a logarithm.
double draw_positive(Random& random) { return 1 - random.unit(); }

}  // namespace

double draw_gamma(double shape, Random& random) {
    if (shape < 1) {
        const double larger = draw_gamma(shape + 1, random);
        return larger * std::pow(draw_positive(random), 1 / shape);
    }
    const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = draw_normal(random), root = 1 + c * x;
        if (root <= 0) continue;
        const double v = root * root * root;
        if (std::log(draw_positive(random)) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
    }
}

std::vector<double> draw_shares(std::size_t count, double shape, Random& random) {
    std::vector<double> shares(count);
    for (double& share : shares) share = draw_gamma(shape, random);
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    // Draws of a tiny shape may all be too small for a double: one of them holds everything then.
    if (!(sum > 0)) {
        shares[random.below(static_cast<std::uint32_t>(count))] = 1;
        return shares;
    }
    for (double& share : shares) share /= sum;
    return shares;
}

std::vector<float> with_noise(std::vector<float> priors, const RootNoise& noise) {
    Random random(noise.seed);
    const auto shares = draw_shares(priors.size(), noise.shape, random);
    for (std::size_t i = 0; i < priors.size(); ++i) {
        priors[i] = static_cast<float>((1 - noise.fraction) * static_cast<double>(priors[i]) +
                                       noise.fraction * shares[i]);
    }
    return priors;
}

}  // namespace anqi
