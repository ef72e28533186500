// An event being played: workers that take games from the schedule, the journal they write to, and
// what a person sees meanwhile.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "engine/util/stop_flag.h"
#include "tools/referee/event_settings.h"
#include "tools/referee/evidence.h"
#include "tools/referee/guardian.h"
#include "tools/referee/journal.h"
#include "tools/referee/luck_meter.h"

namespace anqi {

// Why an event ended.
struct EventEnd {
    bool interrupted = false;  // by a signal or stop(); the rest can be played later
    std::string failure;       // a file that cannot be written, games that are not ours; else empty
    int unplayed = 0;          // games without a result, because an engine did not get ready
};

class EventRun {
  public:
    // `settings` are complete and have a seed. All arguments must outlive the object. At most one
    // run() at a time, from one thread; request_stop() from any.
    EventRun(const EventSettings& settings, Journal& journal, Guardian& guardian);

    // Plays what the journal does not hold yet; returns when nothing is left or something ends it.
    EventEnd run();
    // Lets workers end after the ply they wait for; their games are dropped.
    void request_stop() { stop_.request(); }

    const Evidence& evidence() const { return evidence_; }
    // Who won a knockout that has been played to its end; -1 otherwise.
    int knockout_winner() const { return schedule_.knockout_winner(); }

  private:
    void play_round(const std::vector<Fixture>& fixtures);
    bool accept_past(const std::vector<Fixture>& fixtures);
    void work();
    bool take(Fixture& fixture);
    std::optional<GameLog> play(const Fixture& fixture,
                                std::map<int, std::unique_ptr<Seat>>& seats);
    Seat& seat_of(int engine, std::map<int, std::unique_ptr<Seat>>& seats);
    void enter(const GameLog& log);
    void not_ready(const Fixture& fixture, int engine, const std::string& reason);
    void fail(const std::string& reason);
    void not_ours(int game);
    void show_progress(bool last);
    void remark(const std::string& line) const;
    bool usable(int engine) const;

    const EventSettings& settings_;
    Journal& journal_;
    Guardian& guardian_;
    Schedule schedule_;
    StopFlag stop_;
    const bool terminal_;
    const SteadyClock clock_;
    const Microseconds begun_;

    std::mutex mutex_;  // of what follows, while a round is played
    std::vector<Fixture> open_;
    std::size_t next_ = 0;
    std::map<int, GameLog> past_;  // of the journal, by number, not yet met in the schedule
    Evidence evidence_;
    EventEnd end_;                 // but for its failure
    std::map<int, int> refusals_;  // by engine: how often in a row it did not get ready
    int played_now_ = 0;
    Microseconds shown_ = 0;
    Microseconds synced_ = 0;

    std::mutex failure_mutex_;
    std::string failure_;  // the first one
};

}  // namespace anqi
