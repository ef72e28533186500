#include <algorithm>

#include "tests/fuzz/checks/checks.h"

namespace anqi::fuzz {

std::string fault_of_message(const std::string& message) {
    constexpr std::size_t kLongest = 300;
    if (message.empty()) return "an error without a message";
    if (message.size() > kLongest) return "a very long message";
    const bool printable =
        std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; });
    return printable ? "" : "a message with unprintable characters";
}

}  // namespace anqi::fuzz
