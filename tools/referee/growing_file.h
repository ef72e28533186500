// A file that only grows, by whole pieces, and that one program at a time writes.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/util/descriptor.h"
#include "engine/util/result.h"

namespace anqi {

class GrowingFile {
  public:
    // Creates the file where there is none. Errors name the path and the reason: another writer,
    // no rights, a folder.
    static Result<GrowingFile> open(const std::string& path);

    // Appends all of `piece` in one go, or nothing: what a full disk left of it is cut off again.
    Status append(std::string_view piece);
    // Everything appended so far is on the disk.
    Status sync();
    // Cuts the file to its first `size` bytes.
    Status cut(std::size_t size);
    std::size_t size() const { return size_; }

  private:
    GrowingFile(std::string path, Descriptor file, std::size_t size)
        : path_(std::move(path)), file_(std::move(file)), size_(size) {}
    Error failed(std::string_view what) const;

    std::string path_;
    Descriptor file_;
    std::size_t size_;
};

}  // namespace anqi
