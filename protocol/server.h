// The loop: reads requests from one descriptor, answers on another.
#pragma once

#include "engine/util/clock.h"
#include "protocol/configuration.h"

namespace anqi {

// Serves one host until `quit`, the end of input (after every queued command has been answered), or
// until nobody reads the answers any more. The descriptors stay the caller's; SIGPIPE must be
// ignored in the process. Several servers may run in one process, each on threads of its own: the
// caller's executes, a second one reads. Warnings go to stderr.
void serve(int in_fd, int out_fd, const Configuration& configuration, const Clock& clock);

}  // namespace anqi
