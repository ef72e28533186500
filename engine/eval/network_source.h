// Where networks come from.
#pragma once

#include <string>

#include "engine/eval/network.h"

namespace anqi {

struct LoadedNetwork {
    SharedNetwork network;  // nullptr = the handmade evaluation
    std::string problem;    // names what was refused and why; empty if nothing was
};

// `source` is "builtin" for the network that the program holds, "none", or a file's path.
LoadedNetwork load_network(const std::string& source);

}  // namespace anqi
