// A value or the reason why there is none. Used below the protocol layer instead of exceptions.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace anqi {

// The message is one line of plain text for a person and names the offending token.
struct Error {
    std::string message;
};

template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}
    Result(Error error) : state_(std::move(error)) {}

    bool ok() const { return std::holds_alternative<T>(state_); }
    explicit operator bool() const { return ok(); }

    const T& value() const& {
        assert(ok());
        return *std::get_if<T>(&state_);
    }
    T&& value() && {
        assert(ok());
        return std::move(*std::get_if<T>(&state_));
    }
    const T& operator*() const { return value(); }
    const T* operator->() const { return &value(); }

    // Requires !ok().
    const std::string& error() const {
        assert(!ok());
        return std::get_if<Error>(&state_)->message;
    }

  private:
    std::variant<T, Error> state_;
};

struct Done {};
// Success without a value, or the reason for failure.
using Status = Result<Done>;

}  // namespace anqi
