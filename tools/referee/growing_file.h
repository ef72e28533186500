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
    // Creates the file where there is none, and locks it as long as the object lives. Errors name
    // the path and the reason: another writer, no rights, a folder. What is no regular file (a
    // pipe, a device) is only written to.
    static Result<GrowingFile> open(const std::string& path);

    // For reading what is there already.
    int descriptor() const { return file_.get(); }
    bool regular() const { return regular_; }

    // Appends all of `piece` in one go, or nothing: what a full disk left of it is cut off again.
    Status append(std::string_view piece);
    // Everything appended so far is on the disk.
    Status sync();
    // Cuts the file to its first `size` bytes.
    Status cut(std::size_t size);
    std::size_t size() const { return size_; }

  private:
    GrowingFile(std::string path, Descriptor file, bool regular, std::size_t size)
        : path_(std::move(path)), file_(std::move(file)), regular_(regular), size_(size) {}

    std::string path_;
    Descriptor file_;
    bool regular_;
    std::size_t size_;
};

// Locks the file, if it is there, against other writers, for as long as the descriptor is open.
Result<Descriptor> lock_existing(const std::string& path);

}  // namespace anqi
