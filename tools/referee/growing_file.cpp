#include "tools/referee/growing_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace anqi {

Result<GrowingFile> GrowingFile::open(const std::string& path) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (!file.ok()) return Error{fmt::format("cannot write {}: {}", path, std::strerror(errno))};
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        return Error{fmt::format("cannot write {}: another program is writing it", path)};
    }
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) {
        return Error{fmt::format("cannot write {}: {}", path, std::strerror(errno))};
    }
    return GrowingFile(path, std::move(file), static_cast<std::size_t>(status.st_size));
}

Error GrowingFile::failed(std::string_view what) const {
    return Error{fmt::format("cannot {} {}: {}", what, path_, std::strerror(errno))};
}

Status GrowingFile::append(std::string_view piece) {
    std::size_t done = 0;
    while (done < piece.size()) {
        const ssize_t n = ::write(file_.get(), piece.data() + done, piece.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            const Error error = failed("write");
            if (done > 0) (void)::ftruncate(file_.get(), static_cast<off_t>(size_));
            return error;
        }
        done += static_cast<std::size_t>(n);
    }
    size_ += done;
    return Done{};
}

Status GrowingFile::sync() {
    // Not everything that can be written can be synced, a pipe for one.
    if (::fdatasync(file_.get()) != 0 && errno != EINVAL && errno != EROFS) return failed("sync");
    return Done{};
}

Status GrowingFile::cut(std::size_t size) {
    if (size == size_) return Done{};
    if (::ftruncate(file_.get(), static_cast<off_t>(size)) != 0) return failed("shorten");
    size_ = size;
    return Done{};
}

}  // namespace anqi
