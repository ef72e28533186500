// How a handler refuses a request.
#pragma once

#include <stdexcept>
#include <string>

#include "engine/util/result.h"

namespace anqi {

// Thrown by handlers before they have changed anything; becomes a `?` answer with this message, one
// line that names the bad token.
class Failure : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The value of a result, or a Failure with its message.
template <class T>
T require(Result<T> result) {
    if (!result) throw Failure(result.error());
    return std::move(result).value();
}
inline void require(const Status& status) {
    if (!status) throw Failure(status.error());
}

}  // namespace anqi
