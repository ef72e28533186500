// anqi-tune: moves parameters of search and evaluation uphill by games of the engine against
// itself. Exit code 0, 1 when the state file cannot be used, 2 for a bad call.
#include <algorithm>
#include <atomic>
#include <boost/program_options.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "engine/core/notation.h"
#include "engine/util/file.h"
#include "tools/paired_play.h"
#include "tools/program.h"
#include "tools/spsa.h"

namespace anqi {
namespace {

namespace po = boost::program_options;

constexpr int kBadState = 1;
constexpr std::size_t kMaxState = 1 << 20;
constexpr int kMost = 100'000'000;
// Between two lines of progress where there is no terminal.
constexpr int kIterationsPerLine = 10;

struct Call {
    SpsaSettings spsa;
    std::vector<TunedParameter> parameters;
    Settings player;
    std::string state;
    int pairs = 1;
    int threads = 1;
    std::uint64_t seed = 1;
};

constexpr std::string_view kUsage =
    "anqi-tune --tune NAME:STEP [--tune ...] [options]\n"
    "Tunes parameters by pairs of games of the engine against itself (SPSA); prints the lines\n"
    "that set what was found. engine/search/TUNING.md tells more.\n";

po::options_description call_options() {
    po::options_description all("Options");
    using Words = std::vector<std::string>;
    // clang-format off
    all.add_options()
        ("help", "say this and end")
        ("tune", po::value<Words>()->composing(),
         "NAME:STEP, a parameter and how far apart its compared values stand from the middle; may be repeated")
        ("set", po::value<Words>()->composing(), "NAME=VALUE, any option of anqi; may be repeated")
        ("visits", po::value<std::string>()->default_value("1000"), "visits an action")
        ("iterations", po::value<std::string>()->default_value("1000"), "of the whole run")
        ("pairs", po::value<std::string>()->default_value("1"), "pairs of games an iteration")
        ("rate", po::value<double>()->default_value(0.02), "steps that one point moves a parameter")
        ("seed", po::value<std::string>()->default_value("1"), "of deals and perturbations")
        ("concurrency", po::value<std::string>()->default_value("1"), "pairs at the same time")
        ("state", po::value<std::string>(), "file that is kept up to date and gone on from");
    // clang-format on
    return all;
}

// Throws po::error, as the other readers do.
int count_of(const po::variables_map& values, const char* name) {
    return static_cast<int>(read_number(values, name, 1, kMost));
}

const SearchParam& find_param(std::string_view name) {
    for (const SearchParam& param : search_params()) {
        if (param.name == name) return param;
    }
    throw po::error("no parameter is called " + quoted(name));
}

// NAME:STEP; the value begins where the other options have set it.
TunedParameter read_parameter(const std::string& text, const SearchParams& start) {
    const auto colon = std::min(text.find(':'), text.size());
    const SearchParam& param = find_param(std::string_view(text).substr(0, colon));
    double step = 0;
    if (std::sscanf(text.c_str() + colon, ":%lf", &step) != 1 || !(step > 0)) {
        throw po::error(anqi::quoted(text) + " is not NAME:STEP with a step above 0");
    }
    return {&param, step, param.get(start)};
}

Settings read_player(const po::variables_map& values) {
    Configuration configuration;
    configuration.player.memory = 64;
    set_options(configuration, read_words(values, "set"));
    configuration.player.visits = count_of(values, "visits");
    return configuration.player;
}

Call read_call(const po::variables_map& values) {
    Call call;
    call.player = read_player(values);
    call.spsa.iterations = count_of(values, "iterations");
    call.spsa.rate = values["rate"].as<double>();
    for (const std::string& word : read_words(values, "tune")) {
        call.parameters.push_back(read_parameter(word, call.player.search));
    }
    if (call.parameters.empty()) throw po::error("nothing to tune: --tune NAME:STEP");
    if (values.count("state") > 0) call.state = values["state"].as<std::string>();
    call.pairs = count_of(values, "pairs");
    call.threads = count_of(values, "concurrency");
    call.seed = static_cast<std::uint64_t>(read_number(values, "seed", 0, kMost));
    return call;
}

// The tuned parameters are written over those that the call has set.
Settings with_tuned(Settings player, const Spsa& spsa, const SearchParams& tuned) {
    for (const TunedParameter& p : spsa.parameters()) {
        p.param->set(player.search, p.param->get(tuned));
    }
    return player;
}

// The lead of `first` in all pairs of an iteration.
double play_pairs(const Call& call, const Settings& first, const Settings& second,
                  std::uint64_t seed) {
    std::vector<double> leads(static_cast<std::size_t>(call.pairs));
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i; (i = next++) < leads.size();) {
            leads[i] = play_pair(first, second, seed + i).lead();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int i = 1; i < std::min(call.threads, call.pairs); ++i) helpers.emplace_back(work);
        work();
    }
    double sum = 0;
    for (const double lead : leads) sum += lead;
    return sum;
}

void iterate(const Call& call, Spsa& spsa) {
    // What an iteration draws depends on its number alone, so that a run can go on anywhere.
    std::uint64_t state = call.seed * kMost + static_cast<std::uint64_t>(spsa.done());
    Random random(split_mix(state));
    const Signs signs = spsa.draw_signs(random);
    const Settings plus = with_tuned(call.player, spsa, spsa.perturbed(signs, 1, random));
    const Settings minus = with_tuned(call.player, spsa, spsa.perturbed(signs, -1, random));
    spsa.learn(signs, play_pairs(call, plus, minus, random.next()));
}

void show_progress(const Call& call, const Spsa& spsa) {
    static_assert(kIterationsPerLine > 0);
    const bool terminal = ::isatty(STDERR_FILENO) == 1;
    if (!terminal && !spsa.over() && spsa.done() % kIterationsPerLine != 0) return;
    std::string line = fmt::format("{} of {}", spsa.done(), call.spsa.iterations);
    for (const TunedParameter& p : spsa.parameters()) {
        line += fmt::format("  {} {:.4g}", p.param->name, p.value);
    }
    fmt::print(stderr, "{}{}{}", terminal ? "\r\x1B[K" : "", line,
               terminal && !spsa.over() ? "" : "\n");
}

Status resume(const std::string& file, Spsa& spsa) {
    if (file.empty() || !std::filesystem::exists(file)) return Done{};
    const auto text = read_file(file, kMaxState);
    if (!text) return Error{text.error()};
    const Status read = spsa.read(*text);
    return read ? read : Status(Error{file + ": " + read.error()});
}

Status tune(const Call& call, Spsa& spsa) {
    const Status resumed = resume(call.state, spsa);
    if (!resumed) return resumed;
    while (!spsa.over()) {
        iterate(call, spsa);
        if (!call.state.empty()) {
            const Status written = write_file(call.state, spsa.to_text());
            if (!written) return written;
        }
        show_progress(call, spsa);
    }
    return Done{};
}

int run(const Call& call) {
    Spsa spsa(call.spsa, call.parameters);
    const Status done = tune(call, spsa);
    if (!done) {
        fmt::print(stderr, "anqi-tune: {}\n", done.error());
        return kBadState;
    }
    const SearchParams result = spsa.present();
    for (const TunedParameter& p : spsa.parameters()) {
        fmt::print("set {} {:.4g}\n", p.param->name, p.param->get(result));
    }
    return 0;
}

}  // namespace
}  // namespace anqi

int main(int argc, char** argv) {
    return anqi::run_program("anqi-tune", [&] {
        const auto values = anqi::read_arguments(anqi::call_options(), {}, argc, argv);
        if (values.count("help") == 0) return anqi::run(anqi::read_call(values));
        anqi::print_help(anqi::kUsage, anqi::call_options());
        return 0;
    });
}
