// A solved class as a file: a header, then the nodes' symbols in blocks that are packed one by one,
// so that any of them can be read alone.
//
//   bytes 0..7    "anqitabl"
//   bytes 8..11   version, lowest byte first like all numbers
//   bytes 12..15  size of the packed header in bytes
//   then          the packed header, then the packed blocks
//
// All packed parts are zstd frames with a checksum. The header holds, in this order
//   1 byte        shape: 0 standard, 1 exchange, 2 xiangqi
//   1 byte, text  the men that the class is named after ("KGvK"), preceded by the length
//   8 bytes       nodes
//   4 bytes       nodes in a block, the last one excepted
//   1 byte        bytes in a symbol, 1 or 2
//   2 bytes       columns; 0 with scores. For each its lowest and its highest limit (4 bytes each,
//                 100001 = no limit) and the verdict on the limit ply (1 byte, 0 win, 1 draw)
//   4 bytes       symbols. For each its judgements (2 bytes a column), or its score (8 bytes, in
//                 units of 2^-40, may be negative)
//   4 bytes       plies that scores need, see Palette
//   4 bytes       packed size of each block
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tables/solved_class.h"
#include "engine/util/result.h"

namespace anqi {

inline constexpr std::string_view kTableSuffix = ".anqt";
inline constexpr std::size_t kNodesInBlock = 8192;
// Larger files are not read as a whole.
inline constexpr std::size_t kMostTableBytes = std::size_t{1} << 36;

// The file's content. Fails where packing does, see codec.h.
Result<std::string> table_bytes(const SolvedClass& solved);

// Any thread may read from one. No file is held open, so a file that is cut short while it is in
// use is an error like any other.
class TableFile {
  public:
    // Checks all but the blocks. Errors name the path and the reason: missing, no table, another
    // version, another shape, cut short, damaged, a class that `classes` does not have.
    static Result<TableFile> open(const std::string& path, const EndgameClasses& classes);

    const std::string& path() const { return path_; }
    const EndgameClass& cls() const { return *cls_; }
    const Palette& palette() const { return palette_; }
    std::size_t blocks() const { return ends_.size(); }
    std::size_t nodes_in_block() const { return block_; }

    // The symbols of a block's nodes. Errors name the path and the reason.
    Result<std::vector<Symbol>> read_block(std::size_t block) const;
    // Everything, with all blocks checked.
    Result<SolvedClass> read_all() const;

  private:
    TableFile() = default;
    Status read_header(std::string_view header, const EndgameClasses& classes);
    Status check(std::uint64_t file_size) const;

    std::string path_;
    const EndgameClass* cls_ = nullptr;
    Palette palette_;
    std::size_t block_ = 0;
    std::size_t width_ = 0;
    std::uint64_t begin_ = 0;          // of the first block in the file
    std::vector<std::uint64_t> ends_;  // of the blocks, counted from there
};

}  // namespace anqi
