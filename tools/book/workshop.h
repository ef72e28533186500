// Values positions and plays games for a book, several at once, and keeps what it finds in a work
// file. What comes out depends on the plan alone, not on threads or on when it was stopped.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "book/builder.h"
#include "engine/player/player.h"
#include "engine/util/stop_flag.h"
#include "tools/book/work_file.h"

namespace anqi::book_tool {

struct BookPlan {
    Settings settings;  // of who values and plays
    BookOrigin origin;
    int threads = 1;
};

// A line about how far it is, at most once in some seconds.
class Progress {
  public:
    // `unit` names what is counted.
    Progress(std::string unit, std::size_t all) : unit_(std::move(unit)), all_(all) {}
    // `fresh` is how many of those done were not known before.
    void tell(std::size_t done, std::size_t fresh);

  private:
    std::string unit_;
    std::size_t all_;
    SteadyClock clock_;
    Microseconds begun_ = clock_.now();
    Microseconds told_ = begun_;
};

// The calling thread waits while others work. `stop` may be requested from anywhere.
class Workshop {
  public:
    Workshop(const BookPlan& plan, WorkFile work, const StopFlag& stop);
    ~Workshop();

    // See Valuer. Empty when it was stopped or the work file could not be written.
    std::vector<Valuation> value(const std::vector<Position>& positions);
    // Plays the plan's games: the first action is of any class with equal chance, the second any
    // with equal chance, the others are the engine's. Nothing when it was stopped.
    std::optional<Tallies> play();
    // Why the work file could not be written; empty if it could.
    const std::string& problem() const { return problem_; }

  private:
    template <class Job>
    bool for_each(std::size_t n, Job job);
    Valuation search(Player& player, const Position& position) const;
    BookGame game(Player& player, int number) const;
    template <class... Words>
    void keep(const Words&... words);
    bool ended() const { return stop_.requested() || failed_; }

    BookPlan plan_;
    WorkFile work_;
    const StopFlag& stop_;
    SteadyClock clock_;
    std::vector<std::unique_ptr<Player>> players_;
    std::optional<Progress> progress_;  // of value(), from its first call on
    std::size_t valued_ = 0, fresh_ = 0;
    std::string problem_;
    std::atomic<bool> failed_{false};
};

}  // namespace anqi::book_tool
