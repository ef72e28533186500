// Who is there, and what can be asked: names, versions, lists, help, quit.
#include <array>
#include <fmt/format.h>

#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/options.h"
#include "protocol/registry.h"
#include "protocol/session.h"
#include "protocol/suggest.h"
#include "protocol/version.h"

namespace anqi {
namespace {

std::string protocol_version(Session& session, const Request&) {
    return session.configuration().dialect == Dialect::gtp ? "2" : "1";
}

std::string name(Session&, const Request&) { return std::string(kName); }

std::string version(Session&, const Request&) { return std::string(kVersion); }

std::string known_command(Session&, const Request& request) {
    return find_command(request.word(0)) ? "true" : "false";
}

std::string list_commands(Session&, const Request&) {
    return fmt::format("{}", fmt::join(command_names(), "\n"));
}

std::string quit(Session& session, const Request&) {
    session.quit();
    return "";
}

std::string usage(const Command& command) {
    if (command.arguments.empty()) return std::string(command.name);
    return fmt::format("{} {}", command.name, command.arguments);
}

std::string help_on(const Command& command) {
    std::string text = fmt::format("{}\n{}", usage(command), command.summary);
    if (!command.alias.empty()) text += fmt::format("\nalso written {}", command.alias);
    if (command.mgtp_id >= 0) text += fmt::format("\nMGTP command {}", command.mgtp_id);
    return text + fmt::format("\non failure: {}", command.on_failure);
}

std::string help_on_all() {
    std::string text;
    for (const Command* command : commands()) {
        text += fmt::format("\n{}: {}", usage(*command), command->summary);
    }
    return text;
}

std::string help(Session&, const Request& request) {
    if (request.count() == 0) return help_on_all();
    const Command* command = find_command(request.word(0));
    if (command) return help_on(*command);
    const auto option = find_option(request.word(0));
    if (option) return describe(**option);
    throw Failure(unknown("command", request.word(0), command_names()));
}

constexpr std::array kCommands = {
    Command{"protocol_version", "", 0, "", 0, 0, "the version of the protocol spoken here",
            kChangesNothing, protocol_version},
    Command{"name", "", 1, "", 0, 0, "the program's name, one word", kChangesNothing, name},
    Command{"version", "", 2, "", 0, 0, "the program's version", kChangesNothing, version},
    Command{"known_command", "", 3, "NAME", 1, 1, "true or false", kChangesNothing, known_command},
    Command{"list_commands", "", 4, "", 0, 0, "all commands, one a line", kChangesNothing,
            list_commands},
    Command{"quit", "", 5, "", 0, 0, "ends a running search, then the program", kChangesNothing,
            quit},
    Command{"help", "", -1, "[COMMAND or OPTION]", 0, 1, "arguments and meaning", kChangesNothing,
            help},
};

}  // namespace

std::span<const Command> admin_commands() { return kCommands; }

}  // namespace anqi
