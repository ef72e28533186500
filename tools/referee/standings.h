// Who has how many points, from the games so far.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tools/referee/game_log.h"
#include "tools/referee/tally.h"

namespace anqi {

class Standings {
  public:
    explicit Standings(std::vector<std::string> names);

    // Games of engines that do not take part are left out.
    void add(const GameLog& log);

    int engines() const { return static_cast<int>(names_.size()); }
    const std::string& name(int engine) const { return names_[static_cast<std::size_t>(engine)]; }
    // The engine's place in the event, or -1.
    int find(const std::string& name) const;
    const Tally& total(int engine) const { return totals_[static_cast<std::size_t>(engine)]; }
    const Tally& against(int engine, int opponent) const;
    // 0 = the first seat.
    const Tally& in_seat(int engine, int seat) const;
    int faults(int engine, FaultKind kind) const;
    // Sum of the opponents' half points, each as often as it was met (Buchholz): parts equals.
    int buchholz(int engine) const;
    // Engines from the best down: half points, Buchholz, order of entry.
    std::vector<int> ranking() const;

  private:
    Tally& cell(int engine, int opponent);

    std::vector<std::string> names_;
    std::vector<Tally> totals_;
    std::vector<Tally> pairs_;  // row by row
    std::vector<std::array<Tally, 2>> seats_;
    std::vector<std::array<int, kFaultKinds>> faults_;
};

// Cross table, seats and faults as text, a newline after each line.
std::string standings_table(const Standings& standings);

}  // namespace anqi
