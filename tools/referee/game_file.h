// A file of games, one line of JSON each, that grows by whole lines and has one writer.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/util/result.h"
#include "tools/referee/game_log.h"
#include "tools/referee/growing_file.h"

namespace anqi {

// Called with each game of a file and its line, newline included; an error ends the reading.
using TakeGame = std::function<Status(const GameLog& log, std::string_view line)>;

// What lies in a file.
struct FileContent {
    std::size_t whole = 0;  // bytes up to and with the last newline
    std::string torn;       // what stands after it: a line whose writer was killed
};

// Reads from the beginning to the end, in pieces. Errors name the path and, where it is a line's
// fault, its number.
Result<FileContent> read_games(int file, const std::string& path, const TakeGame& take);
Result<FileContent> read_games(const std::string& path, const TakeGame& take);

// Any thread may call append(), one at a time.
class GameFile {
  public:
    // Opens the file, or creates it, and locks it until the object goes; a file that another
    // writer has open is refused. Its games go through `take`, then a torn last line is cut off,
    // unless it is none of ours: then the file is refused and stays as it was. What is no regular
    // file (a pipe, a device) is only written to.
    static Result<GameFile> open(const std::string& path, const TakeGame& take);

    // Writes one whole line; it survives the end of this process at once. When only a part could be
    // written, that part is taken back.
    Status append(std::string_view line) { return file_.append(line); }
    Status sync() { return file_.sync(); }

  private:
    explicit GameFile(GrowingFile file) : file_(std::move(file)) {}

    GrowingFile file_;
};

// All games of a file. An incomplete last line, without its newline, is what a killed writer leaves
// and is ignored. Errors name file and line.
Result<std::vector<GameLog>> read_game_logs(const std::string& path);

}  // namespace anqi
