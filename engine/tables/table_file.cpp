#include "engine/tables/table_file.h"

#include <algorithm>
#include <cmath>

#include "engine/core/notation.h"
#include "engine/tables/bytes.h"
#include "engine/tables/codec.h"
#include "engine/tables/expectation.h"
#include "engine/tables/table_index.h"
#include "engine/util/file.h"

namespace anqi {
namespace {

constexpr std::string_view kMagic = "anqitabl";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kPreamble = 16;
constexpr std::size_t kMostHeader = std::size_t{1} << 28;

void append_palette(std::string& header, const Palette& palette) {
    append_number(header, static_cast<std::uint16_t>(palette.columns.size()));
    for (const Column& column : palette.columns) {
        append_number(header, static_cast<std::int32_t>(column.low));
        append_number(header, static_cast<std::int32_t>(column.high));
        append_number(header, static_cast<std::uint8_t>(column.limit_ply));
    }
    append_number(header, static_cast<std::uint32_t>(palette.symbols()));
    for (const PackedJudgement judgement : palette.judgements) append_number(header, judgement);
    for (const double score : palette.scores) {
        append_number(header, static_cast<std::int64_t>(std::llround(score / kScoreUnit)));
    }
    append_number(header, static_cast<std::int32_t>(palette.plies_needed));
}

// Whether there is one column for each limit that is served.
bool covers_limits(const Palette& palette, LimitPly verdict) {
    int next = kLeastLimit;
    for (const Column& column : palette.columns) {
        if (column.limit_ply != verdict) continue;
        if (column.low != next || column.high < next || column.high > kNoLimit) return false;
        next = column.high + 1;
    }
    return next == kNoLimit + 1;
}

bool sound(const Palette& palette) {
    if (palette.columns.empty()) {
        return palette.plies_needed >= 0 && palette.plies_needed <= INT16_MAX &&
               std::all_of(palette.scores.begin(), palette.scores.end(),
                           [](double score) { return score >= -1 && score <= 1; });
    }
    return covers_limits(palette, LimitPly::win) && covers_limits(palette, LimitPly::draw);
}

std::string quoted_path(const std::string& path) {
    std::string text("'");
    return text.append(path).append("': ");
}

std::string header_of(const SolvedClass& solved, std::size_t width,
                      const std::vector<std::uint32_t>& packed_sizes) {
    std::string header;
    const std::string men = solved.cls->name();
    append_number(header, static_cast<std::uint8_t>(solved.cls->shape()));
    append_number(header, static_cast<std::uint8_t>(men.size()));
    header += men;
    append_number(header, std::uint64_t{solved.cls->nodes()});
    append_number(header, static_cast<std::uint32_t>(kNodesInBlock));
    append_number(header, static_cast<std::uint8_t>(width));
    append_palette(header, solved.palette);
    for (const std::uint32_t size : packed_sizes) append_number(header, size);
    return header;
}

std::string block_bytes(const SolvedClass& solved, std::size_t first, std::size_t width) {
    std::string bytes;
    const std::size_t last = std::min(first + kNodesInBlock, solved.symbols.size());
    for (std::size_t i = first; i < last; ++i) {
        append_bytes(bytes, solved.symbols[i], width);
    }
    return bytes;
}

// Limits, then judgements or scores. What does not fit is left to the reader's failed().
Palette read_palette(ByteReader& reader, std::size_t most_symbols) {
    Palette palette;
    const auto columns = reader.number<std::uint16_t>();
    for (std::size_t c = 0; c < columns && !reader.failed(); ++c) {
        const auto low = reader.number<std::int32_t>(), high = reader.number<std::int32_t>();
        palette.columns.push_back(
            {low, high, static_cast<LimitPly>(reader.number<std::uint8_t>())});
    }
    const std::size_t symbols = std::min<std::size_t>(reader.number<std::uint32_t>(), most_symbols);
    for (std::size_t i = 0; i < symbols * columns && !reader.failed(); ++i) {
        palette.judgements.push_back(reader.number<PackedJudgement>());
    }
    for (std::size_t i = 0; columns == 0 && i < symbols && !reader.failed(); ++i) {
        palette.scores.push_back(static_cast<double>(reader.number<std::int64_t>()) * kScoreUnit);
    }
    palette.plies_needed = reader.number<std::int32_t>();
    return palette;
}

}  // namespace

Result<std::string> table_bytes(const SolvedClass& solved) {
    if (solved.palette.symbols() > kMostSymbols) {
        return Error{"more different values than a table holds"};
    }
    const std::size_t width = bytes_of_symbols(solved.palette.symbols());
    std::string blocks;
    std::vector<std::uint32_t> sizes;
    for (std::size_t first = 0; first < solved.symbols.size(); first += kNodesInBlock) {
        const auto packed = codec::pack(block_bytes(solved, first, width));
        if (!packed) return Error{packed.error()};
        blocks += *packed;
        sizes.push_back(static_cast<std::uint32_t>(packed->size()));
    }
    const std::string plain_header = header_of(solved, width, sizes);
    if (plain_header.size() > kMostHeader) return Error{"more values than a table's header holds"};
    const auto header = codec::pack(plain_header);
    if (!header) return Error{header.error()};
    std::string content(kMagic);
    append_number(content, kVersion);
    append_number(content, static_cast<std::uint32_t>(header->size()));
    return content + *header + blocks;
}

namespace {

struct Header {
    std::string content;
    std::uint64_t end;  // in the file
};

// Errors say what is wrong, but not with which file.
Result<Header> read_packed_header(const std::string& path, std::uint64_t file_size) {
    if (file_size < kPreamble) return Error{"cut short"};
    const auto preamble = read_part(path, 0, kPreamble);
    if (!preamble) return Error{preamble.error()};
    ByteReader reader(*preamble);
    if (reader.text(kMagic.size()) != kMagic) return Error{"no endgame table"};
    const auto version = reader.number<std::uint32_t>();
    if (version != kVersion) {
        return Error{"of version " + std::to_string(version) + ", and this anqi reads version " +
                     std::to_string(kVersion)};
    }
    const auto packed_size = reader.number<std::uint32_t>();
    if (packed_size > file_size - kPreamble) return Error{"cut short"};
    const auto packed = read_part(path, kPreamble, packed_size);
    if (!packed) return Error{packed.error()};
    const auto size = codec::unpacked_size(*packed, kMostHeader);
    if (!size) return Error{"header " + size.error()};
    const auto content = codec::unpack(*packed, *size);
    if (!content) return Error{"header " + content.error()};
    return Header{*content, kPreamble + packed_size};
}

}  // namespace

Result<TableFile> TableFile::open(const std::string& path, const EndgameClasses& classes) {
    const auto size = file_size(path);
    if (!size) return Error{size.error()};
    const auto header = read_packed_header(path, *size);
    if (!header) return Error{quoted_path(path) + header.error()};
    TableFile file;
    file.path_ = path;
    file.begin_ = header->end;
    Status sound = file.read_header(header->content, classes);
    if (sound) sound = file.check(*size);
    if (!sound) return Error{quoted_path(path) + sound.error()};
    return file;
}

Status TableFile::read_header(std::string_view header, const EndgameClasses& classes) {
    ByteReader reader(header);
    const auto shape = reader.number<std::uint8_t>();
    if (shape > static_cast<int>(Shape::xiangqi)) return Error{"for unknown rules"};
    if (static_cast<Shape>(shape) != classes.shape()) {
        return Error{"for rules of shape " + std::string(to_text(static_cast<Shape>(shape))) +
                     ", not " + std::string(to_text(classes.shape()))};
    }
    const auto name = reader.text(reader.number<std::uint8_t>());
    const auto men = parse_men(name);
    const Seating* const seating = men ? classes.find(*men) : nullptr;
    if (seating == nullptr || seating->cls->name() != name) {
        return Error{"for a class that is not known: " + quoted(name)};
    }
    cls_ = seating->cls;
    if (reader.number<std::uint64_t>() != cls_->nodes()) return Error{"damaged: wrong node count"};
    block_ = reader.number<std::uint32_t>();
    width_ = reader.number<std::uint8_t>();
    palette_ = read_palette(reader, kMostSymbols);
    if (block_ == 0 || palette_.symbols() == 0) return Error{"damaged: empty"};
    std::uint64_t end = 0;
    for (std::uint64_t first = 0; first < cls_->nodes() && !reader.failed(); first += block_) {
        ends_.push_back(end += reader.number<std::uint32_t>());
    }
    if (!reader.finished()) return Error{"damaged: header of another length"};
    return Done{};
}

Status TableFile::check(std::uint64_t file_size) const {
    if (width_ != bytes_of_symbols(palette_.symbols())) return Error{"damaged: wrong symbol size"};
    if (block_ != kNodesInBlock || !sound(palette_)) return Error{"damaged: impossible values"};
    if (palette_.columns.empty() != !cls_->men().pool.empty())
        return Error{"damaged: wrong values"};
    const std::uint64_t expected = begin_ + ends_.back();
    if (file_size < expected) return Error{"cut short"};
    if (file_size > expected) return Error{"longer than its header says"};
    return Done{};
}

Result<std::vector<Symbol>> TableFile::read_block(std::size_t block) const {
    const auto refuse = [&](const std::string& why) {
        return Error{quoted_path(path_) + "block " + std::to_string(block) + " " + why};
    };
    const std::uint64_t begin = block == 0 ? 0 : ends_[block - 1];
    const auto packed = read_part(path_, begin_ + begin, ends_[block] - begin);
    if (!packed) return Error{packed.error()};
    const std::size_t nodes = std::min<std::uint64_t>(block_, cls_->nodes() - block * block_);
    const auto bytes = codec::unpack(*packed, nodes * width_);
    if (!bytes) return refuse(bytes.error());
    std::vector<Symbol> symbols(nodes);
    ByteReader reader(*bytes);
    for (Symbol& symbol : symbols) {
        symbol = static_cast<Symbol>(reader.bytes(width_));
        if (symbol >= palette_.symbols()) return refuse("damaged: unknown symbol");
    }
    return symbols;
}

Result<SolvedClass> TableFile::read_all() const {
    SolvedClass solved{cls_, palette_, {}};
    solved.symbols.reserve(cls_->nodes());
    for (std::size_t b = 0; b < blocks(); ++b) {
        const auto symbols = read_block(b);
        if (!symbols) return Error{symbols.error()};
        solved.symbols.insert(solved.symbols.end(), symbols->begin(), symbols->end());
    }
    return solved;
}

}  // namespace anqi
