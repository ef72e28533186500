#include "protocol/registry.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/suggest.h"

namespace anqi {
namespace {

// The platform's commands first, by number; the rest keeps its order.
bool listed_before(const Command* a, const Command* b) {
    const auto rank = [](const Command* c) { return c->mgtp_id >= 0 ? c->mgtp_id : 1000; };
    return rank(a) < rank(b);
}

std::vector<const Command*> make_commands() {
    std::vector<const Command*> all;
    for (const auto topic :
         {admin_commands(), play_commands(), clock_commands(), position_commands(),
          record_commands(), option_commands(), search_commands(), tool_commands()}) {
        for (const Command& command : topic) all.push_back(&command);
    }
    std::stable_sort(all.begin(), all.end(), listed_before);
    return all;
}

void check_count(const Command& command, const Request& request) {
    const auto n = static_cast<int>(request.count());
    if (n >= command.min_arguments && n <= command.max_arguments) return;
    const std::string_view arguments = command.arguments;
    throw Failure(fmt::format("{} takes {}, not {} word{}", command.name,
                              arguments.empty() ? "no argument" : arguments, n, n == 1 ? "" : "s"));
}

}  // namespace

const std::vector<const Command*>& commands() {
    static const std::vector<const Command*> all = make_commands();
    return all;
}

const Command* find_command(std::string_view name) {
    if (name.empty()) return nullptr;
    for (const Command* command : commands()) {
        if (command->name == name || command->alias == name) return command;
    }
    return nullptr;
}

std::vector<std::string_view> command_names() {
    std::vector<std::string_view> names;
    for (const Command* command : commands()) {
        names.push_back(command->name);
        if (!command->alias.empty()) names.push_back(command->alias);
    }
    return names;
}

std::string run(Session& session, const Request& request) {
    if (request.name().empty()) throw Failure("no command after the id");
    const Command* command = find_command(request.name());
    if (!command) throw Failure(unknown("command", request.name(), command_names()));
    check_count(*command, request);
    return command->run(session, request);
}

}  // namespace anqi
