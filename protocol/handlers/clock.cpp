// The clocks: what the host says of them, and what is made of it.
#include <array>
#include <fmt/format.h>

#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/session.h"

namespace anqi {
namespace {

std::string time_settings(Session& session, const Request& request) {
    session.start_clocks(request.time(0));
    return "";
}

std::string time_left(Session& session, const Request& request) {
    const Colour colour = request.colour(0);
    session.set_clock(colour, request.time(1));
    return "";
}

std::string time_plan(Session& session, const Request&) {
    const TimePlan plan = session.player().time_plan();
    if (!plan.limited()) return "no time limit";
    return fmt::format("minimum {} target {} maximum {}", plan.minimum, plan.target, plan.maximum);
}

constexpr std::array kCommands = {
    Command{"time_settings", "time_setting", 15, "MILLISECONDS", 1, 1,
            "both clocks start anew with this much for the whole game; zero or less is one that "
            "has run out",
            kChangesNothing, time_settings},
    Command{"time_left", "", 16, "COLOUR MILLISECONDS", 2, 2,
            "what is left on a side's clock; any whole number is taken", kChangesNothing,
            time_left},
    Command{"time_plan", "", -1, "", 0, 0,
            "how long the next action may take, in milliseconds: not ended before the minimum "
            "unless decided, aimed at the target, never beyond the maximum",
            kChangesNothing, time_plan},
};

}  // namespace

std::span<const Command> clock_commands() { return kCommands; }

}  // namespace anqi
