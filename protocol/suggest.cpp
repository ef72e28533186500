#include "protocol/suggest.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/core/notation.h"

namespace anqi {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

std::string_view nearest(std::string_view name, std::span<const std::string_view> known) {
    constexpr std::size_t longest_name = 64;
    name = name.substr(0, longest_name);
    std::string_view best;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const std::string_view candidate : known) {
        const std::size_t distance = edit_distance(name, candidate);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

std::string unknown(std::string_view what, std::string_view name,
                    std::span<const std::string_view> known) {
    const std::string_view near = nearest(name, known);
    const std::string hint = near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near);
    return fmt::format("unknown {} {}{}", what, quoted(name), hint);
}

}  // namespace anqi
