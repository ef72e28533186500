#include "tests/support/process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace anqi::test {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
    int ends[2];
    Pipe() {
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    }
};

// Between fork and exec only plain system calls are allowed.
[[noreturn]] void become(const std::vector<char*>& argv, const char* folder, int in, int out,
                         int error) {
    ::dup2(in, 0);
    ::dup2(out, 1);
    ::dup2(error, 2);
    std::signal(SIGPIPE, SIG_DFL);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that dies leaves no engine behind
    if (*folder != '\0' && ::chdir(folder) != 0) ::_exit(126);
    ::execv(argv[0], argv.data());
    ::_exit(127);
}

int left(Clock::time_point deadline) {
    const auto ms = std::chrono::ceil<milliseconds>(deadline - Clock::now()).count();
    return ms > 0 ? static_cast<int>(ms) : 0;
}

}  // namespace

std::string engine_path() { return std::string(ANQI_BINARY_DIR) + "/anqi"; }

std::vector<std::string> thinking_engine(const std::vector<std::string>& arguments) {
    std::vector<std::string> command = {engine_path(), "--book", "none"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
}

Process::Process(const std::vector<std::string>& argv, const std::string& folder) {
    std::signal(SIGPIPE, SIG_IGN);
    const Pipe to, from;
    error_ = ::memfd_create("stderr", MFD_CLOEXEC);
    std::vector<std::string> words = argv;
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("no process");
    if (pid_ == 0) become(pointers, folder.c_str(), to.ends[0], from.ends[1], error_);
    ::close(to.ends[0]);
    ::close(from.ends[1]);
    in_ = to.ends[1];
    out_ = from.ends[0];
}

Process::~Process() {
    close_input();
    close_output();
    if (!exit_) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    ::close(error_);
}

bool Process::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(in_, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

void Process::close_input() {
    if (in_ >= 0) ::close(in_);
    in_ = -1;
}

void Process::close_output() {
    if (out_ >= 0) ::close(out_);
    out_ = -1;
}

// Reads some more; false at the end of output or after `patience`.
bool Process::fill(milliseconds patience) {
    pollfd entry{out_, POLLIN, 0};
    if (::poll(&entry, 1, static_cast<int>(patience.count())) <= 0) return false;
    std::array<char, 65536> bytes;
    const ssize_t n = ::read(out_, bytes.data(), bytes.size());
    if (n <= 0) return false;
    buffer_.append(bytes.data(), static_cast<std::size_t>(n));
    return true;
}

std::optional<std::string> Process::read_line(milliseconds patience) {
    const auto deadline = Clock::now() + patience;
    std::size_t end;
    while ((end = buffer_.find('\n')) == std::string::npos) {
        if (!fill(milliseconds(left(deadline)))) return std::nullopt;
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return line;
}

std::string Process::read_rest(milliseconds patience) {
    const auto deadline = Clock::now() + patience;
    while (fill(milliseconds(left(deadline)))) {
    }
    return std::exchange(buffer_, {});
}

bool Process::silent_for(milliseconds time) { return buffer_.empty() && !fill(time); }

std::optional<int> Process::wait(milliseconds patience) {
    const auto deadline = Clock::now() + patience;
    while (!exit_) {
        int status = 0;
        if (::waitpid(pid_, &status, WNOHANG) == pid_) {
            exit_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        } else if (left(deadline) == 0) {
            return std::nullopt;
        } else {
            std::this_thread::sleep_for(milliseconds(1));
        }
    }
    return exit_;
}

void Process::signal(int number) {
    if (!exit_) ::kill(pid_, number);
}

std::string Process::error_text() const {
    std::string text;
    std::array<char, 4096> bytes;
    ssize_t n;
    while ((n = ::pread(error_, bytes.data(), bytes.size(), static_cast<off_t>(text.size()))) > 0) {
        text.append(bytes.data(), static_cast<std::size_t>(n));
    }
    return text;
}

long Process::peak_memory() const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    std::string line;
    while (std::getline(status, line)) {
        if (line.rfind("VmHWM:", 0) == 0) return std::stol(line.substr(6)) / 1024;
    }
    return 0;
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "anqi-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void write_text(const std::string& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace anqi::test
