// anqi-referee: lets engines play, writes down what happened, reports it, and checks engines.
#include <cstring>

#include "tools/program.h"
#include "tools/referee/play_command.h"

int main(int argc, char** argv) {
    return anqi::run_program("anqi-referee", [&] { return anqi::run_play(argc, argv); });
}
