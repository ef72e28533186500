// A file's bytes where the system keeps them, without a copy. Whoever replaces the file by renaming
// another one over it does not disturb a reader; whoever shortens it in place does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "engine/util/result.h"

namespace anqi {

// Read only; any number of threads may read.
class MappedFile {
  public:
    // Maps a regular file of at most `limit` bytes. Errors name the path and the reason.
    static Result<MappedFile> open(const std::string& path, std::size_t limit);

    MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
    MappedFile& operator=(MappedFile&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~MappedFile();

    // Begins at an address that any type may lie at. Empty for an empty file.
    std::string_view bytes() const { return bytes_; }

  private:
    explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}

    std::string_view bytes_;
};

}  // namespace anqi
