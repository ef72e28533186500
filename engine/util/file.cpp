#include "engine/util/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "engine/util/descriptor.h"

namespace anqi {
namespace {

Error system_error(const std::string& doing, const std::string& path) {
    return Error{"cannot " + doing + " '" + path + "': " + std::strerror(errno)};
}

bool write_all(int fd, std::string_view content) {
    while (!content.empty()) {
        const ssize_t n = ::write(fd, content.data(), content.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

std::string folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

// The rename itself is durable only once the folder is synced. Best effort: some file systems
// refuse to sync a folder, and the content is safe already.
void sync_folder(const std::string& path) {
    const Descriptor folder(::open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.ok()) (void)::fsync(folder.get());
}

// Where a rename may go: links are followed, and a device or folder is never replaced by a file.
Result<std::string> replaceable(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return path;
    if (!S_ISREG(info.st_mode)) return Error{"cannot write '" + path + "': not a regular file"};
    if (::access(path.c_str(), W_OK) != 0) return system_error("write", path);
    std::error_code failed;
    const auto real = std::filesystem::canonical(path, failed);
    if (failed) return Error{"cannot write '" + path + "': " + failed.message()};
    return real.string();
}

Status write_aside(int fd, const std::string& aside, std::string_view content) {
    if (!write_all(fd, content)) return system_error("write", aside);
    if (::fsync(fd) != 0) return system_error("sync", aside);
    return Done{};
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.ok()) return system_error("open", path);
    struct stat info {};
    if (::fstat(file.get(), &info) != 0) return system_error("read", path);
    if (!S_ISREG(info.st_mode)) return Error{"cannot read '" + path + "': not a regular file"};
    std::string content;
    char buffer[65536];
    while (content.size() <= limit) {
        const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return system_error("read", path);
        if (n == 0) return content;
        content.append(buffer, static_cast<std::size_t>(n));
    }
    return Error{"cannot read '" + path + "': larger than " + std::to_string(limit) + " bytes"};
}

Result<std::uint64_t> file_size(const std::string& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) return system_error("open", path);
    if (!S_ISREG(info.st_mode)) return Error{"cannot read '" + path + "': not a regular file"};
    return static_cast<std::uint64_t>(info.st_size);
}

Result<std::string> read_part(const std::string& path, std::uint64_t offset, std::size_t size) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.ok()) return system_error("open", path);
    std::string content(size, '\0');
    std::size_t done = 0;
    while (done < size) {
        const ssize_t n = ::pread(file.get(), content.data() + done, size - done,
                                  static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return system_error("read", path);
        if (n == 0) return Error{"cannot read '" + path + "': it has become shorter"};
        done += static_cast<std::size_t>(n);
    }
    return content;
}

Status write_file(const std::string& given_path, std::string_view content) {
    const auto target = replaceable(given_path);
    if (!target) return Error{target.error()};
    const std::string& path = *target;
    std::string aside = path + ".XXXXXX";
    const Descriptor file(::mkostemp(aside.data(), O_CLOEXEC));
    if (!file.ok()) return system_error("write", path);
    (void)::fchmod(file.get(), 0644);
    Status written = write_aside(file.get(), aside, content);
    if (written && ::rename(aside.c_str(), path.c_str()) != 0) {
        written = system_error("write", path);
    }
    if (!written) {
        ::unlink(aside.c_str());
        return written;
    }
    sync_folder(path);
    return Done{};
}

bool file_exists(const std::string& path) {
    std::error_code failed;
    return std::filesystem::exists(path, failed);
}

Result<std::string> beside_program(std::string_view name) {
    std::error_code failed;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (failed) return Error{"cannot find the running program: " + failed.message()};
    return (program.parent_path() / name).string();
}

}  // namespace anqi
