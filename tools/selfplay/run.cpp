#include "tools/selfplay/run.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <mutex>
#include <poll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "engine/util/clock.h"
#include "engine/util/descriptor.h"
#include "tools/program.h"
#include "tools/referee/game_file.h"
#include "tools/selfplay/game.h"
#include "tools/signals.h"

namespace anqi {
namespace {

constexpr Microseconds kSecond = 1'000'000;
// Between two lines of progress, and between two looks at a terminal.
constexpr Microseconds kLineEvery = 10 * kSecond;
constexpr Microseconds kLookEvery = kSecond / 2;

// Which of a run's games, counted from 0, are in the file.
using There = std::vector<bool>;

// Hands the missing numbers out to the worker threads and takes their games.
class Workshop {
  public:
    Workshop(const SelfPlayRun& run, GameFile& file, const There& there, SelfPlaySummary& summary)
        : run_(run), file_(file), there_(there), summary_(summary) {}

    // One worker's whole life; ends when there is nothing left or stop() was called.
    void work(const PlayerPair& players) {
        try {
            for (std::size_t i; !stop_.requested() && (i = next_++) < there_.size();) {
                if (there_[i]) continue;
                const int number = run_.first + static_cast<int>(i);
                const auto log = play_numbered(run_.plan, players, number, stop_);
                if (log) enter(*log);
            }
        } catch (const std::exception& error) {
            const std::lock_guard lock(mutex_);
            fail(error.what());
        }
    }

    void stop() { stop_.request(); }

    struct State {
        int games;  // of this call, as the plies
        std::int64_t plies;
        std::string failure;
    };
    State state() const {
        const std::lock_guard lock(mutex_);
        return {games_, plies_, failure_};
    }

  private:
    void enter(const GameLog& log) {
        const std::string line = to_json_line(log);
        const std::lock_guard lock(mutex_);
        if (!failure_.empty()) return;
        const Status written = file_.append(line);
        if (!written) return fail(written.error());
        summary_.add(log);
        ++games_;
        plies_ += static_cast<std::int64_t>(log.events.size());
    }

    void fail(std::string message) {
        if (failure_.empty()) failure_ = std::move(message);
        stop_.request();
    }

    const SelfPlayRun& run_;
    GameFile& file_;
    const There& there_;
    StopFlag stop_;
    std::atomic<std::size_t> next_{0};
    mutable std::mutex mutex_;  // of what follows
    SelfPlaySummary& summary_;
    int games_ = 0;  // of this call
    std::int64_t plies_ = 0;
    std::string failure_;
};

// How far a run is, on stderr: one line rewritten on a terminal, else one now and then.
class Progress {
  public:
    Progress(const SelfPlayRun& run, int missing, const Workshop& workshop, const Clock& clock)
        : run_(run),
          missing_(missing),
          workshop_(workshop),
          clock_(clock),
          begun_(clock.now()),
          shown_(begun_) {}

    double seconds() const {
        return std::max(1e-6, static_cast<double>(clock_.now() - begun_) / kSecond);
    }

    void show_when_due() {
        const Microseconds now = clock_.now();
        if (now - shown_ < (terminal_ ? kLookEvery : kLineEvery)) return;
        shown_ = now;
        tell(fmt::format("{}{}{}", terminal_ ? "\r\x1B[K" : "", line(), terminal_ ? "" : "\n"));
    }

    void clear() const {
        if (terminal_) tell("\r\x1B[K");
    }

  private:
    std::string line() const {
        const int played = workshop_.state().games;
        const double a_minute = 60 * played / seconds();
        std::string text = fmt::format("{} of {} games, {:.1f} games/min",
                                       run_.games - missing_ + played, run_.games, a_minute);
        if (played > 0) text += fmt::format(", {:.1f} min left", (missing_ - played) / a_minute);
        return text;
    }

    const SelfPlayRun& run_;
    const int missing_;
    const Workshop& workshop_;
    const Clock& clock_;
    const Microseconds begun_;
    Microseconds shown_;
    const bool terminal_ = ::isatty(STDERR_FILENO) == 1;
};

// Notes the run's games that are there already, and refuses a file of another run.
Result<GameFile> open_output(const SelfPlayRun& run, There& there, SelfPlaySummary& summary) {
    const GameLog model = blank_log(run.plan, run.first);
    return GameFile::open(run.output, [&](const GameLog& log, std::string_view) -> Status {
        const std::string differs = difference(log, model);
        if (!differs.empty()) {
            return Error{"the file and this call have different " + differs};
        }
        const auto place = static_cast<std::size_t>(log.game) - static_cast<std::size_t>(run.first);
        if (log.game < run.first || place >= there.size() || there[place]) return Done{};
        there[place] = true;
        summary.add(log);
        return Done{};
    });
}

// Returns the signal that ended the wait, or 0 when `done` did.
int wait_for_end(const Descriptor& signals, const Descriptor& done, Progress& progress) {
    for (;;) {
        pollfd entries[] = {{signals.get(), POLLIN, 0}, {done.get(), POLLIN, 0}};
        const int n = ::poll(entries, 2, static_cast<int>(kLookEvery / 1000));
        if (n > 0 && entries[0].revents != 0) return read_signal(signals);
        if (n > 0) return 0;
        progress.show_when_due();
    }
}

// Plays with one thread for each pair of players until all is played, fails, or a signal comes.
int play_all(Workshop& workshop, const std::vector<PlayerPair>& pairs, const Descriptor& signals,
             Progress& progress) {
    const Descriptor done(::eventfd(0, EFD_CLOEXEC));
    std::atomic<std::size_t> working{pairs.size()};
    std::vector<std::jthread> workers;
    const auto work = [&](const PlayerPair& players) {
        workshop.work(players);
        const std::uint64_t one = 1;
        if (--working == 0) (void)!::write(done.get(), &one, sizeof one);
    };
    try {
        for (const PlayerPair& players : pairs) workers.emplace_back(work, std::cref(players));
    } catch (const std::exception&) {  // std::system_error: no more threads
        workshop.stop();
        throw;
    }
    const int signal = wait_for_end(signals, done, progress);
    if (signal != 0) workshop.stop();
    return signal;
}

void play_missing(const SelfPlayRun& run, GameFile& file, const There& there,
                  const Descriptor& signals, RunEnd& end) {
    const SteadyClock clock;
    const auto missing = static_cast<int>(std::count(there.begin(), there.end(), false));
    if (missing == 0) return;
    std::vector<PlayerPair> pairs(static_cast<std::size_t>(std::min(missing, run.threads)));
    for (PlayerPair& pair : pairs) pair = make_players(run.plan, clock);
    Workshop workshop(run, file, there, end.summary);
    Progress progress(run, missing, workshop, clock);
    end.signal = play_all(workshop, pairs, signals, progress);
    progress.clear();
    const Workshop::State state = workshop.state();
    end.plies_a_second = static_cast<double>(state.plies) / progress.seconds();
    end.failure = state.failure;
}

}  // namespace

RunEnd run_selfplay(const SelfPlayRun& run) {
    RunEnd end;
    std::signal(SIGXFSZ, SIG_IGN);
    const Descriptor signals = signals_as_file({SIGINT, SIGTERM});
    There there(static_cast<std::size_t>(run.games));
    auto file = open_output(run, there, end.summary);
    if (!file) {
        end.failure = file.error();
        return end;
    }
    GameFile games = std::move(file).value();
    try {
        play_missing(run, games, there, signals, end);
    } catch (const std::exception& error) {  // std::bad_alloc or std::system_error
        end.failure = fmt::format("cannot start {} players of {} MiB: {}", 2 * run.threads,
                                  run.plan.sides[0].memory, error.what());
    }
    return end;
}

}  // namespace anqi
