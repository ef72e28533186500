// Noise in a root's priors, so that self-play tries what the search would pass over.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/limits.h"
#include "engine/util/random.h"

namespace anqi {

// One draw from the gamma distribution of that shape, which must be positive, and scale 1.
// Marsaglia and Tsang, "A simple method for generating gamma variables", 2000; below shape 1 by
// their power of a uniform draw.
double draw_gamma(double shape, Random& random);

// `count` shares that add up to 1, drawn from the symmetric Dirichlet distribution of that shape,
// which must be positive: the smaller it is, the fewer shares hold nearly all. Requires count > 0.
std::vector<double> draw_shares(std::size_t count, double shape, Random& random);

// The priors of one search's root, which add up to 1, with noise mixed in. Requires noise.on().
std::vector<float> with_noise(std::vector<float> priors, const RootNoise& noise);

}  // namespace anqi
