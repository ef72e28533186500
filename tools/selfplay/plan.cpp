#include "tools/selfplay/plan.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "engine/eval/network_source.h"
#include "engine/util/random.h"
#include "protocol/options.h"
#include "protocol/version.h"
#include "tools/selfplay/endings.h"

namespace anqi {
namespace {

constexpr std::array<std::string_view, 12> kNotForSelfPlay = {
    "threads", "movetime", "main_time", "increment",   "byoyomi", "overhead",
    "ponder",  "dialect",  "log",       "info_format", "multipv", "play_past_draw"};

bool in_log_anyway(std::string_view option) {
    constexpr std::array<std::string_view, 5> rules = {"rules", "quiet_limit", "repetition",
                                                       "repetition_kind", "limit_ply"};
    return std::find(rules.begin(), rules.end(), option) != rules.end();
}

// " name=value" for each option that is not at its default.
std::string settings_text(const Settings& settings) {
    Configuration here;
    here.player = settings;
    std::string text;
    for (const Option& option : options()) {
        const std::string value = option.get(here);
        if (in_log_anyway(option.name) || value == option.default_value()) continue;
        text += fmt::format(" {}={}", option.name, value);
    }
    return text;
}

// Which one it is, whatever it is called.
std::string network_text(const Settings& settings) {
    const SharedNetwork network = load_network(settings.network).network;
    return network ? fmt::format(" network:{:08x}", network->checksum()) : "";
}

// A checksum, so that a changed file of start positions is noticed.
std::string starts_text(const std::vector<Position>& starts) {
    std::uint64_t sum = starts.size();
    for (const Position& position : starts) {
        for (const char c : to_text(position)) {
            std::uint64_t state = sum ^ static_cast<unsigned char>(c);
            sum = split_mix(state);
        }
    }
    return fmt::format(" starts={}:{:016x}", starts.size(), sum);
}

std::string note_of(const SelfPlayPlan& plan) {
    std::string text = fmt::format("{} {}", kName, kVersion);
    text += settings_text(plan.sides[0]) + network_text(plan.sides[0]);
    if (plan.pairs) {
        text += " against" + settings_text(plan.sides[1]) + network_text(plan.sides[1]);
    }
    if (plan.starts != std::vector{Position::start()}) text += starts_text(plan.starts);
    if (plan.endings > 0) text += fmt::format(" endings={}", plan.endings);
    if (plan.random_plies > 0) text += fmt::format(" random-plies={}", plan.random_plies);
    if (plan.random_every > 0) text += fmt::format(" random-every={}", plan.random_every);
    if (plan.temperature > 0) {
        text += fmt::format(" temperature={} temperature-plies={}", plan.temperature,
                            plan.temperature_plies);
    }
    if (plan.noise > 0) {
        text += fmt::format(" noise={} noise-shape={}", plan.noise, plan.noise_shape);
    }
    if (plan.values) text += " values";
    if (plan.policy) text += " policy";
    return text;
}

// A stream of its own, apart from those of the deal and of the draws during the game.
Random start_random(std::uint64_t seed, std::int64_t deal) {
    constexpr std::uint64_t apart = 0x656E64696E6773;
    std::uint64_t state = seed ^ apart;
    return Random(split_mix(state) + static_cast<std::uint64_t>(deal));
}

Position start_of(const SelfPlayPlan& plan, std::int64_t deal) {
    Random random = start_random(plan.seed, deal);
    if (random.unit() < plan.endings) return random_ending(plan.sides[0].rules, random);
    return plan.starts[static_cast<std::size_t>(deal - 1) % plan.starts.size()];
}

// The words of one note that the other lacks.
std::string own_words(std::string_view note, std::string_view other) {
    const auto others = split_words(other);
    std::string text;
    for (const std::string_view word : split_words(note)) {
        if (std::find(others.begin(), others.end(), word) != others.end()) continue;
        text += fmt::format("{}{}", text.empty() ? "" : " ", word);
    }
    return quoted(text);
}

std::array<std::string, 2> sorted(std::array<std::string, 2> names) {
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

GameLog blank_log(const SelfPlayPlan& plan, int number) {
    GameLog log;
    log.game = number;
    log.pair = plan.pairs ? (number + 1) / 2 : number;
    log.deal = log.pair;
    log.seed = plan.seed;
    const std::string name(kName);
    log.engines = {name, name};
    if (plan.pairs) log.engines = {name + "-1", name + "-2"};
    if (plan.pairs && number % 2 == 0) std::swap(log.engines[0], log.engines[1]);
    log.rules = plan.sides[0].rules;
    log.start = start_of(plan, log.deal);
    log.note = note_of(plan);
    return log;
}

std::string difference(const GameLog& a, const GameLog& b) {
    const auto differ = [](std::string_view what, const auto& one, const auto& other) {
        return fmt::format("{} {} and {}", what, one, other);
    };
    if (a.seed != b.seed) return differ("seeds", a.seed, b.seed);
    if (!(a.rules == b.rules)) return differ("rules", to_text(a.rules), to_text(b.rules));
    if (a.note != b.note) {
        return differ("settings", own_words(a.note, b.note), own_words(b.note, a.note));
    }
    if (sorted(a.engines) == sorted(b.engines)) return {};
    return differ("engines", quoted(a.engines[0]), quoted(b.engines[0]));
}

std::vector<Position> read_starts(std::string_view text, const RuleSet& rules,
                                  std::vector<std::string>& complaints) {
    std::vector<Position> starts;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (split_words(line).empty()) continue;
        const auto position = parse_position(line);
        if (!position) {
            complaints.push_back(fmt::format("line {}: {}", number, position.error()));
        } else if (Game(rules, *position).over()) {
            complaints.push_back(fmt::format("line {}: the game is over there", number));
        } else {
            starts.push_back(*position);
        }
    }
    return starts;
}

std::string why_not_for_selfplay(std::string_view option) {
    const auto* const found = std::find(kNotForSelfPlay.begin(), kNotForSelfPlay.end(), option);
    if (found == kNotForSelfPlay.end()) return {};
    return fmt::format(
        "{} means nothing in self-play: searches have one thread and are limited "
        "by visits",
        quoted(option));
}

}  // namespace anqi
