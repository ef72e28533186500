// Whole files: reading with a size bound, and writing so that a crash never leaves half a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/util/result.h"

namespace anqi {

// The content of a regular file of at most `limit` bytes. Errors name the path and the reason.
Result<std::string> read_file(const std::string& path, std::size_t limit);

// How long a regular file is, in bytes. Errors name the path and the reason.
Result<std::uint64_t> file_size(const std::string& path);

// So many bytes of a file from `offset` on; fewer are an error. Errors name the path and the
// reason.
Result<std::string> read_part(const std::string& path, std::uint64_t offset, std::size_t size);

// Replaces `path` by `content`: written aside in the same folder, synced, then renamed over it. On
// error the old file is untouched and nothing is left behind.
Status write_file(const std::string& path, std::string_view content);

// Whether something lies there.
bool file_exists(const std::string& path);

// The path of a file beside the running program. Errors: the system does not tell where that is.
Result<std::string> beside_program(std::string_view name);

}  // namespace anqi
