// A network that nobody trained: files of it, to see what becomes of them.
#pragma once

#include <cstdint>
#include <string>

#include "engine/eval/network.h"

namespace anqi {

// The bytes of a network with random weights small enough that no sum overflows.
std::string random_network_file(std::uint64_t seed);
SharedNetwork random_network(std::uint64_t seed);

}  // namespace anqi
