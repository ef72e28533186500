// anqi-replay: plays games of the platform's record format through the rules and says where they
// and the record disagree. Exit code 0 when they never do, 1 when they do, 2 for a bad call.
#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/core/notation.h"
#include "engine/core/platform_record.h"
#include "engine/core/rules.h"
#include "engine/util/file.h"
#include "tools/program.h"

namespace anqi {
namespace {

namespace po = boost::program_options;

constexpr std::size_t kMaxFileSize = std::size_t{1} << 30;

constexpr int kDisagreement = 1;

struct Call {
    RuleSet rules;
    std::string file;
    bool help = false;
};

struct Count {
    int games = 0;
    long long plies = 0;
    int mismatches = 0;
};

// By the record's result, in alphabetical order.
using Table = std::map<std::string, Count>;

constexpr std::string_view kUsage =
    "anqi-replay [--rules NAME] [--quiet-limit N] [--repetition N] FILE\n"
    "Replays games in the platform's record format and says where the rules disagree.\n";

po::options_description options() {
    po::options_description all("Options");
    // clang-format off
    all.add_options()
        ("help", "say this and end")
        ("rules", po::value<std::string>()->default_value("platform"), "rule set to replay under")
        ("quiet-limit", po::value<int>(), "plies without flip or capture that draw, 0 = none")
        ("repetition", po::value<int>(), "repetitions that draw, 0 = none")
        ("file", po::value<std::string>(), "the games, one a line");
    // clang-format on
    return all;
}

// Replaces `number` by the option's value, if it was given. Throws po::error outside [0, high].
void read_number(const po::variables_map& values, const char* name, int high, int& number) {
    if (values.count(name) == 0) return;
    const int value = values[name].as<int>();
    if (value < 0 || value > high) {
        throw po::error(fmt::format("--{} {} is not in 0 .. {}", name, value, high));
    }
    number = value;
}

RuleSet read_rules(const po::variables_map& values) {
    RuleSet rules = rules_called(values["rules"].as<std::string>());
    read_number(values, "quiet-limit", kMaxQuietLimit, rules.quiet_limit);
    read_number(values, "repetition", kMaxRepetition, rules.repetition);
    if (rules.repetition == 1) throw po::error("--repetition 1 would end every game at once");
    return rules;
}

// Throws po::error when the arguments make no sense.
Call read_call(int argc, const char* const* argv) {
    po::positional_options_description positions;
    positions.add("file", 1);
    const po::variables_map values = read_arguments(options(), positions, argc, argv);
    Call call{.rules = read_rules(values), .file = {}, .help = values.count("help") > 0};
    if (values.count("file") > 0) call.file = values["file"].as<std::string>();
    if (call.file.empty() && !call.help) throw po::error("which file?");
    return call;
}

// What the record's result claims about the position after its last action.
bool agrees(const PlatformRecord& record, const Game& game) {
    const Outcome outcome = game.board_outcome();
    const Colour side = game.position().side();
    const bool decided = outcome.over() && outcome.winner != Winner::draw && side != Colour::none;
    switch (record.result) {
        case PlatformResult::win_last_mover:
            return decided && outcome.winner == winner_for(opponent(side));
        case PlatformResult::loss_last_mover:
            return decided && outcome.winner == winner_for(side);
        case PlatformResult::draw_quiet:
            return outcome.reason == Reason::no_progress &&
                   record.quiet_limit == game.rules().quiet_limit;
        case PlatformResult::draw_cycle:
            return outcome.reason == Reason::repetition;
        case PlatformResult::timeout:
            break;
    }
    return !outcome.over();
}

// Where the record and the rules first disagree; empty when they never do.
std::string disagreement(const PlatformRecord& record, const RuleSet& rules) {
    Game game(rules);
    for (const Event event : record.events) {
        const Illegal refusal = game.play(event);
        if (refusal == Illegal::game_over) {
            return fmt::format("ply {}: the record goes on to ply {}, the rules say '{}'",
                               game.plies(), record.events.size(), to_text(game.outcome()));
        }
        if (refusal != Illegal::none) {
            return fmt::format("ply {}: {}", game.plies() + 1, describe(refusal, event));
        }
    }
    if (agrees(record, game)) return {};
    return fmt::format("ply {}: the record says '{}', the rules (limit {}) say '{}'", game.plies(),
                       result_text(record), rules.quiet_limit, to_text(game.outcome()));
}

// Replays one line and enters it into the table. Returns what is wrong with it.
std::string replay_line(std::string_view line, const RuleSet& rules, Table& table) {
    const auto record = parse_platform_record(line);
    Count& count = table[record ? result_text(*record) : "unreadable"];
    const std::string fault = record ? disagreement(*record, rules) : record.error();
    ++count.games;
    if (record) count.plies += static_cast<long long>(record->events.size());
    if (!fault.empty()) ++count.mismatches;
    return fault;
}

// Prints a line for every game that disagrees.
Table replay(std::string_view text, const Call& call) {
    Table table;
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (split_words(line).empty() || line.starts_with('#')) continue;
        const std::string fault = replay_line(line, call.rules, table);
        if (!fault.empty()) fmt::print("{}:{}: {}\n", call.file, number, fault);
    }
    return table;
}

void print_row(std::string_view name, const Count& count) {
    fmt::print("{:<20}{:>8}{:>10}{:>12}\n", name, count.games, count.plies, count.mismatches);
}

// Prints the table and returns its last row.
Count print(const Table& table) {
    fmt::print("{:<20}{:>8}{:>10}{:>12}\n", "result", "games", "plies", "mismatches");
    Count total;
    for (const auto& [name, count] : table) {
        print_row(name, count);
        total.games += count.games;
        total.plies += count.plies;
        total.mismatches += count.mismatches;
    }
    print_row("total", total);
    return total;
}

int run(const Call& call) {
    const auto text = read_file(call.file, kMaxFileSize);
    if (!text) {
        fmt::print(stderr, "anqi-replay: {}\n", text.error());
        return kDisagreement;
    }
    const Count total = print(replay(*text, call));
    if (total.games == 0) fmt::print(stderr, "anqi-replay: no game in {}\n", call.file);
    return total.games > 0 && total.mismatches == 0 ? 0 : kDisagreement;
}

}  // namespace
}  // namespace anqi

int main(int argc, char** argv) {
    return anqi::run_program("anqi-replay", [&] {
        const anqi::Call call = anqi::read_call(argc, argv);
        if (!call.help) return anqi::run(call);
        anqi::print_help(anqi::kUsage, anqi::options());
        return 0;
    });
}
