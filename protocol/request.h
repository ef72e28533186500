// One request: an optional id, the name of a command, and its arguments with typed access.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/types.h"
#include "engine/util/clock.h"

namespace anqi {

// Longer ids are not echoed but refused.
inline constexpr std::size_t kMaxId = 32;

// The accessors throw a Failure that names the bad word. Requires i < count() where a word is asked
// for; the registry checks the number of arguments before a handler runs.
class Request {
  public:
    // `line` holds at least one word and no comment.
    explicit Request(std::string line);
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

    // Exactly as it came; empty when there was none.
    std::string_view id() const { return id_; }
    // Empty when the line held nothing but an id.
    std::string_view name() const { return name_; }

    std::size_t count() const { return arguments_.size(); }
    std::string_view word(std::size_t i) const { return arguments_[i]; }
    const std::vector<std::string_view>& words() const { return arguments_; }
    // The rest of the line from the i-th argument on, inner blanks as they came, outer ones
    // removed. Empty when there are fewer arguments.
    std::string_view rest(std::size_t i) const;

    Square square(std::size_t i) const;
    Piece piece(std::size_t i) const;
    // With `unknown` as Colour::none.
    Colour colour_or_unknown(std::size_t i) const;
    Colour colour(std::size_t i) const;
    long long integer(std::size_t i, long long low, long long high) const;
    // Any whole number; one that is beyond all measure becomes the largest or smallest.
    Milliseconds time(std::size_t i) const;

  private:
    std::string line_;
    std::string_view id_;
    std::string_view name_;
    std::vector<std::string_view> arguments_;
};

// Whether a word is an id: digits, with a minus sign allowed before them.
bool is_id(std::string_view word);

}  // namespace anqi
