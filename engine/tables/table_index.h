// The list of the tables in a folder, so that a missing file is noticed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/rules.h"
#include "engine/util/result.h"

namespace anqi {

// Text: a line "anqi-tables 1 SHAPE", one line "NAME BYTES FINGERPRINT" for each table, and at the
// end "end COUNT FINGERPRINT" over all lines before.
struct TableIndex {
    struct Entry {
        std::string name;  // of the class; the file is NAME.anqt
        std::uint64_t bytes;
        std::uint64_t fingerprint;  // of the whole file

        friend bool operator==(const Entry&, const Entry&) = default;
    };
    Shape shape = Shape::standard;
    std::vector<Entry> entries;
};

// "standard" (olympiad, platform, taiwan), "exchange", "xiangqi".
std::string_view to_text(Shape shape);

std::string table_path(const std::string& folder, const std::string& name);

// Errors name the file and what is wrong with it.
Result<TableIndex> read_index(const std::string& folder);
Status write_index(const std::string& folder, const TableIndex& index);

}  // namespace anqi
