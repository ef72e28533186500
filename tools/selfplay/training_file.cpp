#include "tools/selfplay/training_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <map>
#include <optional>

#include "engine/util/crc32.h"
#include "engine/util/file.h"
#include "tools/referee/game_file.h"
#include "tools/selfplay/plan.h"

namespace anqi {
namespace {

constexpr std::size_t kHeaderSize = sizeof(TrainingHeader);
constexpr std::size_t kRecordSize = sizeof(PackedPosition);
constexpr std::size_t kChecksumAt = offsetof(TrainingHeader, checksum);
static_assert(kChecksumAt + sizeof(TrainingHeader::checksum) == kHeaderSize);

template <class T>
std::string_view bytes_of(const T* items, std::size_t count = 1) {
    return {reinterpret_cast<const char*>(items), count * sizeof(T)};
}

// Of a whole file, at least a header long.
std::uint32_t checksum_of(std::string_view content) {
    return crc32(content.substr(kHeaderSize), crc32(content.substr(0, kChecksumAt)));
}

TrainingHeader header_for(const GameLog& model, std::size_t games, std::size_t records) {
    TrainingHeader header{};
    std::copy(kTrainingMagic.begin(), kTrainingMagic.end(), header.magic.begin());
    header.version = kTrainingVersion;
    header.record_size = kRecordSize;
    header.records = records;
    header.seed = model.seed;
    header.games = static_cast<std::uint32_t>(games);
    header.quiet_limit = static_cast<std::uint32_t>(model.rules.quiet_limit);
    header.repetition = static_cast<std::uint32_t>(model.rules.repetition);
    header.shape = static_cast<std::uint8_t>(model.rules.shape);
    header.repetition_kind = static_cast<std::uint8_t>(model.rules.repetition_kind);
    header.limit_ply = static_cast<std::uint8_t>(model.rules.limit_ply);
    return header;
}

// Empty for a sound file.
std::string fault_of(const TrainingHeader& header, std::string_view content) {
    if (!std::equal(header.magic.begin(), header.magic.end(), kTrainingMagic.begin())) {
        return "no file of packed positions";
    }
    if (header.version != kTrainingVersion || header.record_size != kRecordSize) {
        return fmt::format("version {} with {} bytes a position; this program reads version {}",
                           header.version, header.record_size, kTrainingVersion);
    }
    const std::size_t rest = content.size() - kHeaderSize;
    if (rest % kRecordSize != 0 || rest / kRecordSize != header.records) {
        return fmt::format("{} bytes of positions where {} positions should be", rest,
                           header.records);
    }
    return header.checksum == checksum_of(content) ? "" : "damaged: the checksum does not fit";
}

class Packer {
  public:
    Status add_file(const std::string& path) {
        const auto content =
            read_games(path, [&](const GameLog& log, std::string_view) { return add(log); });
        if (!content) return Error{content.error()};
        if (!content->torn.empty()) count_.torn.push_back(path);
        return Done{};
    }

    const PackCount& count() const { return count_; }

    // Requires a game.
    std::string text() const {
        const TrainingHeader header = header_for(*model_, games_.size(), count_.positions);
        std::string content(bytes_of(&header));
        content.reserve(kHeaderSize + count_.positions * kRecordSize);
        for (const auto& [number, positions] : games_) {
            content += bytes_of(positions.data(), positions.size());
        }
        const std::uint32_t checksum = checksum_of(content);
        content.replace(kChecksumAt, sizeof checksum, bytes_of(&checksum));
        return content;
    }

  private:
    Status add(const GameLog& log) {
        if (!model_) model_ = log;
        const std::string differs = difference(*model_, log);
        if (!differs.empty()) return Error{"games have different " + differs};
        const auto positions = training_positions(log);
        if (!positions) return Error{fmt::format("game {}: {}", log.game, positions.error())};
        const auto [place, is_new] = games_.try_emplace(log.game);
        if (!is_new) return Error{fmt::format("game {} is there twice", log.game)};
        for (const TrainingPosition& one : *positions) place->second.push_back(packed(one));
        ++count_.games;
        count_.positions += positions->size();
        return Done{};
    }

    std::map<int, std::vector<PackedPosition>> games_;
    std::optional<GameLog> model_;  // whose settings all others must have
    PackCount count_;
};

// Whether nothing of another kind would be lost.
bool may_replace(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return true;
    std::ifstream file(path, std::ios::binary);
    std::array<char, kTrainingMagic.size()> begin{};
    file.read(begin.data(), begin.size());
    return std::equal(begin.begin(), begin.end(), kTrainingMagic.begin());
}

}  // namespace

Result<TrainingFile> read_training_file(const std::string& path) {
    const auto content = read_file(path, std::numeric_limits<std::uint32_t>::max());
    if (!content) return Error{content.error()};
    if (content->size() < kHeaderSize) {
        return Error{fmt::format("'{}': too short for packed positions", path)};
    }
    TrainingFile file;
    std::memcpy(&file.header, content->data(), kHeaderSize);
    const std::string fault = fault_of(file.header, *content);
    if (!fault.empty()) return Error{fmt::format("'{}': {}", path, fault)};
    file.positions.resize(file.header.records);
    std::memcpy(file.positions.data(), content->data() + kHeaderSize,
                content->size() - kHeaderSize);
    return file;
}

Result<PackCount> pack_games(const std::string& output, const std::vector<std::string>& inputs) {
    if (!may_replace(output)) {
        return Error{fmt::format("'{}' is there already and holds no packed positions", output)};
    }
    Packer packer;
    for (const std::string& input : inputs) {
        const Status added = packer.add_file(input);
        if (!added) return Error{added.error()};
    }
    if (packer.count().games == 0) return Error{"there is no game to pack"};
    const Status written = write_file(output, packer.text());
    if (!written) return Error{written.error()};
    return packer.count();
}

}  // namespace anqi
