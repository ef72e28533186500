#include "tools/referee/play_command.h"

#include <algorithm>
#include <atomic>
#include <boost/program_options.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

#include "engine/core/notation.h"
#include "protocol/suggest.h"
#include "tools/program.h"
#include "tools/referee/event_file.h"
#include "tools/referee/event_run.h"
#include "tools/signals.h"

namespace anqi {
namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;

// After Ctrl-C engines get so long to answer before they are killed.
constexpr Microseconds kPatience = 1'000'000;
constexpr int kGlance = 50;  // milliseconds
// Streams, files, guardian; then for each game pipes being made and those of the engine that
// measures luck, and for each engine of it three pipes and a log.
constexpr rlim_t kOwnDescriptors = 16;
constexpr rlim_t kDescriptorsPerGame = 8;
constexpr rlim_t kDescriptorsPerEngine = 4;

constexpr std::string_view kUsage =
    "anqi-referee --engine 'PROGRAM ...' --engine 'PROGRAM ...' [options]\n"
    "anqi-referee --event FILE.toml [options]\n"
    "anqi-referee --resume FILE.state\n"
    "anqi-referee report FILE.jsonl -o FILE.html\n"
    "anqi-referee check 'PROGRAM ...'\n"
    "Lets engines play against each other; tools/referee/REFEREE.md tells more. An engine is its\n"
    "command line, before which name=, dir=, env=, setup=, host= and restart= may stand.\n";

void say(std::string_view text) { tell(fmt::format("anqi-referee: {}\n", text)); }

// Errors of files are no bad calls.
int refuse(std::string_view reason) {
    say(reason);
    return kFailed;
}

po::options_description call_options() {
    po::options_description all("Options");
    using Words = std::vector<std::string>;
    // clang-format off
    all.add_options()
        ("help", "say this and end")
        ("engine", po::value<Words>()->composing(), "an engine; to be repeated")
        ("event", po::value<std::string>(), "file that describes an event; options go over it")
        ("resume", po::value<std::string>(), "go on with a stopped event");
    // clang-format on
    const EventSettings defaults;
    for (const EventOption& option : event_options()) {
        const std::string value = option.get(defaults);
        const std::string help =
            value.empty() ? std::string(option.help) : fmt::format("{} [{}]", option.help, value);
        all.add_options()(std::string(option.name).c_str(), po::value<std::string>(), help.c_str());
    }
    return all;
}

po::variables_map read_call(int argc, const char* const* argv) {
    try {
        return read_arguments(call_options(), {}, argc, argv);
    } catch (const po::unknown_option& error) {
        auto names = event_option_names();
        for (const std::string_view name : {"help", "engine", "event", "resume"}) {
            names.push_back(name);
        }
        std::string name = error.get_option_name();
        name.erase(0, name.find_first_not_of('-'));
        throw po::error(unknown("option", name, names));
    }
}

void demand(const Status& status) {
    if (!status) throw po::error(status.error());
}

void set_from(const po::variables_map& values, std::string_view name, EventSettings& settings) {
    const std::string key(name);
    if (values.count(key) == 0) return;
    const Status set = set_event_option(settings, name, values[key].as<std::string>());
    if (!set) throw po::error("--" + set.error());
}

EventSettings new_event(const po::variables_map& values) {
    EventSettings settings;
    if (values.count("event") > 0) {
        demand(read_event_file(values["event"].as<std::string>(), settings));
    }
    set_from(values, "rules", settings);  // first: it resets the numbers that others name
    for (const EventOption& option : event_options()) {
        if (option.name != "rules") set_from(values, option.name, settings);
    }
    if (values.count("engine") > 0) {
        for (const auto& text : values["engine"].as<std::vector<std::string>>()) {
            auto engine = parse_engine(text);
            if (!engine) throw po::error("--engine: " + engine.error());
            settings.engines.push_back(std::move(engine).value());
        }
    }
    std::vector<std::string> warnings;
    demand(complete(settings, warnings));
    for (const std::string& warning : warnings) {
        say(warning);
    }
    return settings;
}

std::uint64_t fresh_seed() {
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    std::uint64_t state = static_cast<std::uint64_t>(now) ^ static_cast<std::uint64_t>(::getpid());
    return split_mix(state) % 1'000'000'000;
}

bool holds_something(const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0;
}

// A new event must not be mixed with an old one.
Status check_files_are_new(const EventSettings& settings) {
    for (const std::string& path : {settings.games, settings.records}) {
        if (!holds_something(path)) continue;
        return Error{
            fmt::format("{} holds something already: take another name, or go on with "
                        "--resume {}",
                        path, state_path(settings))};
    }
    return Done{};
}

Status check_descriptors(const EventSettings& settings) {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    // Who is not started anew for every game stays.
    const bool kept = std::any_of(settings.engines.begin(), settings.engines.end(),
                                  [](const EngineSpec& engine) { return !engine.restart; });
    const rlim_t engines = kept ? settings.engines.size() : 2;
    const rlim_t needed =
        kOwnDescriptors + static_cast<rlim_t>(settings.concurrency) *
                              (kDescriptorsPerGame + engines * kDescriptorsPerEngine);
    if (needed <= limit.rlim_cur) return Done{};
    return Error{fmt::format("concurrency {} needs {} open files, and {} are allowed (ulimit -n)",
                             settings.concurrency, needed, limit.rlim_cur)};
}

Status make_log_folder(const std::string& folder) {
    if (folder.empty()) return Done{};
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error) return Done{};
    return Error{fmt::format("cannot make the folder {}: {}", folder, error.message())};
}

// Waits a moment. Whether a signal has come.
bool signal_came(const Descriptor& signals) {
    pollfd entry{signals.get(), POLLIN, 0};
    return ::poll(&entry, 1, kGlance) > 0 && read_signal(signals) > 0;
}

std::string resume_command(const EventSettings& settings) {
    return fmt::format("anqi-referee --resume '{}'", state_path(settings));
}

// Plays in a thread of its own, while this one listens to signals.
EventEnd play_and_listen(EventRun& event, Guardian& guardian, const Descriptor& signals,
                         const EventSettings& settings) {
    std::atomic<bool> done{false};
    EventEnd end;
    std::jthread player([&] {
        end = event.run();
        done = true;
    });
    const SteadyClock clock;
    std::optional<Microseconds> stopped_at;
    while (!done) {
        const bool signal = signal_came(signals);
        if (signal && stopped_at) {
            guardian.kill_all();
            tell("\n");
            say("ended at once; go on with\n" + resume_command(settings));
            ::_exit(kInterrupted);
        }
        if (signal) {
            stopped_at = clock.now();
            tell("\n");
            say("stopping; the games being played are dropped");
            event.request_stop();
        }
        if (stopped_at && clock.now() - *stopped_at > kPatience) guardian.kill_all();
    }
    return end;
}

// The table; false when it cannot be written.
bool print_evidence(const EventRun& event) {
    std::string text = event.evidence().games() > 0 ? event.evidence().table() : "";
    if (event.knockout_winner() >= 0) {
        const auto& standings = event.evidence().standings();
        text += fmt::format("\nwinner: {}\n", standings.name(event.knockout_winner()));
    }
    return std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0;
}

int play(const EventSettings& settings, Journal& games, Guardian& guardian,
         const Descriptor& signals) {
    EventRun event(settings, games, guardian);
    const EventEnd end = play_and_listen(event, guardian, signals, settings);
    if (!print_evidence(event)) return refuse("the table cannot be written");
    if (!end.failure.empty()) (void)refuse(end.failure);
    if (end.unplayed > 0) {
        say(fmt::format("{} games were not played; --resume tries them again", end.unplayed));
    }
    if (end.interrupted) {
        say("go on with\n" + resume_command(settings));
        return kInterrupted;
    }
    return !end.failure.empty() || end.unplayed > 0 || event.evidence().any_fault() ? kFailed : 0;
}

// The files are locked before the state is written, so that of two events only one writes it.
int play_new(EventSettings settings, Guardian& guardian, const Descriptor& signals) {
    Status ready = check_descriptors(settings);
    if (ready) ready = check_files_are_new(settings);
    if (ready) ready = make_log_folder(settings.host.log_folder);
    if (!ready) return refuse(ready.error());
    auto journal = Journal::open(settings.games, settings.records);
    if (!journal) return refuse(journal.error());
    if (!journal->past().empty()) return refuse(settings.games + " holds games already");
    if (!settings.seed) settings.seed = fresh_seed();
    const Status written = write_state(state_path(settings), settings);
    if (!written) return refuse(written.error());
    say(fmt::format("seed {}, games go to {} and {}", *settings.seed, settings.games,
                    settings.records));
    Journal games = std::move(journal).value();
    return play(settings, games, guardian, signals);
}

int resume(const std::string& state, Guardian& guardian, const Descriptor& signals) {
    EventSettings settings;
    Status ready = read_state(state, settings);
    if (ready) ready = check_descriptors(settings);
    if (ready) ready = make_log_folder(settings.host.log_folder);
    if (!ready) return refuse(ready.error());
    auto journal = Journal::open(settings.games, settings.records);
    if (!journal) return refuse(journal.error());
    Journal games = std::move(journal).value();
    return play(settings, games, guardian, signals);
}

void refuse_options_beside_resume(const po::variables_map& values) {
    for (const auto& [name, value] : values) {
        if (name == "resume") continue;
        throw po::error(fmt::format("--{}: an event goes on as it began, without options", name));
    }
}

}  // namespace

int run_play(int argc, const char* const* argv) {
    const auto values = read_call(argc, argv);
    if (values.count("help") > 0) {
        print_help(kUsage, call_options());
        return 0;
    }
    const bool old = values.count("resume") > 0;
    if (old) refuse_options_beside_resume(values);
    EventSettings settings = old ? EventSettings() : new_event(values);
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
    const Descriptor signals = signals_as_file({SIGINT, SIGTERM, SIGHUP});
    // Before any file is locked, because what is open then stays open in the guardian too.
    const auto guardian = Guardian::start();
    if (!guardian) return refuse(guardian.error());
    if (old) return resume(values["resume"].as<std::string>(), **guardian, signals);
    return play_new(std::move(settings), **guardian, signals);
}

}  // namespace anqi
