// Signals that end a program, read like a file, so that no handler is needed.
#pragma once

#include <initializer_list>

#include "engine/util/descriptor.h"

namespace anqi {

// Blocks the signals and makes them readable. To be called before any thread is started, which
// takes the blocked signals over.
Descriptor signals_as_file(std::initializer_list<int> signals);

// The next signal's number; waits for one where none has come. 0 on failure.
int read_signal(const Descriptor& signals);

}  // namespace anqi
