// Options and rules.
#include "protocol/options.h"

#include <array>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "protocol/failure.h"
#include "protocol/handlers/handlers.h"
#include "protocol/session.h"

namespace anqi {
namespace {

void set(Session& session, std::string_view name, std::string_view value) {
    Configuration wanted = session.configuration();
    require(set_option(wanted, name, value));
    session.reconfigure(wanted);
}

std::string list_options(Session& session, const Request&) {
    std::string text;
    for (const Option& option : options()) {
        text += fmt::format("\n{} = {} ({} {}, default {}): {}", option.name,
                            option.get(session.configuration()), option.type, option.range,
                            option.default_value(), option.help);
    }
    return text;
}

std::string get(Session& session, const Request& request) {
    return require(find_option(request.word(0)))->get(session.configuration());
}

std::string set_one(Session& session, const Request& request) {
    set(session, request.word(0), request.rest(1));
    return "";
}

std::string seed(Session& session, const Request& request) {
    set(session, "seed", request.word(0));
    return "";
}

std::string level(Session& session, const Request& request) {
    if (request.count() > 0) {
        set(session, "level", request.word(0));
        return "";
    }
    const int level = session.configuration().player.level;
    const std::string_view name = level_at(level).name;
    return name.empty() ? std::to_string(level) : fmt::format("{} {}", level, name);
}

// An empty name ends the log. Opened again even if the name is the same: the old file may be gone.
std::string log(Session& session, const Request& request) {
    Configuration wanted = session.configuration();
    wanted.log = request.rest(0);
    session.reopen_log(wanted);
    return "";
}

std::string list_rules(Session&, const Request&) {
    std::string text;
    for (const RuleSet& rules : rule_presets()) text += fmt::format("\n{}", to_text(rules));
    return text;
}

std::string rules(Session& session, const Request& request) {
    if (request.count() == 0) return to_text(session.game().rules());
    set(session, "rules", request.word(0));
    return "";
}

std::string num_repetition(Session& session, const Request& request) {
    set(session, "repetition", request.word(0));
    return "";
}

std::string num_moves_to_draw(Session& session, const Request& request) {
    set(session, "quiet_limit", request.word(0));
    return "";
}

constexpr std::array kCommands = {
    Command{"num_repetition", "", 8, "N", 1, 1,
            "the same position (or cycle) for the N-th time is a draw; 0 = off", kChangesNothing,
            num_repetition},
    Command{"num_moves_to_draw", "", 9, "N", 1, 1,
            "N plies without flip or capture, both sides together, are a draw; 0 = off",
            kChangesNothing, num_moves_to_draw},
    Command{"list_rules", "", -1, "", 0, 0, "the rule sets with their numbers, one a line",
            kChangesNothing, list_rules},
    Command{"rules", "", -1, "[NAME]", 0, 1,
            "shows the rule set, or sets it: only before the first action", kChangesNothing, rules},
    Command{"options", "", -1, "", 0, 0,
            "every option with its value, type, range, default and help", kChangesNothing,
            list_options},
    Command{"get", "", -1, "NAME", 1, 1, "the value of an option", kChangesNothing, get},
    Command{"set", "", -1, "NAME VALUE", 1, Command::kAny,
            "sets an option; the value is the rest of the line, blanks included", kChangesNothing,
            set_one},
    Command{"level", "", -1, "[N | NAME]", 0, 1,
            "shows the strength level, or sets it: 0 to 10, or random, beginner, easy, medium, "
            "hard, expert, master",
            kChangesNothing, level},
    Command{"seed", "", -1, "N", 1, 1, "sets the option seed", kChangesNothing, seed},
    Command{"log", "", -1, "[FILE]", 0, Command::kAny,
            "copies both directions to FILE from now on; without FILE, ends the log",
            "the log goes on as before", log},
};

}  // namespace

std::span<const Command> option_commands() { return kCommands; }

}  // namespace anqi
