// What an event leaves behind: every finished game at once, in two files, so that a kill at any
// moment costs only the games that were being played.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/referee/game_file.h"

namespace anqi {

// GAMES.jsonl counts: one line a finished game. Beside it the same games as records.
class Journal {
  public:
    // Opens or creates both files and reads what stands there. A torn last line, which a killed
    // writer leaves, is cut off; the records are brought in line with the games. Errors name file,
    // line and reason, and change nothing.
    static Result<Journal> open(const std::string& games, const std::string& records);

    // The games that were there at the start, in the order of their end.
    const std::vector<GameLog>& past() const { return past_; }
    // The same, which the journal then holds no longer.
    std::vector<GameLog> take_past() { return std::move(past_); }
    // Writes one game to both files. After an error both end with a whole game.
    Status add(const GameLog& log);
    Status sync();

  private:
    Journal(GameFile games, GrowingFile records, std::vector<GameLog> past)
        : games_(std::move(games)), records_(std::move(records)), past_(std::move(past)) {}

    GameFile games_;
    GrowingFile records_;
    std::vector<GameLog> past_;
};

}  // namespace anqi
