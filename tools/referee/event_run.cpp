#include "tools/referee/event_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>
#include <unistd.h>

#include "tools/program.h"

namespace anqi {
namespace {

constexpr int kMostRefusals = 3;
constexpr Microseconds kShowEvery = 200'000;
constexpr Microseconds kShowEveryWithoutTerminal = 10'000'000;
constexpr Microseconds kSyncEvery = 1'000'000;

std::vector<std::string> names_of(const std::vector<EngineSpec>& engines) {
    std::vector<std::string> names;
    for (const EngineSpec& engine : engines) names.push_back(engine.name);
    return names;
}

}  // namespace

EventRun::EventRun(const EventSettings& settings, Journal& journal, Guardian& guardian)
    : settings_(settings),
      journal_(journal),
      guardian_(guardian),
      schedule_(settings.schedule),
      terminal_(::isatty(STDERR_FILENO) == 1),
      begun_(clock_.now()),
      evidence_(names_of(settings.engines), settings.sprt, settings.host.time.movetime) {
    for (GameLog& log : journal.take_past()) {
        const int game = log.game;
        past_.emplace(game, std::move(log));
    }
}

EventEnd EventRun::run() {
    while (!stop_.requested() && failure_.empty() && evidence_.verdict() == SprtVerdict::running) {
        const auto fixtures = schedule_.next_round(evidence_.standings());
        if (fixtures.empty()) break;
        play_round(fixtures);
        // Who meets whom next depends on games that were not played.
        const bool depends = settings_.schedule.format == Format::swiss ||
                             settings_.schedule.format == Format::knockout;
        if (end_.unplayed > 0 && depends) break;
    }
    if (failure_.empty() && !past_.empty() && !stop_.requested() && end_.unplayed == 0 &&
        evidence_.verdict() == SprtVerdict::running) {
        not_ours(past_.begin()->first);
    }
    const Status synced = journal_.sync();
    if (!synced && failure_.empty()) failure_ = synced.error();
    end_.interrupted = stop_.requested() && failure_.empty();
    show_progress(true);
    end_.failure = failure_;
    return end_;
}

// Games of the journal stand for those of the schedule, if they are the same.
bool EventRun::accept_past(const std::vector<Fixture>& fixtures) {
    for (const Fixture& fixture : fixtures) {
        const auto found = past_.find(fixture.game);
        if (found == past_.end()) {
            open_.push_back(fixture);
            continue;
        }
        const GameLog& log = found->second;
        const auto name = [&](int engine) {
            return settings_.engines[static_cast<std::size_t>(engine)].name;
        };
        if (log.engines[0] != name(fixture.first) || log.engines[1] != name(fixture.second) ||
            log.deal != fixture.deal || log.seed != *settings_.seed || log.start != fixture.start) {
            not_ours(fixture.game);
            return false;
        }
        evidence_.add(log);
        past_.erase(found);
    }
    return true;
}

void EventRun::play_round(const std::vector<Fixture>& fixtures) {
    open_.clear();
    next_ = 0;
    if (!accept_past(fixtures)) return;
    const auto threads = std::min(static_cast<std::size_t>(settings_.concurrency), open_.size());
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
}

void EventRun::work() {
    std::map<int, std::unique_ptr<Seat>> seats;  // of this worker, by engine
    LuckMeter luck(settings_.luck, guardian_);
    for (Fixture fixture; take(fixture);) {
        auto log = play(fixture, seats);
        if (!log) continue;
        const Status measured = luck.measure(*log);
        enter(*log);
        if (!measured && !stop_.requested()) return fail("luck: " + measured.error());
    }
}

bool EventRun::usable(int engine) const {
    const auto found = refusals_.find(engine);
    return found == refusals_.end() || found->second < kMostRefusals;
}

// The next game whose engines can be used; the others remain unplayed.
bool EventRun::take(Fixture& fixture) {
    const std::lock_guard lock(mutex_);
    if (stop_.requested() || evidence_.verdict() != SprtVerdict::running) return false;
    for (; next_ < open_.size(); ++end_.unplayed) {
        fixture = open_[next_++];
        if (usable(fixture.first) && usable(fixture.second)) return true;
    }
    return false;
}

Seat& EventRun::seat_of(int engine, std::map<int, std::unique_ptr<Seat>>& seats) {
    auto& seat = seats[engine];
    if (!seat) {
        seat = std::make_unique<Seat>(settings_.engines[static_cast<std::size_t>(engine)],
                                      settings_.host, guardian_);
    }
    return *seat;
}

// Empty when there is no result.
std::optional<GameLog> EventRun::play(const Fixture& fixture,
                                      std::map<int, std::unique_ptr<Seat>>& seats) {
    Seat& first = seat_of(fixture.first, seats);
    Seat& second = seat_of(fixture.second, seats);
    Played played = play_fixture(fixture, *settings_.seed, settings_.host, first, second, stop_);
    if (!played.refused || stop_.requested()) return std::move(played.log);
    const int engine = *played.refused == 0 ? fixture.first : fixture.second;
    seats.erase(engine);  // starts afresh next time
    not_ready(fixture, engine, played.reason);
    return std::nullopt;
}

void EventRun::enter(const GameLog& log) {
    const std::lock_guard lock(mutex_);
    if (stop_.requested()) return;
    Status written = journal_.add(log);
    if (!written) return fail(written.error());
    evidence_.add(log);
    ++played_now_;
    for (const std::string& name : log.engines) refusals_.erase(evidence_.standings().find(name));
    if (log.fault) {
        remark(fmt::format("game {}: {} {}", log.game,
                           log.engines[static_cast<std::size_t>(log.fault->seat)],
                           log.fault->detail));
    }
    const Microseconds now = clock_.now();
    if (now - synced_ >= kSyncEvery) {
        synced_ = now;
        written = journal_.sync();
        if (!written) return fail(written.error());
    }
    show_progress(false);
}

// An engine that does so a few times in a row is given up.
void EventRun::not_ready(const Fixture& fixture, int engine, const std::string& reason) {
    const std::lock_guard lock(mutex_);
    ++end_.unplayed;
    remark(fmt::format("game {} is not played: {}", fixture.game, reason));
    if (++refusals_[engine] != kMostRefusals) return;
    remark(fmt::format("{} takes no further part in this run", evidence_.standings().name(engine)));
}

void EventRun::fail(const std::string& reason) {
    const std::lock_guard lock(failure_mutex_);
    if (failure_.empty()) failure_ = reason;
    stop_.request();
}

// The journal holds a game that the schedule does not know.
void EventRun::not_ours(int game) {
    fail(fmt::format("{}: game {} does not belong to this event", settings_.games, game));
}

void EventRun::remark(const std::string& line) const {
    tell(fmt::format("{}{}\n", terminal_ ? "\r\x1B[K" : "", line));
}

void EventRun::show_progress(bool last) {
    const Microseconds now = clock_.now();
    if (!last && now - shown_ < (terminal_ ? kShowEvery : kShowEveryWithoutTerminal)) return;
    shown_ = now;
    std::string line = evidence_.line();
    const int rest = schedule_.games_in_all() - evidence_.games();
    if (rest > 0 && played_now_ > 0 && !last) {
        line += fmt::format(", {} to go, about {}", rest,
                            duration_text((now - begun_) / played_now_ * rest));
    }
    tell(fmt::format("{}{}{}", terminal_ ? "\r\x1B[K" : "", line, terminal_ && !last ? "" : "\n"));
}

}  // namespace anqi
