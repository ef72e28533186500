#include "tools/referee/check_steps.h"

#include <array>
#include <fmt/format.h>

namespace anqi {
namespace {

constexpr Demand kPlatform = Demand::platform;
constexpr Demand kRobustness = Demand::robustness;
constexpr Demand kExtension = Demand::extension;

// clang-format off
constexpr std::array kSteps = {
    CheckStep{{"start", "starts and answers its name in time", kPlatform}, "", steps::start},
    CheckStep{{"versions", "version and protocol_version are answered", kPlatform},
              "", steps::versions},
    CheckStep{{"name", "the name is one word", kPlatform}, "", steps::one_word_name},
    CheckStep{{"ids", "any id and none are echoed; the command is chosen by its name", kPlatform},
              "", steps::ids},
    CheckStep{{"unknown-command", "an unknown command is refused, with its id", kPlatform},
              "", steps::unknown_command},
    CheckStep{{"time-settings", "time_settings and time_setting are both taken", kPlatform},
              "", steps::both_spellings},
    CheckStep{{"list-commands", "the list is without doubles and each entry is known", kPlatform},
              "", steps::list_of_commands},
    CheckStep{{"documented", "boardsize, showboard and game_over are answered", kPlatform},
              "", steps::documented_commands},
    CheckStep{{"draw-limits", "num_moves_to_draw and num_repetition are taken", kPlatform},
              "", steps::draw_limits},
    CheckStep{{"first-action", "genmove unknown answers a flip, once and in time", kPlatform},
              "", steps::first_action},
    CheckStep{{"two-genmoves", "genmove twice without an echo gives two legal answers", kPlatform},
              "", steps::two_genmoves},
    CheckStep{{"whole-game", "a game against itself: legal actions only, in time", kPlatform},
              "", steps::whole_game},
    CheckStep{{"no-time", "a clock at zero or below gives a legal action at once", kPlatform},
              "", steps::no_time},
    CheckStep{{"absurd-time", "absurdly much time gives a legal action in time", kRobustness},
              "", steps::absurd_time},
    CheckStep{{"early-move", "a move before the first flip is refused", kRobustness},
              "", steps::early_move},
    CheckStep{{"bad-flips", "flips that cannot be are refused and change nothing", kRobustness},
              "", steps::bad_flips},
    CheckStep{{"bad-moves", "moves that cannot be are refused and change nothing", kRobustness},
              "", steps::bad_moves},
    CheckStep{{"bad-arguments", "one answer to a request with wrong arguments", kRobustness},
              "", steps::bad_arguments},
    CheckStep{{"after-the-end", "genmove in a finished game is answered; reset_board works",
               kRobustness},
              "", steps::after_the_end},
    CheckStep{{"crlf", "CR LF ends a line as LF does, and no answer holds a CR", kRobustness},
              "", steps::carriage_returns},
    CheckStep{{"blank-lines", "blank and comment lines get no answer", kRobustness},
              "", steps::blank_lines},
    CheckStep{{"tabs", "tabs separate words", kRobustness}, "", steps::tabs},
    CheckStep{{"long-line", "a line of 5,000 bytes gets one answer", kRobustness},
              "", steps::long_line},
    CheckStep{{"huge-line", "a line of 5,000,000 bytes gets one answer", kRobustness},
              "", steps::huge_line},
    CheckStep{{"odd-bytes", "NUL and invalid UTF-8 do no harm", kRobustness},
              "", steps::odd_bytes},
    CheckStep{{"single-action", "the only legal action is answered at once", kExtension},
              "position", steps::single_action},
    CheckStep{{"undo", "undo takes back a flip, and the piece lies face down again", kExtension},
              "undo", steps::undone_flip},
    CheckStep{{"legal-actions", "legal_actions lists what the rules allow", kExtension},
              "legal_actions", steps::listed_actions},
    CheckStep{{"quit", "quit ends the process within 1 s", kPlatform}, "", steps::quit},
    CheckStep{{"quit-thinking", "so it does while the engine thinks", kRobustness},
              "", steps::quit_while_thinking},
    CheckStep{{"end-of-input", "the end of input ends the process within 2 s", kRobustness},
              "", steps::end_of_input},
    CheckStep{{"end-of-input-thinking", "a genmove is answered first", kRobustness},
              "", steps::end_of_input_while_thinking},
    CheckStep{{"dead-host", "closed pipes end the process within 2 s", kRobustness},
              "", steps::dead_host},
    CheckStep{{"dead-host-thinking", "so they do while the engine thinks", kRobustness},
              "", steps::dead_host_while_thinking},
};
// clang-format on

}  // namespace

std::span<const CheckStep> step_table() { return kSteps; }

void begin_game(Conversation& engine, const CheckSettings& settings) {
    engine.ask("reset_board");
    engine.ask(fmt::format("time_setting {}", settings.clock));
    engine.ask("ready");
}

}  // namespace anqi
