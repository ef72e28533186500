#include "tools/referee/event_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "engine/core/notation.h"
#include "engine/util/file.h"
#include "protocol/suggest.h"

namespace anqi {
namespace {

constexpr long long kMaxTime = 1'000'000'000;  // milliseconds, some 11 days
constexpr long long kMaxVisits = 1'000'000'000'000;
constexpr int kMaxPairs = 10'000'000;
constexpr int kMaxRounds = 10'000;
constexpr int kMaxConcurrency = 1024;
constexpr std::size_t kMaxStarts = std::size_t{1} << 28;

using Settings = EventSettings;

Status wrong(const std::string& value, std::string_view expected) {
    return Error{fmt::format("{} is not {}", quoted(value), expected)};
}

template <class T>
Status set_number(T& target, const std::string& value, long long low, long long high) {
    const auto number = parse_integer(value, low, high);
    if (!number) return Error{number.error()};
    target = static_cast<T>(*number);
    return Done{};
}

template <class T>
Status set_number(std::optional<T>& target, const std::string& value, long long low,
                  long long high) {
    T number{};
    const Status set = set_number(number, value, low, high);
    if (set) target = number;
    return set;
}

Status set_flag(bool& target, const std::string& value) {
    if (value != "yes" && value != "no") return wrong(value, "yes or no");
    target = value == "yes";
    return Done{};
}

std::string text(bool flag) { return flag ? "yes" : "no"; }
std::string text(int number) { return fmt::format("{}", number); }
std::string text(Milliseconds time) { return fmt::format("{}", time); }
template <class T>
std::string text(const std::optional<T>& number) {
    return number ? fmt::format("{}", *number) : std::string();
}

Status set_rules(Settings& s, const std::string& value) {
    const RuleSet* const rules = find_rules(value);
    if (rules != nullptr) {
        s.host.rules = *rules;
        return Done{};
    }
    std::vector<std::string_view> names;
    for (const RuleSet& preset : rule_presets()) names.push_back(preset.name);
    return Error{unknown("rule set", value, names)};
}

Status set_repetition(Settings& s, const std::string& value) {
    if (value == "1") return wrong(value, "a number of occurrences (0 = off, or 2 and more)");
    return set_number(s.host.rules.repetition, value, 0, kMaxRepetition);
}

Status set_host(Settings& s, const std::string& value) {
    const auto kind = parse_host(value);
    if (!kind) return Error{kind.error()};
    s.host_kind = *kind;
    return Done{};
}

Status set_format(Settings& s, const std::string& value) {
    const auto format = find_format(value);
    if (!format) return wrong(value, "match, gauntlet, round-robin, swiss or knockout");
    s.schedule.format = *format;
    return Done{};
}

std::vector<std::string_view> split_at_colons(std::string_view text) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto colon = text.find(':');
        parts.push_back(text.substr(0, colon));
        if (colon == std::string_view::npos) return parts;
        text.remove_prefix(colon + 1);
    }
}

bool read_real(std::string_view text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

// ELO0:ELO1[:ALPHA:BETA[:MODEL]]
Status set_sprt(Settings& s, const std::string& value) {
    const auto parts = split_at_colons(value);
    SprtSettings sprt;
    const std::array<double*, 4> numbers = {&sprt.elo0, &sprt.elo1, &sprt.alpha, &sprt.beta};
    bool good = parts.size() == 2 || parts.size() == 4 || parts.size() == 5;
    for (std::size_t i = 0; good && i < std::min(parts.size(), numbers.size()); ++i) {
        good = read_real(parts[i], *numbers[i]);
    }
    if (!good) return wrong(value, "ELO0:ELO1[:ALPHA:BETA[:logistic|normalised]]");
    if (parts.size() == 5) {
        const auto model = parse_sprt_model(parts[4]);
        if (!model) return Error{model.error()};
        sprt.model = *model;
    }
    const Status sound = check(sprt);
    if (sound) s.sprt = sprt;
    return sound;
}

std::string sprt_text(const Settings& s) {
    if (!s.sprt) return {};
    return fmt::format("{}:{}:{}:{}:{}", s.sprt->elo0, s.sprt->elo1, s.sprt->alpha, s.sprt->beta,
                       s.sprt->model == SprtModel::normalised ? "normalised" : "logistic");
}

template <auto member>
Status set_text(Settings& s, const std::string& value) {
    s.*member = value;
    return Done{};
}
template <auto member>
std::string get_text(const Settings& s) {
    return s.*member;
}

// A time in milliseconds within HostSettings or its TimeControl.
template <auto member>
Status set_wait(Settings& s, const std::string& value) {
    return set_number(s.host.*member, value, 1, kMaxTime);
}
template <auto member>
std::string get_wait(const Settings& s) {
    return text(s.host.*member);
}
template <auto member>
Status set_time(Settings& s, const std::string& value) {
    return set_number(s.host.time.*member, value, 0, kMaxTime);
}
template <auto member>
std::string get_time(const Settings& s) {
    return text(s.host.time.*member);
}

using V = const std::string&;
using S = Settings;
constexpr std::array kOptions = {
    EventOption{"format", "match, gauntlet, round-robin, swiss or knockout", set_format,
                [](const S& s) { return std::string(to_text(s.schedule.format)); }},
    EventOption{"rounds", "rounds of a swiss event; how often the others are repeated",
                [](S& s, V v) { return set_number(s.schedule.rounds, v, 1, kMaxRounds); },
                [](const S& s) { return text(s.schedule.rounds); }},
    EventOption{"pairs", "pairs of games in one meeting: the same deal, seats swapped",
                [](S& s, V v) { return set_number(s.schedule.pairs, v, 1, kMaxPairs); },
                [](const S& s) { return text(s.schedule.pairs); }},
    EventOption{"single", "yes: one game of each pair only, seats by turns",
                [](S& s, V v) { return set_flag(s.schedule.single, v); },
                [](const S& s) { return text(s.schedule.single); }},
    EventOption{"starts", "file of start positions, one a line, taken in turn",
                set_text<&S::starts>, get_text<&S::starts>},
    EventOption{"rules", "rule set", set_rules,
                [](const S& s) { return std::string(s.host.rules.name); }},
    EventOption{
        "quiet-limit", "plies without flip or capture that make a draw; 0 = off",
        [](S& s, V v) { return set_number(s.host.rules.quiet_limit, v, 0, kMaxQuietLimit); },
        [](const S& s) { return text(s.host.rules.quiet_limit); }},
    EventOption{"repetition", "occurrences that make a draw; 0 = off", set_repetition,
                [](const S& s) { return text(s.host.rules.repetition); }},
    EventOption{"time", "ms a game and side",
                [](S& s, V v) { return set_number(s.host.time.main, v, 1, kMaxTime); },
                [](const S& s) { return text(s.host.time.main); }},
    EventOption{"increment", "ms added to the clock after each own ply",
                set_time<&TimeControl::increment>, get_time<&TimeControl::increment>},
    EventOption{"byoyomi", "ms for every ply once the time is used up",
                set_time<&TimeControl::byoyomi>, get_time<&TimeControl::byoyomi>},
    EventOption{"movetime", "ms an action at most; engines that know options are told",
                [](S& s, V v) { return set_number(s.host.time.movetime, v, 1, kMaxTime); },
                [](const S& s) { return text(s.host.time.movetime); }},
    EventOption{"visits", "visits an action, told to engines that know options",
                [](S& s, V v) { return set_number(s.host.time.visits, v, 1, kMaxVisits); },
                [](const S& s) { return text(s.host.time.visits); }},
    EventOption{"margin", "ms beyond any limit that are forgiven", set_time<&TimeControl::margin>,
                get_time<&TimeControl::margin>},
    EventOption{"first-ply-free", "no: the clock runs from the first ply on",
                [](S& s, V v) { return set_flag(s.host.time.first_ply_free, v); },
                [](const S& s) { return text(s.host.time.first_ply_free); }},
    EventOption{"start-timeout", "ms until the first answer of an engine",
                set_wait<&HostSettings::start_timeout>, get_wait<&HostSettings::start_timeout>},
    EventOption{"ready-timeout", "ms for each further answer before a game",
                set_wait<&HostSettings::ready_timeout>, get_wait<&HostSettings::ready_timeout>},
    EventOption{"answer-timeout", "ms for the answer to an echo",
                set_wait<&HostSettings::answer_timeout>, get_wait<&HostSettings::answer_timeout>},
    EventOption{"think-timeout", "ms for an action that no limit applies to",
                set_wait<&HostSettings::think_timeout>, get_wait<&HostSettings::think_timeout>},
    EventOption{"late-wait", "ms that a late answer is waited for, to say how late it is",
                set_wait<&HostSettings::late_wait>, get_wait<&HostSettings::late_wait>},
    EventOption{
        "seed", "of the deals; drawn and written down where it is not given",
        [](S& s, V v) { return set_number(s.seed, v, 0, std::numeric_limits<long long>::max()); },
        [](const S& s) { return text(s.seed); }},
    EventOption{"host", "how engines are talked to that do not say: mgtp or gtp", set_host,
                [](const S& s) { return std::string(to_text(s.host_kind)); }},
    EventOption{"concurrency", "games at the same time",
                [](S& s, V v) { return set_number(s.concurrency, v, 1, kMaxConcurrency); },
                [](const S& s) { return text(s.concurrency); }},
    EventOption{"sprt", "ELO0:ELO1[:ALPHA:BETA[:MODEL]], ends a match when one side is proven",
                set_sprt, sprt_text},
    EventOption{"luck",
                "what values flips for the luck-adjusted score: search, or the command of an "
                "engine with eval",
                set_text<&S::luck>, get_text<&S::luck>},
    EventOption{"games", "file of the games, one line of JSON each", set_text<&S::games>,
                get_text<&S::games>},
    EventOption{"records", "file of the game records; the games' name with .txt",
                set_text<&S::records>, get_text<&S::records>},
    EventOption{"logs", "folder for what engines write to stderr",
                [](S& s, V v) -> Status {
                    s.host.log_folder = v;
                    return Done{};
                },
                [](const S& s) { return s.host.log_folder; }},
};

// One position a line; blank lines and comments are skipped, and so are bad lines, with a warning.
Status read_starts(Settings& s, std::vector<std::string>& warnings) {
    if (s.starts.empty()) return Done{};
    const auto content = read_file(s.starts, kMaxStarts);
    if (!content) return Error{content.error()};
    s.schedule.starts.clear();
    std::string_view rest = *content;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // a byte order mark
    for (int number = 1; !rest.empty(); ++number) {
        const auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto words = split_words(line);
        if (words.empty() || words[0].starts_with('#') || words[0] == "\r") continue;
        const auto trimmed = line.substr(0, line.find_last_not_of(" \t\r") + 1);
        const auto position = parse_position(trimmed);
        const bool over = position && Game(s.host.rules, *position).over();
        if (position && !over) {
            s.schedule.starts.push_back(*position);
        } else {
            warnings.push_back(fmt::format("{}:{}: {}", s.starts, number,
                                           over ? "the game is over there" : position.error()));
        }
    }
    if (s.schedule.starts.empty()) return Error{s.starts + " holds no position"};
    return Done{};
}

}  // namespace

std::span<const EventOption> event_options() { return kOptions; }

std::vector<std::string_view> event_option_names() {
    std::vector<std::string_view> names;
    for (const EventOption& option : kOptions) names.push_back(option.name);
    return names;
}

std::string games_name(const EventSettings& settings) {
    const std::string_view name = settings.games, ending = ".jsonl";
    return std::string(name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name);
}

Status set_event_option(EventSettings& settings, std::string_view name, const std::string& value) {
    for (const EventOption& option : kOptions) {
        if (option.name != name) continue;
        const Status set = option.set(settings, value);
        return set ? set : Error{fmt::format("{}: {}", name, set.error())};
    }
    return Error{unknown("option", name, event_option_names())};
}

Status complete(EventSettings& settings, std::vector<std::string>& warnings) {
    const auto engines = settings.engines.size();
    if (engines < 2) return Error{fmt::format("{} engines are too few: two at least", engines)};
    if (settings.schedule.format == Format::match && engines > 2) {
        return Error{
            fmt::format("a match has two engines, not {}: choose another format", engines)};
    }
    if (settings.sprt && (engines != 2 || settings.schedule.single)) {
        return Error{"sprt: only for two engines and whole pairs"};
    }
    settings.schedule.engines = static_cast<int>(engines);
    make_names_unique(settings.engines);
    for (EngineSpec& engine : settings.engines) {
        engine.host = engine.host.value_or(settings.host_kind);
    }
    if (settings.records.empty()) settings.records = games_name(settings) + ".txt";
    return read_starts(settings, warnings);
}

}  // namespace anqi
