#include "tools/referee/report/games.h"

#include <algorithm>
#include <cstddef>

namespace anqi {
namespace {

constexpr int kMostBins = 40;

// The smallest of 1, 2, 5, 10, 20, 50, ... with which `longest` fits into the bins.
int bin_width(int longest) {
    for (int ten = 1;; ten *= 10) {
        for (const int width : {ten, 2 * ten, 5 * ten}) {
            if (longest / width < kMostBins) return width;
        }
    }
}

int plies(const GameLog& log) { return static_cast<int>(log.events.size()); }

Lengths gather_lengths(const std::vector<GameLog>& logs) {
    Lengths lengths;
    if (logs.empty()) return lengths;
    const auto by_plies = [](const GameLog& a, const GameLog& b) { return plies(a) < plies(b); };
    const auto [shortest, longest] = std::minmax_element(logs.begin(), logs.end(), by_plies);
    lengths.shortest = plies(*shortest);
    lengths.longest = plies(*longest);
    lengths.width = bin_width(lengths.longest);
    lengths.bins.resize(static_cast<std::size_t>(lengths.longest / lengths.width + 1));
    double sum = 0.0;
    for (const GameLog& log : logs) {
        LengthBin& bin = lengths.bins[static_cast<std::size_t>(plies(log) / lengths.width)];
        ++(log.result == SeatResult::draw ? bin.drawn : bin.won);
        sum += plies(log);
    }
    lengths.mean = sum / static_cast<double>(logs.size());
    return lengths;
}

bool begins_with_first_flip(const GameLog& log) {
    return log.start.side() == Colour::none && !log.events.empty() &&
           log.events.front().move().is_flip();
}

}  // namespace

GameFacts gather_games(const std::vector<GameLog>& logs) {
    GameFacts facts;
    facts.lengths = gather_lengths(logs);
    for (const GameLog& log : logs) {
        const int points = log.points(0);
        facts.first_seat.add(points);
        facts.reasons[log.reason].add(points);
        if (!begins_with_first_flip(log)) continue;
        const Square square = log.events.front().move().from();
        facts.first_flips[static_cast<std::size_t>(square)].add(points);
    }
    return facts;
}

}  // namespace anqi
