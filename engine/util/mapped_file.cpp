#include "engine/util/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "engine/util/descriptor.h"

namespace anqi {
namespace {

Error cannot_read(const std::string& path, const std::string& why) {
    return Error{"cannot read '" + path + "': " + why};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path, std::size_t limit) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.ok()) return Error{"cannot open '" + path + "': " + std::strerror(errno)};
    struct stat info {};
    if (::fstat(file.get(), &info) != 0) return cannot_read(path, std::strerror(errno));
    if (!S_ISREG(info.st_mode)) return cannot_read(path, "not a regular file");
    const auto size = static_cast<std::size_t>(info.st_size);
    if (size > limit) {
        return cannot_read(path, "larger than " + std::to_string(limit) + " bytes");
    }
    if (size == 0) return MappedFile(std::string_view());
    void* const start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (start == MAP_FAILED) return cannot_read(path, std::strerror(errno));
    return MappedFile(std::string_view(static_cast<const char*>(start), size));
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

}  // namespace anqi
