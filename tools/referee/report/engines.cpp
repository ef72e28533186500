#include "tools/referee/report/engines.h"

#include <algorithm>
#include <unordered_map>

namespace anqi {
namespace {

// As many points as a chart can show apart.
constexpr std::size_t kMostGroups = 120;

using Places = std::unordered_map<std::string, std::size_t>;

EngineSummary& summary_of(const std::string& name, std::vector<EngineSummary>& engines,
                          Places& places) {
    const auto [place, is_new] = places.try_emplace(name, engines.size());
    if (is_new) engines.emplace_back().name = name;
    return engines[place->second];
}

int group_width(const std::vector<GameLog>& logs) {
    std::size_t longest = 0;
    for (const GameLog& log : logs) longest = std::max(longest, log.times.size());
    const std::size_t pairs_of_plies = (longest + 1) / 2;
    return static_cast<int>(
        2 * std::max<std::size_t>(1, (pairs_of_plies + kMostGroups - 1) / kMostGroups));
}

void add_time(EngineSummary& engine, std::size_t group, Microseconds time) {
    engine.time.add(time);
    if (engine.time_by_ply.size() <= group) engine.time_by_ply.resize(group + 1);
    engine.time_by_ply[group].add(time);
}

void add_game(const GameLog& log, std::size_t seat, int width, EngineSummary& engine) {
    engine.seats[seat].add(log.points(static_cast<int>(seat)));
    for (std::size_t ply = seat; ply < log.times.size(); ply += 2) {
        add_time(engine, ply / static_cast<std::size_t>(width), log.times[ply]);
    }
    if (!log.fault || static_cast<std::size_t>(log.fault->seat) != seat) return;
    ++engine.faults[static_cast<std::size_t>(log.fault->kind)];
    engine.longest_overrun = std::max(engine.longest_overrun, log.fault->overrun);
}

}  // namespace

void AnswerTime::add(Microseconds time) {
    ++count;
    total += time;
    longest = std::max(longest, time);
}

bool EngineSummary::faulty() const {
    return std::any_of(faults.begin() + 1, faults.end(), [](int count) { return count > 0; });
}

EngineTable gather_engines(const std::vector<GameLog>& logs) {
    EngineTable table{{}, group_width(logs)};
    Places places;
    for (const GameLog& log : logs) {
        for (std::size_t seat = 0; seat < 2; ++seat) {
            add_game(log, seat, table.width, summary_of(log.engines[seat], table.engines, places));
        }
    }
    std::stable_sort(table.engines.begin(), table.engines.end(),
                     [](const EngineSummary& a, const EngineSummary& b) {
                         return a.total().score() > b.total().score();
                     });
    return table;
}

}  // namespace anqi
