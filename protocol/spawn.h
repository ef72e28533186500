// Starting another program with pipes on its standard streams.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

#include "engine/util/descriptor.h"
#include "engine/util/result.h"

namespace anqi {

struct Launch {
    std::vector<std::string> argv;  // argv[0] is looked up in PATH unless it holds a slash
    std::string directory = {};     // where it runs; empty = where we do
    std::vector<std::string> environment = {};  // NAME=VALUE, over our own
    // Its stderr is appended here until the file has so many bytes; the rest is dropped and said
    // so.
    std::string stderr_file = "/dev/null";
    std::size_t stderr_limit = std::size_t{1} << 20;
};

// Our ends of a running program's pipes.
struct Child {
    pid_t pid = -1;
    Descriptor in;   // we write
    Descriptor out;  // we read
    Descriptor err;  // we read; none where stderr goes to /dev/null
};

// The child leads a process group of its own, has no signal blocked or ignored, and inherits
// nothing but its three streams. A relative argv[0] with a slash is meant from where we run. Errors
// name the program and the reason. Any thread may call.
Result<Child> spawn(const Launch& launch);

}  // namespace anqi
