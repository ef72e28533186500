// anqi-match: plays two engines against each other on pairs of the same deal with seats swapped.
// Exit code 0; 1 when an engine misbehaved or did not start; 2 for a bad call.
#include <atomic>
#include <boost/program_options.hpp>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "engine/core/notation.h"
#include "protocol/client.h"
#include "tools/match_game.h"
#include "tools/match_statistics.h"
#include "tools/program.h"

namespace anqi {
namespace {

namespace po = boost::program_options;

constexpr int kMisbehaved = 1;
constexpr int kMaxPairs = 10'000'000;
constexpr int kMaxThreads = 1024;
constexpr long long kMaxTime = 1'000'000'000;  // milliseconds, some 11 days
constexpr long long kMaxVisits = 1'000'000'000'000;
// Between two lines of progress where there is no terminal.
constexpr int kGamesPerLine = 10;

struct Call {
    MatchSettings settings;
    std::array<Contestant, 2> contestants;
    int pairs = 0;
    int threads = 1;
};

constexpr std::string_view kUsage =
    "anqi-match --engine1 COMMAND --engine2 COMMAND [options]\n"
    "Plays two engines against each other on pairs of the same deal, seats swapped.\n";

po::options_description options() {
    po::options_description all("Options");
    const auto text = [] { return po::value<std::string>(); };
    // clang-format off
    all.add_options()
        ("help", "say this and end")
        ("engine1", text(), "command line of the first engine, quoted as for a shell")
        ("engine2", text(), "command line of the second engine")
        ("name1", text(), "what the first engine is called in the table")
        ("name2", text(), "what the second engine is called in the table")
        ("pairs", text()->default_value("50"), "pairs of games")
        ("seed", text()->default_value("1"), "of the deals")
        ("rules", text(), "rule set; engines are told with the request 'rules NAME'")
        ("movetime", text(), "ms an action; engines are told with 'set movetime MS'")
        ("visits", text(), "visits an action; engines are told with 'set visits N'")
        ("time", text(), "ms a game and side; the first ply is free")
        ("margin", text()->default_value("200"), "ms beyond movetime or clock that are forgiven")
        ("concurrency", text()->default_value("1"), "games at the same time")
        ("stderr", text(), "file to which the engines' stderr is appended");
    // clang-format on
    return all;
}

// Throws po::error, as the other readers do.
long long number(const po::variables_map& values, const char* name, long long low, long long high) {
    const auto value = parse_integer(values[name].as<std::string>(), low, high);
    if (!value) throw po::error(fmt::format("--{}: {}", name, value.error()));
    return *value;
}

template <class T>
void read_limit(const po::variables_map& values, const char* name, long long high,
                std::optional<T>& limit) {
    if (values.count(name) > 0) limit = number(values, name, 1, high);
}

Contestant read_contestant(const po::variables_map& values, const std::string& number) {
    const std::string option = "engine" + number;
    if (values.count(option) == 0) throw po::error("--" + option + " is missing");
    auto argv = split_command_line(values[option].as<std::string>());
    if (!argv) throw po::error(fmt::format("--{}: {}", option, argv.error()));
    const std::string name = "name" + number;
    return {values.count(name) > 0 ? values[name].as<std::string>() : option,
            std::move(argv).value()};
}

void read_rules(const po::variables_map& values, MatchSettings& settings) {
    if (values.count("rules") == 0) return;
    const auto name = values["rules"].as<std::string>();
    const RuleSet* const rules = find_rules(name);
    if (rules == nullptr) throw po::error(fmt::format("no rule set is called {}", quoted(name)));
    settings.rules = *rules;
    settings.tell_rules = true;
}

MatchSettings read_settings(const po::variables_map& values) {
    MatchSettings settings;
    read_rules(values, settings);
    read_limit(values, "movetime", kMaxTime, settings.movetime);
    read_limit(values, "visits", kMaxVisits, settings.visits);
    read_limit(values, "time", kMaxTime, settings.main_time);
    settings.margin = number(values, "margin", 0, kMaxTime);
    settings.seed = static_cast<std::uint64_t>(
        number(values, "seed", 0, std::numeric_limits<long long>::max()));
    if (values.count("stderr") > 0) settings.stderr_file = values["stderr"].as<std::string>();
    return settings;
}

Call read_call(const po::variables_map& values) {
    return {.settings = read_settings(values),
            .contestants = {read_contestant(values, "1"), read_contestant(values, "2")},
            .pairs = static_cast<int>(number(values, "pairs", 1, kMaxPairs)),
            .threads = static_cast<int>(number(values, "concurrency", 1, kMaxThreads))};
}

// The schedule, worked off by several threads, and what has come of it.
class Match {
  public:
    explicit Match(const Call& call) : call_(call) {}

    void run() {
        std::vector<std::jthread> threads;
        for (int i = 0; i < call_.threads; ++i) threads.emplace_back([this] { work(); });
    }

    const MatchStatistics& statistics() const { return statistics_; }
    // Why the match was broken off; empty when it was not.
    const std::string& failure() const { return failure_; }

  private:
    void work() {
        for (int game; !stopped_ && (game = next_++) < 2 * call_.pairs;) {
            enter(game, play_game(call_.settings, call_.contestants, game / 2, game % 2));
        }
    }

    void enter(int game, const Result<GameReport>& report) {
        const std::lock_guard lock(mutex_);
        if (report) {
            statistics_.add(*report);
            if (!report->note.empty()) remark(fmt::format("game {}: {}", game + 1, report->note));
            show_progress();
        } else {
            stopped_ = true;
            failure_ = report.error();
        }
    }

    void remark(const std::string& line) const {
        fmt::print(stderr, "{}{}\n", terminal_ ? "\r\x1B[K" : "", line);
    }

    void show_progress() const {
        const bool last = statistics_.games() == 2 * call_.pairs;
        if (terminal_) {
            fmt::print(stderr, "\r\x1B[K{}{}", summary(statistics_), last ? "\n" : "");
        } else if (last || statistics_.games() % kGamesPerLine == 0) {
            remark(summary(statistics_));
        }
    }

    const Call& call_;
    const bool terminal_ = ::isatty(STDERR_FILENO) == 1;
    std::atomic<int> next_{0};
    std::atomic<bool> stopped_{false};
    std::mutex mutex_;  // of what follows
    MatchStatistics statistics_;
    std::string failure_;
};

int play(const Call& call) {
    std::signal(SIGPIPE, SIG_IGN);
    Match match(call);
    match.run();
    const auto& [first, second] = call.contestants;
    if (match.statistics().games() > 0) {
        fmt::print("{}", table(match.statistics(), {first.name, second.name}));
    }
    if (!match.failure().empty()) {
        fmt::print(stderr, "anqi-match: {}\n", match.failure());
        return kMisbehaved;
    }
    return match.statistics().any_fault() ? kMisbehaved : 0;
}

}  // namespace
}  // namespace anqi

int main(int argc, char** argv) {
    return anqi::run_program("anqi-match", [&] {
        const auto values = anqi::read_arguments(anqi::options(), {}, argc, argv);
        if (values.count("help") == 0) return anqi::play(anqi::read_call(values));
        anqi::print_help(anqi::kUsage, anqi::options());
        return 0;
    });
}
