#include "protocol/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <limits>

#include "engine/core/notation.h"
#include "engine/core/rules.h"
#include "protocol/suggest.h"

namespace anqi {
namespace {

using Names = std::vector<std::string>;

constexpr long long kLargest = std::numeric_limits<long long>::max();
constexpr long long kMaxDepth = 10'000;  // plies of a game

Error bad_value(std::string_view name, std::string_view value, std::string_view range) {
    return Error{fmt::format("{} is not a value of {} ({})", quoted(value), name, range)};
}

std::string joined(const Names& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

// Below, `member` is a function object from a Configuration, const or not, to a reference to the
// value.

template <class Member>
Option integer(std::string name, long long low, long long high, std::string help, Member member) {
    const std::string range = fmt::format("{} to {}", low, high);
    const auto set = [=](Configuration& c, std::string_view text) -> Status {
        const auto value = parse_integer(text, low, high);
        if (!value) return bad_value(name, text, range);
        auto& target = member(c);
        target = static_cast<std::remove_reference_t<decltype(target)>>(*value);
        return Done{};
    };
    const auto get = [=](const Configuration& c) { return std::to_string(member(c)); };
    return {name, "int", range, std::move(help), get, set};
}

template <class Member>
Option boolean(std::string name, std::string help, Member member) {
    const std::string range = "true or false";
    const auto set = [=](Configuration& c, std::string_view text) -> Status {
        const bool yes = text == "true" || text == "on" || text == "yes" || text == "1";
        const bool no = text == "false" || text == "off" || text == "no" || text == "0";
        if (!yes && !no) return bad_value(name, text, range);
        member(c) = yes;
        return Done{};
    };
    const auto get = [=](const Configuration& c) -> std::string {
        return member(c) ? "true" : "false";
    };
    return {name, "bool", range, std::move(help), get, set};
}

// `names` are those of the enumerators 0, 1, 2, ...
template <class Member>
Option choice(std::string name, Names names, std::string help, Member member) {
    const std::string range = joined(names);
    const auto set = [=](Configuration& c, std::string_view text) -> Status {
        const auto found = std::find(names.begin(), names.end(), text);
        if (found == names.end()) return bad_value(name, text, range);
        auto& target = member(c);
        target = static_cast<std::remove_reference_t<decltype(target)>>(found - names.begin());
        return Done{};
    };
    const auto get = [=](const Configuration& c) {
        return names[static_cast<std::size_t>(member(c))];
    };
    return {name, "enum", range, std::move(help), get, set};
}

Names preset_names() {
    Names names;
    for (const RuleSet& rules : rule_presets()) names.emplace_back(rules.name);
    return names;
}

Option rules_option() {
    const std::string range = joined(preset_names());
    const auto set = [=](Configuration& c, std::string_view text) -> Status {
        const RuleSet* rules = find_rules(text);
        if (!rules) return bad_value("rules", text, range);
        c.player.rules = *rules;
        return Done{};
    };
    const auto get = [](const Configuration& c) { return std::string(c.player.rules.name); };
    return {"rules", "enum",
            range,   "rule set; setting it resets the next four to what it prescribes",
            get,     set};
}

// 1 would end every game at once, so the range has a hole that integer() does not know.
Option repetition_option() {
    Option option = integer(
        "repetition", 0, kMaxRepetition, "occurrences of a position that make a draw; 0 = off",
        [](auto& c) -> auto& { return c.player.rules.repetition; });
    option.range = fmt::format("0 or 2 to {}", kMaxRepetition);
    option.set = [range = option.range, set = option.set](Configuration& c,
                                                          std::string_view text) -> Status {
        if (text == "1" || !set(c, text)) return bad_value("repetition", text, range);
        return Done{};
    };
    return option;
}

// By number or name.
Option level_option() {
    Names ways{fmt::format("0 to {}", kTopLevel)};
    for (int i = 0; i <= kTopLevel; ++i) {
        if (!level_at(i).name.empty()) ways.emplace_back(level_at(i).name);
    }
    const std::string range = joined(ways);
    const auto set = [=](Configuration& c, std::string_view text) -> Status {
        const auto level = find_level(text);
        if (!level) return bad_value("level", text, range);
        c.player.level = *level;
        return Done{};
    };
    const auto get = [](const Configuration& c) { return std::to_string(c.player.level); };
    return {"level", "int", range, "strength of the engine, from random to full", get, set};
}

template <class Member>
Option text_option(std::string name, std::string range, std::string help, Member member) {
    const auto set = [=](Configuration& c, std::string_view text) -> Status {
        member(c) = text;
        return Done{};
    };
    const auto get = [=](const Configuration& c) -> std::string { return member(c); };
    return {std::move(name), "text", std::move(range), std::move(help), get, set};
}

// Shortest text that reads back as the same number.
std::string number_text(double value) { return fmt::format("{}", value); }

Result<double> parse_number(std::string_view text) {
    double value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
        return Error{"not a number"};
    }
    return value;
}

template <class Member>
Option real(std::string name, double low, double high, std::string help, Member member) {
    const std::string range = fmt::format("{} to {}", low, high);
    const auto set = [=](Configuration& c, std::string_view text) -> Status {
        const auto value = parse_number(text);
        if (!value || *value < low || *value > high) return bad_value(name, text, range);
        member(c) = *value;
        return Done{};
    };
    const auto get = [=](const Configuration& c) { return number_text(member(c)); };
    return {name, "real", range, std::move(help), get, set};
}

Option search_option(const SearchParam& param) {
    const std::string name(param.name);
    const std::string range = fmt::format("{} to {}", param.low, param.high);
    const auto set = [=](Configuration& c, std::string_view text) -> Status {
        const auto value = parse_number(text);
        const bool good = value && *value >= param.low && *value <= param.high &&
                          (!param.whole || *value == std::floor(*value));
        if (!good) return bad_value(name, text, range);
        param.set(c.player.search, *value);
        return Done{};
    };
    const auto get = [=](const Configuration& c) {
        return number_text(param.get(c.player.search));
    };
    return {name, param.whole ? "int" : "real", range, std::string(param.help), get, set};
}

std::vector<Option> rule_options() {
    return {
        rules_option(),
        integer(
            "quiet_limit", 0, kMaxQuietLimit,
            "plies without flip or capture, of both sides, that make a draw; 0 = off",
            [](auto& c) -> auto& { return c.player.rules.quiet_limit; }),
        repetition_option(),
        choice(
            "repetition_kind", {"position", "cycle"},
            "what is repeated: a position, or a sequence of moves",
            [](auto& c) -> auto& { return c.player.rules.repetition_kind; }),
        choice(
            "limit_ply", {"win", "draw"},
            "verdict when the ply that reaches quiet_limit also leaves no action",
            [](auto& c) -> auto& { return c.player.rules.limit_ply; }),
    };
}

std::vector<Option> player_options() {
    return {
        choice(
            "player", {"engine", "mcts", "alphabeta", "greedy", "random"},
            "who answers: the engine, one of its two searchers alone, or one of two weak players",
            [](auto& c) -> auto& { return c.player.player; }),
        level_option(),
        integer(
            "mcts_from", 0, kSquares + 1,
            "pieces face down from which the engine plays by mcts, below by alphabeta",
            [](auto& c) -> auto& { return c.player.mcts_from; }),
        text_option(
            "network", "builtin, none, or a file",
            "network that evaluates positions and rates actions; none = the handmade terms",
            [](auto& c) -> auto& { return c.player.network; }),
        text_option(
            "book", "none, auto, or a file",
            "opening book as anqi-book builds it; auto, which the program begins with, is the one "
            "for the rules beside the program",
            [](auto& c) -> auto& { return c.player.book; }),
        integer(
            "book_depth", 0, kMaxDepth, "plies of a game in which the book is asked",
            [](auto& c) -> auto& { return c.player.book_depth; }),
        real(
            "book_random", 0, 2,
            "draw among actions of the book that are at most so much worse than the best",
            [](auto& c) -> auto& { return c.player.book_random; }),
        integer(
            "book_visits", 0, kLargest,
            "limit of one search in these plies where the book ends; 0 = as later",
            [](auto& c) -> auto& { return c.player.book_visits; }),
        boolean(
            "book_priors", "let what the book says of positions below the root guide the search",
            [](auto& c) -> auto& { return c.player.book_priors; }),
        text_option(
            "tables", "folders separated by colons, or nothing",
            "endgame tables as anqi-tables builds them",
            [](auto& c) -> auto& { return c.player.tables; }),
        integer(
            "seed", 0, kLargest, "of everything drawn at random",
            [](auto& c) -> auto& { return c.player.seed; }),
        integer(
            "visits", 0, kLargest, "limit of one search; 0 = none",
            [](auto& c) -> auto& { return c.player.visits; }),
        integer(
            "threads", 1, kMaxThreads, "that search at once; mcts only",
            [](auto& c) -> auto& { return c.player.threads; }),
        integer(
            "memory", 1, kMaxMemory, "MiB that the search may use for what it remembers",
            [](auto& c) -> auto& { return c.player.memory; }),
        boolean(
            "ponder", "think in the opponent's time, once the own action has been echoed",
            [](auto& c) -> auto& { return c.player.ponder; }),
        boolean(
            "resign", "answer a0 a0 in a hopeless position",
            [](auto& c) -> auto& { return c.player.resign; }),
        boolean(
            "play_past_draw", "go on, when the host does, after a draw by our rules",
            [](auto& c) -> auto& { return c.player.play_past_draw; }),
    };
}

std::vector<Option> time_options() {
    return {
        integer(
            "movetime", 1, kLongestTime,
            "milliseconds for an action when neither a clock nor visits limit it",
            [](auto& c) -> auto& { return c.player.movetime; }),
        integer(
            "main_time", 0, kLongestTime,
            "milliseconds for a side and game; 0 = no clock until the host names one",
            [](auto& c) -> auto& { return c.player.main_time; }),
        integer(
            "increment", 0, kLongestTime, "milliseconds added after each own action",
            [](auto& c) -> auto& { return c.player.increment; }),
        integer(
            "byoyomi", 0, kLongestTime, "milliseconds an action once the main time is used up",
            [](auto& c) -> auto& { return c.player.byoyomi; }),
        integer(
            "overhead", 0, 3'600'000, "milliseconds lost outside the engine for each action",
            [](auto& c) -> auto& { return c.player.overhead; }),
    };
}

std::vector<Option> talk_options() {
    return {
        choice(
            "dialect", {"mgtp", "gtp"}, "framing of the answers",
            [](auto& c) -> auto& { return c.dialect; }),
        text_option(
            "log", "a file name, or nothing",
            "file to which both directions are copied with time stamps",
            [](auto& c) -> auto& { return c.log; }),
        choice(
            "info_format", {"text", "json"}, "how analyze writes what it finds",
            [](auto& c) -> auto& { return c.info_format; }),
        integer(
            "multipv", 1, kMaxMoves, "candidates that analyze shows",
            [](auto& c) -> auto& { return c.multipv; }),
    };
}

std::vector<Option> make_options() {
    std::vector<Option> all;
    for (auto& group : {rule_options(), player_options(), time_options(), talk_options()}) {
        all.insert(all.end(), group.begin(), group.end());
    }
    for (const SearchParam& param : search_params()) all.push_back(search_option(param));
    return all;
}

}  // namespace

const std::vector<Option>& options() {
    static const std::vector<Option> all = make_options();
    return all;
}

Result<const Option*> find_option(std::string_view name) {
    std::string plain(name);
    std::replace(plain.begin(), plain.end(), '-', '_');
    std::vector<std::string_view> names;
    for (const Option& option : options()) {
        if (option.name == plain) return &option;
        names.push_back(option.name);
    }
    return Error{unknown("option", name, names)};
}

Status set_option(Configuration& configuration, std::string_view name, std::string_view value) {
    const auto option = find_option(name);
    if (!option) return Error{option.error()};
    return (*option)->set(configuration, value);
}

std::string describe(const Option& option) {
    const std::string standard = option.default_value();
    return fmt::format("{} {} ({}) default {}: {}", option.name, option.type, option.range,
                       standard.empty() ? "nothing" : standard, option.help);
}

}  // namespace anqi
