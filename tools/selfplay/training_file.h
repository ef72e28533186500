// Files of packed positions: one for each file of games or range of numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rules.h"
#include "engine/util/result.h"
#include "tools/selfplay/training_record.h"

namespace anqi {

inline constexpr std::string_view kTrainingMagic = "anqidata";
inline constexpr std::uint32_t kTrainingVersion = 1;

// The first bytes of a file, as PackedPosition. The rest of it is packed positions, those of a game
// one after another, games by their numbers.
struct TrainingHeader {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t record_size;
    std::uint64_t records;
    std::uint64_t seed;  // of the run
    std::uint32_t games;
    std::uint32_t quiet_limit;
    std::uint32_t repetition;
    std::uint8_t shape;
    std::uint8_t repetition_kind;
    std::uint8_t limit_ply;
    std::array<std::uint8_t, 13> reserved;  // 0
    std::uint32_t checksum;                 // of all before it and all after it, see crc32()
};
static_assert(sizeof(TrainingHeader) == 64);

struct TrainingFile {
    TrainingHeader header;
    std::vector<PackedPosition> positions;
};

// Reads all of a file. One that is damaged, cut short, of another version or none at all is refused
// by its name and the reason.
Result<TrainingFile> read_training_file(const std::string& path);

struct PackCount {
    int games = 0;
    std::size_t positions = 0;
    std::vector<std::string> torn;  // inputs whose incomplete last line was left out
};

// Writes the searched positions of all games of the inputs to `output`: aside, synced, then
// renamed. Refused, with the old `output` untouched: games of runs with different settings, a
// number that is there twice, games that training_positions() refuses, and an `output` that is
// there already without being such a file. All positions are held in memory. The order of the
// inputs and of the games in them does not matter: equal games give equal bytes.
Result<PackCount> pack_games(const std::string& output, const std::vector<std::string>& inputs);

}  // namespace anqi
