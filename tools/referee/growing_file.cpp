#include "tools/referee/growing_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace anqi {
namespace {

Error system_error(std::string_view doing, const std::string& path) {
    return Error{fmt::format("cannot {} '{}': {}", doing, path, std::strerror(errno))};
}

Status lock(const Descriptor& file, const std::string& path) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return Done{};
    if (errno != EWOULDBLOCK) return system_error("lock", path);
    return Error{fmt::format("another program is writing to '{}'", path)};
}

}  // namespace

Result<GrowingFile> GrowingFile::open(const std::string& path) {
    struct stat info {};
    const bool regular = ::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
    const int access = regular ? O_RDWR | O_APPEND | O_CREAT : O_WRONLY;
    Descriptor file(::open(path.c_str(), access | O_CLOEXEC, 0644));
    if (!file.ok()) return system_error("write", path);
    if (!regular) return GrowingFile(path, std::move(file), false, 0);
    const Status locked = lock(file, path);
    if (!locked) return Error{locked.error()};
    if (::fstat(file.get(), &info) != 0) return system_error("write", path);
    return GrowingFile(path, std::move(file), true, static_cast<std::size_t>(info.st_size));
}

Status GrowingFile::append(std::string_view piece) {
    std::size_t done = 0;
    while (done < piece.size()) {
        const ssize_t n = ::write(file_.get(), piece.data() + done, piece.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            const Error error = system_error("write", path_);
            if (done > 0 && regular_) (void)!::ftruncate(file_.get(), static_cast<off_t>(size_));
            return error;
        }
        done += static_cast<std::size_t>(n);
    }
    size_ += done;
    return Done{};
}

Status GrowingFile::sync() {
    if (regular_ && ::fdatasync(file_.get()) != 0) return system_error("sync", path_);
    return Done{};
}

Status GrowingFile::cut(std::size_t size) {
    if (size == size_) return Done{};
    if (::ftruncate(file_.get(), static_cast<off_t>(size)) != 0)
        return system_error("shorten", path_);
    size_ = size;
    return Done{};
}

Result<Descriptor> lock_existing(const std::string& path) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.ok()) {
        if (errno == ENOENT) return file;
        return system_error("open", path);
    }
    const Status locked = lock(file, path);
    if (!locked) return Error{locked.error()};
    return file;
}

}  // namespace anqi
