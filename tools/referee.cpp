// anqi-referee: lets engines play, writes down what happened, reports it, and checks engines.
#include <array>
#include <string_view>

#include "tools/program.h"
#include "tools/referee/check_command.h"
#include "tools/referee/play_command.h"
#include "tools/referee/report_command.h"

namespace {

// What the first word chooses; without one of them an event is played.
struct Command {
    std::string_view name;
    int (*run)(int argc, const char* const* argv);  // argv[0] is the command's name
};
constexpr std::array<Command, 2> kCommands = {
    {{"check", anqi::run_check}, {"report", anqi::run_report}}};

int run(int argc, const char* const* argv) {
    for (const Command& command : kCommands) {
        if (argc > 1 && command.name == argv[1]) return command.run(argc - 1, argv + 1);
    }
    return anqi::run_play(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
    return anqi::run_program("anqi-referee", [&] { return run(argc, argv); });
}
