// What a build has found out so far, one line a piece: a build that was stopped goes on from it.
//
//     anqi 0.1.0 book 1 rules olympiad ...         what the work is for
//     position KEY VALUE {MOVE VALUE VISITS}       the search's word, actions best first
//     game NUMBER KEY SCORE EVENT EVENT            a game: its first two plies, and its result for
//                                                  the side to move at KEY, the position after them
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "book/builder.h"
#include "tools/referee/growing_file.h"

namespace anqi::book_tool {

// A result of self-play.
struct BookGame {
    std::uint64_t key;  // canonical, of the position after the two drawn plies
    int score;          // 1, 0, -1 for the side to move there
    Event first, second;
};

// One program writes; not thread safe.
class WorkFile {
  public:
    // Creates the file or reads what stands there; a torn last line is cut off. `purpose` is one
    // line. Errors name the file: it is for another purpose, damaged, or being written to.
    static Result<WorkFile> open(const std::string& path, const std::string& purpose);
    // The games of a file of whatever purpose.
    static Result<std::vector<BookGame>> read_games(const std::string& path);

    const std::unordered_map<std::uint64_t, Valuation>& valuations() const { return valuations_; }
    const std::map<int, BookGame>& games() const { return games_; }

    Status add(std::uint64_t key, const Valuation& valuation);
    Status add(int number, const BookGame& game);

  private:
    WorkFile() = default;
    // Nothing but whole lines; any first line will do where no purpose is named.
    Status read(std::string_view content, const std::optional<std::string>& purpose);
    bool read_line(std::string_view line);

    std::optional<GrowingFile> file_;
    std::unordered_map<std::uint64_t, Valuation> valuations_;
    std::map<int, BookGame> games_;
};

}  // namespace anqi::book_tool
