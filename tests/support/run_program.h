// A program that is started, gets no input, and is waited for.
#pragma once

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace anqi::test {

struct ProgramEnd {
    int code;
    std::string out;
    std::string error;
};

inline ProgramEnd run_program(std::vector<std::string> argv, milliseconds patience) {
    Process process(argv);
    process.close_input();
    std::string out = process.read_rest(patience);
    const int code = process.wait().value_or(-1000);
    return {code, out, process.error_text()};
}

}  // namespace anqi::test
