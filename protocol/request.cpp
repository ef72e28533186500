#include "protocol/request.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include "engine/core/notation.h"
#include "protocol/failure.h"

namespace anqi {
namespace {

bool digits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_id(std::string_view word) {
    if (word.starts_with('-')) word.remove_prefix(1);
    return digits(word);
}

Request::Request(std::string line) : line_(std::move(line)) {
    auto words = split_words(line_);
    auto next = words.begin();
    if (next != words.end() && is_id(*next)) id_ = *next++;
    if (next != words.end()) name_ = *next++;
    arguments_.assign(next, words.end());
}

std::string_view Request::rest(std::size_t i) const {
    if (i >= count()) return {};
    const char* begin = arguments_[i].data();
    const char* end = arguments_.back().data() + arguments_.back().size();
    return {begin, static_cast<std::size_t>(end - begin)};
}

Square Request::square(std::size_t i) const { return require(parse_square(word(i))); }

Piece Request::piece(std::size_t i) const { return require(parse_piece(word(i))); }

Colour Request::colour_or_unknown(std::size_t i) const { return require(parse_colour(word(i))); }

Colour Request::colour(std::size_t i) const {
    const Colour colour = colour_or_unknown(i);
    if (colour == Colour::none) {
        throw Failure(fmt::format("{} is not red or black", quoted(word(i))));
    }
    return colour;
}

long long Request::integer(std::size_t i, long long low, long long high) const {
    return require(parse_integer(word(i), low, high));
}

Milliseconds Request::time(std::size_t i) const {
    constexpr auto lowest = std::numeric_limits<Milliseconds>::min();
    constexpr auto highest = std::numeric_limits<Milliseconds>::max();
    const auto value = parse_integer(word(i), lowest, highest);
    if (value) return *value;
    const bool negative = word(i).starts_with('-');
    if (!digits(word(i).substr(negative ? 1 : 0))) throw Failure(value.error());
    return negative ? lowest : highest;
}

}  // namespace anqi
