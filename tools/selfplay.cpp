// anqi-selfplay: plays many games within one process into a file of JSON lines, merges such files,
// and packs their positions for training. Exit code 0; 1 when a file cannot be used; 2 for a bad
// call; 130 after Ctrl-C.
#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/notation.h"
#include "engine/util/file.h"
#include "protocol/options.h"
#include "tools/program.h"
#include "tools/selfplay/merge.h"
#include "tools/selfplay/run.h"
#include "tools/selfplay/training_file.h"

namespace anqi {
namespace {

namespace po = boost::program_options;

constexpr int kBySignal = 128;  // and the signal's number: what a shell would report
constexpr int kMost = 1'000'000'000;
constexpr int kMemory = 16;  // MiB a player
constexpr double kHottest = 100;
constexpr double kLeastShape = 0.01;
constexpr double kMostShape = 100;
constexpr std::size_t kLargestStartFile = 256 << 20;
constexpr const char* kName = "anqi-selfplay";

constexpr std::string_view kUsage =
    "anqi-selfplay --games N --output FILE.jsonl [options]\n"
    "anqi-selfplay --merge OUT.jsonl IN.jsonl...\n"
    "anqi-selfplay --pack OUT.anqd IN.jsonl...\n"
    "Plays games of the engine against itself, one thread each, many at a time, and appends them\n"
    "to a file, one line of JSON a game. A run that was broken off goes on with the same command;\n"
    "runs of other numbers can go on elsewhere and be merged.\n";

po::options_description shown_options() {
    po::options_description all("Options");
    using Words = std::vector<std::string>;
    const auto text = [] { return po::value<std::string>(); };
    const auto words = [] { return po::value<Words>()->composing(); };
    // clang-format off
    all.add_options()
        ("help", "say this and end")
        ("games", text(), "how many")
        ("first-seed", text()->default_value("1"), "number of the first game, from 1: fixes its deal with --seed")
        ("output", text(), "file that is appended to; numbers that it holds are not played again")
        ("seed", text()->default_value("1"), "of the whole run: deals and random choices")
        ("threads", text(), "games at the same time (default: all cores)")
        ("visits", text()->default_value("400"), "limit of the search for each action")
        ("set", words(), "NAME=VALUE, an option of anqi for both sides; may be repeated; memory is 16 here unless set")
        ("set1", words(), "the same for the first side only; the sides then change seats: game 2n has the deal of game 2n - 1")
        ("set2", words(), "the same for the second side only")
        ("rules", text(), "rule set")
        ("quiet-limit", text(), "plies without flip or capture that make a draw; 0 = off")
        ("repetition", text(), "occurrences of a position that make a draw; 0 = off")
        ("start", text(), "file of position texts, one a line, that games begin from in turn")
        ("endings", po::value<double>(), "share of the games, 0 to 1, that begin in a random ending of 3 to 12 men")
        ("random-plies", text()->default_value("0"), "actions at the beginning that are drawn from the legal ones")
        ("random-every", text()->default_value("0"), "one action in so many is drawn from the legal ones; 0 = none")
        ("temperature", po::value<double>(), "T: actions are drawn in proportion to visits^(1/T)")
        ("temperature-plies", text(), "in so many plies at the beginning")
        ("noise", po::value<double>(), "share of noise in the root's priors, 0 to 1; MCTS only")
        ("noise-shape", po::value<double>(), "of the noise's Dirichlet distribution, 0.01 to 100 (default: 0.3); small = on few actions")
        ("values", "keep each ply's search value")
        ("policy", "keep each ply's most visited actions with their visits")
        ("merge", text(), "write the games of the files named after it to this one, sorted by number")
        ("pack", text(), "write the searched positions of the games of the files named after it to this one, 64 bytes each; needs games with values and policy");
    // clang-format on
    return all;
}

po::options_description call_options() {
    po::options_description hidden;
    hidden.add_options()("inputs", po::value<std::vector<std::string>>());
    po::options_description all;
    all.add(shown_options()).add(hidden);
    return all;
}

// The readers throw po::error.

int count_of(const po::variables_map& values, const char* name, int low) {
    return static_cast<int>(read_number(values, name, low, kMost));
}

std::string needed_text(const po::variables_map& values, const char* name) {
    if (values.count(name) == 0) throw po::error(fmt::format("--{} is missing", name));
    return values[name].as<std::string>();
}

void set_words(Configuration& configuration, const std::vector<std::string>& words) {
    set_options(configuration, words);
    for (const std::string& word : words) {
        const auto option = find_option(std::string_view(word).substr(0, word.find('=')));
        const std::string problem = why_not_for_selfplay((*option)->name);
        if (!problem.empty()) throw po::error(problem);
    }
}

// The rules' own options go before `set`, which may know more of them.
Configuration common_settings(const po::variables_map& values) {
    Configuration both;
    both.player.memory = kMemory;
    both.player.visits = read_number(values, "visits", 1, kMost);
    for (const char* name : {"rules", "quiet-limit", "repetition"}) {
        if (values.count(name) == 0) continue;
        const Status set = set_option(both, name, values[name].as<std::string>());
        if (!set) throw po::error(fmt::format("--{}: {}", name, set.error()));
    }
    set_words(both, read_words(values, "set"));
    return both;
}

void read_sides(const po::variables_map& values, SelfPlayPlan& plan) {
    const Configuration both = common_settings(values);
    constexpr std::array<const char*, 2> names = {"set1", "set2"};
    for (std::size_t side = 0; side < names.size(); ++side) {
        Configuration one = both;
        set_words(one, read_words(values, names[side]));
        if (one.player.visits < 1) throw po::error("'visits' must be at least 1");
        plan.sides[side] = one.player;
        if (values.count(names[side]) > 0) plan.pairs = true;
    }
    if (!(plan.sides[0].rules == plan.sides[1].rules)) {
        throw po::error("--set1 and --set2 give the sides different rules");
    }
}

// Leaves `value` alone when the option was not given.
void read_between(const po::variables_map& values, const char* name, double low, double high,
                  double& value) {
    if (values.count(name) == 0) return;
    value = values[name].as<double>();
    if (value >= low && value <= high) return;
    throw po::error(fmt::format("--{}: {} is not between {} and {}", name, value, low, high));
}

void read_noise(const po::variables_map& values, SelfPlayPlan& plan) {
    if (values.count("noise-shape") > values.count("noise")) {
        throw po::error("--noise-shape needs --noise");
    }
    read_between(values, "noise", 0, 1, plan.noise);
    read_between(values, "noise-shape", kLeastShape, kMostShape, plan.noise_shape);
}

void read_temperature(const po::variables_map& values, SelfPlayPlan& plan) {
    if (values.count("temperature") != values.count("temperature-plies")) {
        throw po::error("--temperature and --temperature-plies go together");
    }
    if (values.count("temperature") == 0) return;
    plan.temperature = values["temperature"].as<double>();
    if (!(plan.temperature > 0 && plan.temperature <= kHottest)) {
        throw po::error(fmt::format("--temperature: {} is not above 0 and at most {}",
                                    plan.temperature, kHottest));
    }
    plan.temperature_plies = count_of(values, "temperature-plies", 1);
}

void read_start_file(const po::variables_map& values, SelfPlayPlan& plan) {
    if (values.count("start") == 0) return;
    const std::string path = values["start"].as<std::string>();
    const auto text = read_file(path, kLargestStartFile);
    if (!text) throw po::error("--start: " + text.error());
    std::vector<std::string> complaints;
    plan.starts = read_starts(*text, plan.sides[0].rules, complaints);
    for (const std::string& complaint : complaints) {
        fmt::print(stderr, "{}: '{}' {}; skipped\n", kName, path, complaint);
    }
    if (plan.starts.empty()) {
        throw po::error(fmt::format("--start: '{}' holds no position to start from", path));
    }
}

SelfPlayPlan read_plan(const po::variables_map& values) {
    SelfPlayPlan plan;
    read_sides(values, plan);
    plan.seed = static_cast<std::uint64_t>(count_of(values, "seed", 0));
    plan.random_plies = count_of(values, "random-plies", 0);
    plan.random_every = count_of(values, "random-every", 0);
    read_between(values, "endings", 0, 1, plan.endings);
    read_temperature(values, plan);
    read_noise(values, plan);
    read_start_file(values, plan);
    plan.values = values.count("values") > 0;
    plan.policy = values.count("policy") > 0;
    return plan;
}

int cores() { return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 256U)); }

SelfPlayRun read_run(const po::variables_map& values) {
    if (values.count("inputs") > 0) {
        throw po::error(quoted(read_words(values, "inputs").front()) + " needs --merge or --pack");
    }
    (void)needed_text(values, "games");
    SelfPlayRun run;
    run.games = count_of(values, "games", 1);
    run.first = count_of(values, "first-seed", 1);
    run.output = needed_text(values, "output");
    run.threads = cores();
    if (values.count("threads") > 0) {
        run.threads = static_cast<int>(read_number(values, "threads", 1, kMaxThreads));
    }
    run.plan = read_plan(values);
    return run;
}

int fail(const std::string& message) {
    fmt::print(stderr, "{}: {}\n", kName, message);
    return kFailed;
}

int play(const SelfPlayRun& run) {
    const RunEnd end = run_selfplay(run);
    const int games = end.summary.games();
    if (games > 0) fmt::print("{}", end.summary.table(run.plan.pairs));
    if (end.plies_a_second > 0) {
        fmt::print("{:<24}{:.0f}\n", "plies a second", end.plies_a_second);
    }
    if (!end.failure.empty()) return fail(end.failure);
    if (end.signal == 0) return 0;
    fmt::print(stderr, "{}: interrupted; {} of {} games are in '{}'; the same command goes on\n",
               kName, games, run.games, run.output);
    return kBySignal + end.signal;
}

// The files that the verb, --merge or --pack, is about; nothing else may be given.
std::vector<std::string> inputs_of(const po::variables_map& values, const std::string& verb) {
    for (const auto& [name, value] : values) {
        if (name == verb || name == "inputs" || value.defaulted()) continue;
        throw po::error(fmt::format("--{} does not go with --{}", name, verb));
    }
    auto inputs = read_words(values, "inputs");
    if (inputs.empty()) throw po::error(fmt::format("--{0} needs files to {0}", verb));
    return inputs;
}

void tell_of_torn(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        fmt::print(stderr, "{}: '{}' ends in an incomplete line, which is left out\n", kName, path);
    }
}

int merge(const po::variables_map& values) {
    const auto inputs = inputs_of(values, "merge");
    const auto merged = merge_games(values["merge"].as<std::string>(), inputs);
    if (!merged) return fail(merged.error());
    tell_of_torn(merged->torn);
    fmt::print("{} games, {} duplicates dropped\n", merged->games, merged->duplicates);
    return 0;
}

int pack(const po::variables_map& values) {
    const auto inputs = inputs_of(values, "pack");
    const auto packed = pack_games(values["pack"].as<std::string>(), inputs);
    if (!packed) return fail(packed.error());
    tell_of_torn(packed->torn);
    fmt::print("{} games, {} positions\n", packed->games, packed->positions);
    return 0;
}

int run(int argc, char** argv) {
    po::positional_options_description positions;
    positions.add("inputs", -1);
    const auto values = read_arguments(call_options(), positions, argc, argv);
    if (values.count("help") > 0) {
        print_help(kUsage, shown_options());
        return 0;
    }
    if (values.count("merge") > 0) return merge(values);
    return values.count("pack") > 0 ? pack(values) : play(read_run(values));
}

}  // namespace
}  // namespace anqi

int main(int argc, char** argv) {
    return anqi::run_program("anqi-selfplay", [&] { return anqi::run(argc, argv); });
}
