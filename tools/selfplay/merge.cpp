#include "tools/selfplay/merge.h"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "engine/util/file.h"
#include "tools/referee/game_file.h"
#include "tools/selfplay/plan.h"

namespace anqi {
namespace {

namespace fs = std::filesystem;

class Merger {
  public:
    Status add_file(const std::string& path) {
        const auto content = read_games(
            path, [&](const GameLog& log, std::string_view line) { return add(path, log, line); });
        if (!content) return Error{content.error()};
        if (!content->torn.empty()) count_.torn.push_back(path);
        return Done{};
    }

    MergeCount count() const {
        MergeCount count = count_;
        count.games = static_cast<int>(games_.size());
        return count;
    }

    std::string text() const {
        std::string all;
        for (const auto& [number, entry] : games_) all += entry.line;
        return all;
    }

  private:
    struct Entry {
        std::string line;
        std::string path;
    };

    Status add(const std::string& path, const GameLog& log, std::string_view line) {
        if (!model_) {
            model_ = log;
            model_path_ = path;
        }
        const std::string differs = difference(*model_, log);
        if (!differs.empty()) {
            return Error{fmt::format("'{}' and this file have different {}", model_path_, differs)};
        }
        const auto [place, is_new] = games_.try_emplace(log.game, Entry{std::string(line), path});
        if (is_new) return Done{};
        ++count_.duplicates;
        if (same_game(place->second.line, log)) return Done{};
        return Error{fmt::format("game {} is another one in '{}'", log.game, place->second.path)};
    }

    // `line` has been read before.
    static bool same_game(const std::string& line, GameLog log) {
        auto other = std::move(parse_json_line(line)).value();
        log.times.clear();
        other.times.clear();
        return log == other;
    }

    std::map<int, Entry> games_;
    std::optional<GameLog> model_;  // whose settings all others must have
    std::string model_path_;
    MergeCount count_;
};

bool is_among(const std::string& path, const std::vector<std::string>& others) {
    std::error_code ignored;
    for (const std::string& other : others) {
        if (fs::equivalent(path, other, ignored)) return true;
    }
    return false;
}

}  // namespace

Result<MergeCount> merge_games(const std::string& output, const std::vector<std::string>& inputs) {
    std::error_code ignored;
    if (fs::exists(output, ignored) && !is_among(output, inputs)) {
        return Error{fmt::format("'{}' is there already and no input of this merge", output)};
    }
    const auto locked = lock_existing(output);
    if (!locked) return Error{locked.error()};
    Merger merger;
    for (const std::string& input : inputs) {
        const Status added = merger.add_file(input);
        if (!added) return Error{added.error()};
    }
    const Status written = write_file(output, merger.text());
    if (!written) return Error{written.error()};
    return merger.count();
}

}  // namespace anqi
