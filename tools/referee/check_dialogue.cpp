// Steps about requests and answers, words and bytes.
#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/core/notation.h"
#include "tools/referee/check_steps.h"

namespace anqi::steps {
namespace {

// Sends a line by hand and expects the one answer that it gets.
Reply ask_by_hand(Conversation& engine, std::string_view line) {
    engine.send(line);
    std::vector<Reply> replies = engine.settle();
    if (replies.size() != 1) {
        engine.fail(fmt::format("{} answers where one is right", replies.size()));
    }
    return std::move(replies.front());
}

void expect_answer(Conversation& engine, std::string_view line, std::string_view id,
                   std::string_view text) {
    const Reply reply = ask_by_hand(engine, line);
    if (reply.id != id) engine.fail(fmt::format("the answer must carry the id '{}'", id));
    if (!reply.success || reply.text != text) engine.fail(fmt::format("'{}' is right", text));
}

void expect_harmless(Conversation& engine, std::string_view line) {
    engine.send(line);
    if (engine.settle().size() > 1) engine.fail("more than one answer to a line");
}

std::string padded_line(Conversation& engine, std::size_t size) {
    ask_by_hand(engine, "7 known_command " + std::string(size, 'x') + '\n');
    return {};
}

}  // namespace

std::string start(const CheckSettings& settings) {
    Conversation(settings).expect_quiet();
    return {};
}

std::string versions(const CheckSettings& settings) {
    Conversation engine(settings);
    engine.demand("version");
    engine.demand("protocol_version");
    engine.expect_quiet();
    return {};
}

std::string one_word_name(const CheckSettings& settings) {
    Conversation engine(settings);
    if (split_words(engine.name()).size() != 1) engine.fail("the name is not one word");
    return {};
}

std::string ids(const CheckSettings& settings) {
    Conversation engine(settings);
    const std::string version = engine.demand("version");
    for (const std::string id : {"0", "777", "12", "2147483647", ""}) {
        expect_answer(engine, id + (id.empty() ? "" : " ") + "name\n", id, engine.name());
    }
    expect_answer(engine, "1 version\n", "1", version);
    expect_harmless(engine, "99999999999999 name\n");
    expect_harmless(engine, "-1 name\n");
    return {};
}

std::string unknown_command(const CheckSettings& settings) {
    Conversation engine(settings);
    engine.expect_refusal("no_such_command");
    engine.expect_refusal("namename");
    return {};
}

std::string both_spellings(const CheckSettings& settings) {
    Conversation engine(settings);
    engine.demand("time_settings 900000");
    engine.demand("time_setting 900000");
    return {};
}

std::string list_of_commands(const CheckSettings& settings) {
    Conversation engine(settings);
    std::vector<std::string> commands;
    for (const std::string& line : engine.ask_lines("list_commands")) {
        for (const std::string_view word : split_words(line)) commands.emplace_back(word);
    }
    if (commands.empty()) engine.fail("the list is empty");
    for (const std::string& command : commands) {
        if (engine.demand("known_command " + command) != "true") engine.fail("listed, not known");
    }
    std::sort(commands.begin(), commands.end());
    const auto twin = std::adjacent_find(commands.begin(), commands.end());
    if (twin != commands.end()) engine.fail(fmt::format("{} is listed twice", quoted(*twin)));
    if (engine.demand("known_command no_such_command") != "false") engine.fail("'false' is right");
    return {};
}

std::string documented_commands(const CheckSettings& settings) {
    Conversation engine(settings);
    engine.demand("boardsize 8 4");
    begin_game(engine, settings);
    if (engine.ask_lines("showboard").size() < static_cast<std::size_t>(kRanks)) {
        engine.fail("the board has 8 ranks");
    }
    engine.demand("game_over draw");
    engine.demand("reset_board");
    return {};
}

std::string draw_limits(const CheckSettings& settings) {
    Conversation engine(settings);
    engine.demand("num_moves_to_draw 180");
    engine.demand("num_repetition 3");
    return {};
}

std::string bad_arguments(const CheckSettings& settings) {
    Conversation engine(settings);
    begin_game(engine, settings);
    for (const std::string_view request : {"name x y",
                                           "known_command",
                                           "boardsize",
                                           "boardsize 0 0",
                                           "num_repetition",
                                           "num_repetition many",
                                           "num_moves_to_draw",
                                           "num_moves_to_draw -1",
                                           "move",
                                           "move a1",
                                           "move a1 a9",
                                           "move a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3",
                                           "flip",
                                           "genmove",
                                           "genmove green",
                                           "game_over",
                                           "time_settings",
                                           "time_settings soon",
                                           "time_left",
                                           "time_left red",
                                           "time_left red soon",
                                           "time_left green 1000"}) {
        engine.ask(request);
        engine.expect_quiet();
    }
    return {};
}

std::string carriage_returns(const CheckSettings& settings) {
    Conversation engine(settings);
    begin_game(engine, settings);
    expect_answer(engine, "3 known_command name\r\n", "3", "true");
    expect_answer(engine, "11 flip a1 K\r\n", "11", "");
    if (engine.carriage_returns()) engine.fail("answers hold a CR");
    return {};
}

std::string blank_lines(const CheckSettings& settings) {
    Conversation engine(settings);
    for (const std::string_view line : {"\n", "   \n", "\t\n", "# text\n", "  # name\n", "\r\n"}) {
        engine.send(line);
        if (!engine.settle().empty()) engine.fail("an answer to a blank line or a comment");
    }
    return {};
}

std::string tabs(const CheckSettings& settings) {
    Conversation engine(settings);
    expect_answer(engine, "3\tknown_command\tname\n", "3", "true");
    return {};
}

std::string long_line(const CheckSettings& settings) {
    Conversation engine(settings);
    return padded_line(engine, 5'000);
}

std::string huge_line(const CheckSettings& settings) {
    Conversation engine(settings);
    return padded_line(engine, 5'000'000);
}

std::string odd_bytes(const CheckSettings& settings) {
    using namespace std::string_view_literals;
    Conversation engine(settings);
    for (const std::string_view line :
         {"1 na\0me\n"sv, "\0\0\0\n"sv, "1 \xFF\xFE\n"sv, "\xC3\x28 name\n"sv,
          "\xEF\xBB\xBF"
          "1 name\n"sv,
          "\xEF\xBC\x91 name\n"sv, "1 name\x7F\x1B[A\n"sv}) {
        expect_harmless(engine, line);
    }
    return {};
}

}  // namespace anqi::steps
