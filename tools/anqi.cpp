// The engine as a program: serves a host, or does one of the small jobs that its command line
// names.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <string>
#include <unistd.h>

#include "engine/core/notation.h"
#include "engine/core/perft.h"
#include "engine/player/bench.h"
#include "protocol/server.h"
#include "protocol/version.h"
#include "tools/command_line.h"
#include "tools/demo.h"

namespace {

using namespace anqi;

constexpr int kBadUsage = 2;
constexpr int kDeepestPerft = 12;
// For people to watch: a game takes about half a minute.
constexpr Milliseconds kDemoMovetime = 200;

int refuse(const std::string& message) {
    fmt::print(stderr, "anqi: {}\nanqi --help lists what there is.\n", message);
    return kBadUsage;
}

// A file opened later must not come to lie on a standard stream that the parent has closed.
void fill_standard_streams() {
    int fd = ::open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= 2) fd = ::open("/dev/null", O_RDWR);
    if (fd > 2) ::close(fd);
}

int run_perft(const CommandLine& line, const RuleSet& rules) {
    const auto depth = parse_integer(*line.perft, 0, kDeepestPerft);
    if (!depth) return refuse("--perft: " + depth.error());
    const auto position = line.position ? parse_position(*line.position) : Position::start();
    if (!position) return refuse(position.error());
    fmt::print("{}\n", perft(rules, *position, static_cast<int>(*depth)));
    return 0;
}

int run_bench_alone(const Settings& settings, const Clock& clock) {
    const StopFlag never;
    fmt::print("{}\n", describe(*run_bench(settings.search, settings.network, clock, never)));
    return 0;
}

int run_demo(const CommandLine& line, Settings settings, const Clock& clock) {
    using std::chrono::system_clock;
    if (!line.names("seed")) {
        const auto now = system_clock::now().time_since_epoch().count();
        settings.seed = static_cast<std::uint64_t>(now) % 1'000'000;
    }
    if (!line.names("movetime")) settings.movetime = kDemoMovetime;
    demo(settings, clock);
    return 0;
}

int run_server(const Configuration& configuration, const Clock& clock) {
    std::signal(SIGPIPE, SIG_IGN);
    if (::isatty(STDIN_FILENO)) {
        fmt::print(stderr,
                   "{} {}, an engine for Chinese dark chess. Type help for the commands, quit to "
                   "leave.\n",
                   kName, kVersion);
    }
    serve(STDIN_FILENO, STDOUT_FILENO, configuration, clock);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    fill_standard_streams();
    const auto line = parse_command_line(argc, argv);
    if (!line) return refuse(line.error());
    if (line->help) return fmt::print("{}", usage()), 0;
    if (line->version) return fmt::print("{} {}\n", kName, kVersion), 0;
    const auto configuration = configure(*line);
    if (!configuration) return refuse(configuration.error());
    const SteadyClock clock;
    const Settings& settings = configuration->player;
    if (line->perft) return run_perft(*line, settings.rules);
    try {
        if (line->bench) return run_bench_alone(settings, clock);
        if (line->demo) return run_demo(*line, settings, clock);
        return run_server(*configuration, clock);
    } catch (const std::bad_alloc&) {
        return refuse(fmt::format("the system does not grant {} MiB of memory", settings.memory));
    }
}
