// "Did you mean": the known name that is nearest to an unknown one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace anqi {

// How many single characters have to be inserted, removed or replaced (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b);

// The first of the nearest names; empty when there are none. Only the head of an overlong `name` is
// compared.
std::string_view nearest(std::string_view name, std::span<const std::string_view> known);

// "unknown WHAT 'name' (did you mean 'nearest'?)".
std::string unknown(std::string_view what, std::string_view name,
                    std::span<const std::string_view> known);

}  // namespace anqi
