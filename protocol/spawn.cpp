#include "protocol/spawn.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <spawn.h>
#include <string_view>
#include <utility>

extern char** environ;

namespace anqi {
namespace {

struct Pipe {
    Descriptor read, write;

    bool open() {
        std::array<int, 2> ends;
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
        read = Descriptor(ends[0]);
        write = Descriptor(ends[1]);
        return true;
    }
};

// What the child shall find when it begins.
class SpawnPlan {
  public:
    SpawnPlan() {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
        sigset_t signals;
        ::sigemptyset(&signals);
        ::posix_spawnattr_setsigmask(&attributes_, &signals);
        ::sigaddset(&signals, SIGPIPE);
        ::sigaddset(&signals, SIGXFSZ);
        ::posix_spawnattr_setsigdefault(&attributes_, &signals);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
        ::posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    }
    ~SpawnPlan() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    void stream(int target, int from) {
        ::posix_spawn_file_actions_adddup2(&actions_, from, target);
    }
    void silence(int target) {
        ::posix_spawn_file_actions_addopen(&actions_, target, "/dev/null", O_WRONLY, 0);
    }
    void run_in(const std::string& directory) {
        ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
    }
    // 0 or an error number.
    int run(std::vector<std::string> words, std::vector<std::string> environment,
            pid_t& pid) const {
        std::vector<char*> argv = pointers(words), names = pointers(environment);
        return ::posix_spawnp(&pid, argv[0], &actions_, &attributes_, argv.data(), names.data());
    }

  private:
    static std::vector<char*> pointers(std::vector<std::string>& texts) {
        std::vector<char*> all;
        for (std::string& text : texts) all.push_back(text.data());
        all.push_back(nullptr);
        return all;
    }

    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

std::string_view name_of(std::string_view assignment) {
    return assignment.substr(0, assignment.find('='));
}

// Ours, with `changes` in the place of what they name.
std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
    std::vector<std::string> all = changes;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        bool replaced = false;
        for (const std::string& change : changes) {
            replaced = replaced || name_of(change) == name_of(*entry);
        }
        if (!replaced) all.emplace_back(*entry);
    }
    return all;
}

// Independent of the folder in which it is looked up.
std::vector<std::string> settled(std::vector<std::string> argv) {
    std::error_code ignored;
    if (argv[0].find('/') != std::string::npos) {
        argv[0] = std::filesystem::absolute(argv[0], ignored).string();
    }
    return argv;
}

bool is_folder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

Error cannot_start(const Launch& launch, const std::string& reason) {
    return Error{fmt::format("cannot start {}: {}", launch.argv.front(), reason)};
}

}  // namespace

Result<Child> spawn(const Launch& launch) {
    if (!launch.directory.empty() && !is_folder(launch.directory)) {
        return cannot_start(launch, fmt::format("no folder {}", launch.directory));
    }
    const bool silent = launch.stderr_file == "/dev/null";
    Pipe to, from, errors;
    if (!to.open() || !from.open() || (!silent && !errors.open())) {
        return cannot_start(launch, fmt::format("no pipe: {}", std::strerror(errno)));
    }
    SpawnPlan plan;
    plan.stream(STDIN_FILENO, to.read.get());
    plan.stream(STDOUT_FILENO, from.write.get());
    if (silent) {
        plan.silence(STDERR_FILENO);
    } else {
        plan.stream(STDERR_FILENO, errors.write.get());
    }
    if (!launch.directory.empty()) plan.run_in(launch.directory);
    Child child;
    const int error =
        plan.run(settled(launch.argv), environment_with(launch.environment), child.pid);
    if (error != 0) return cannot_start(launch, std::strerror(error));
    child.in = std::move(to.write);
    child.out = std::move(from.read);
    child.err = std::move(errors.read);
    return child;
}

}  // namespace anqi
