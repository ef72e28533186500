// The steps of the check as one table.
#pragma once

#include <span>
#include <string_view>

#include "tools/referee/check.h"
#include "tools/referee/conversation.h"

namespace anqi {

// Passes by returning an empty text; any other is a warning. Fails by a StepFailure.
using Procedure = std::string (*)(const CheckSettings& settings);

struct CheckStep {
    StepTitle title;
    std::string_view command;  // an extension's; the step is skipped where it is not known
    Procedure run;
};

std::span<const CheckStep> step_table();

// What an engine is told before a game: reset_board, the clock, ready. Refusals are another step's
// affair.
void begin_game(Conversation& engine, const CheckSettings& settings);

// By topic, each in a file of its own. What they ask stands in the table.
namespace steps {

// check_dialogue.cpp: requests and answers
std::string start(const CheckSettings& settings);
std::string versions(const CheckSettings& settings);
std::string one_word_name(const CheckSettings& settings);
std::string ids(const CheckSettings& settings);
std::string unknown_command(const CheckSettings& settings);
std::string list_of_commands(const CheckSettings& settings);
std::string both_spellings(const CheckSettings& settings);
std::string documented_commands(const CheckSettings& settings);
std::string draw_limits(const CheckSettings& settings);
std::string bad_arguments(const CheckSettings& settings);
std::string carriage_returns(const CheckSettings& settings);
std::string blank_lines(const CheckSettings& settings);
std::string tabs(const CheckSettings& settings);
std::string long_line(const CheckSettings& settings);
std::string huge_line(const CheckSettings& settings);
std::string odd_bytes(const CheckSettings& settings);

// check_play.cpp: games
std::string first_action(const CheckSettings& settings);
std::string two_genmoves(const CheckSettings& settings);
std::string bad_flips(const CheckSettings& settings);
std::string early_move(const CheckSettings& settings);
std::string bad_moves(const CheckSettings& settings);
std::string whole_game(const CheckSettings& settings);
std::string no_time(const CheckSettings& settings);
std::string absurd_time(const CheckSettings& settings);
std::string after_the_end(const CheckSettings& settings);
std::string single_action(const CheckSettings& settings);
std::string undone_flip(const CheckSettings& settings);
std::string listed_actions(const CheckSettings& settings);

// check_ends.cpp: how the process ends
std::string quit(const CheckSettings& settings);
std::string quit_while_thinking(const CheckSettings& settings);
std::string end_of_input(const CheckSettings& settings);
std::string end_of_input_while_thinking(const CheckSettings& settings);
std::string dead_host(const CheckSettings& settings);
std::string dead_host_while_thinking(const CheckSettings& settings);

}  // namespace steps

}  // namespace anqi
