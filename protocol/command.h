// One row of the command table.
#pragma once

#include <string>
#include <string_view>

#include "protocol/request.h"

namespace anqi {

class Session;

struct Command {
    static constexpr int kAny = 1'000'000;  // no upper limit on the arguments

    std::string_view name;
    std::string_view alias;      // another spelling, or empty
    int mgtp_id;                 // the platform's number, or -1
    std::string_view arguments;  // as in "FROM TO"
    int min_arguments;
    int max_arguments;
    std::string_view summary;
    // What a failure leaves behind.
    std::string_view on_failure;
    // The text of the answer. Throws Failure, having changed nothing.
    std::string (*run)(Session& session, const Request& request);
};

inline constexpr std::string_view kChangesNothing = "nothing has changed";

}  // namespace anqi
