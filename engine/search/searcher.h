// The seam between a game and whatever thinks about it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/core/game.h"
#include "engine/search/limits.h"
#include "engine/util/clock.h"
#include "engine/util/stop_flag.h"

namespace anqi {

// What a flip may show: how many such pieces the pool holds, and what is known of each.
struct FlipOutcome {
    Piece piece;
    int count;
    std::int64_t visits;
    double value;  // 0 without a visit
};

// Where a candidate's value comes from. What the search has proven shows in the bounds.
enum class Source : std::uint8_t { search, table, book };

// Values are expected scores for the side to move at the root, -1 (loss) to 1 (win).
struct Candidate {
    Move move;
    std::int64_t visits = 0;
    double value = 0;
    double lower = -1;  // proven bounds; lower = upper means solved
    double upper = 1;
    Source source = Source::search;
    std::vector<FlipOutcome> outcomes = {};  // of a flip, as far as they have been looked at
    std::vector<Event> line;  // principal variation; a flip shows one piece that may come up
};

struct Report {
    std::int64_t visits = 0;
    Microseconds elapsed = 0;
    std::vector<Candidate> candidates;  // best first

    std::optional<Move> best() const {
        if (candidates.empty()) return std::nullopt;
        return candidates.front().move;
    }
};

// Receives reports of a running search.
class ReportSink {
  public:
    virtual ~ReportSink() = default;
    // Called on the searching thread; must return quickly.
    virtual void report(const Report& report) = 0;
    // How long to wait between two reports.
    virtual Milliseconds interval() const = 0;
};

class Searcher {
  public:
    virtual ~Searcher() = default;

    // Blocks until a limit is reached, the answer is certain, or `stop` is requested (from any
    // thread); the caller's thread does the work. The report is empty only when the position has
    // no legal move. `sink` may be null. The game's verdict is not asked: a host may go on.
    virtual Report search(const Game& game, const Limits& limits, const StopFlag& stop,
                          ReportSink* sink) = 0;
    // Forgets everything learnt from earlier searches; the next one answers as a new object would.
    virtual void forget() = 0;
};

}  // namespace anqi
