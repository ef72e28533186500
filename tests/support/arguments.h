// The arguments of the long checks: `--NAME VALUE`, any number of times.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/core/notation.h"
#include "engine/util/result.h"

namespace anqi::test {

// Calls take(name, value) for each pair, without the dashes; ends with the first error.
template <class Take>
Status read_pairs(const std::vector<std::string_view>& words, Take&& take) {
    for (std::size_t i = 0; i < words.size(); i += 2) {
        if (!words[i].starts_with("--")) return Error{"not an option: " + quoted(words[i])};
        if (i + 1 == words.size()) return Error{quoted(words[i]) + " lacks its value"};
        const Status taken = take(words[i].substr(2), words[i + 1]);
        if (!taken) return taken;
    }
    return Done{};
}

}  // namespace anqi::test
