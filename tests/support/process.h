// A child process with pipes and deadlines: the engine as a host sees it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace anqi::test {

using std::chrono::milliseconds;

// Where build/anqi lies.
std::string engine_path();
// The engine with these arguments, and without the opening book that lies beside it: it thinks
// about every action.
std::vector<std::string> thinking_engine(const std::vector<std::string>& arguments = {});

// SIGPIPE is ignored from the first process on. Destroying the object kills the child.
class Process {
  public:
    // Runs argv[0] with its standard input and output on pipes; its stderr goes to a file that
    // error_text() reads. `folder` becomes its working directory unless it is empty. Throws
    // std::runtime_error when that fails.
    explicit Process(const std::vector<std::string>& argv, const std::string& folder = {});
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    pid_t pid() const { return pid_; }

    // False when the child has closed its input.
    bool write(std::string_view bytes);
    void close_input();
    void close_output();

    // The next line without its newline; empty optional at the end of output or after `patience`.
    std::optional<std::string> read_line(milliseconds patience = milliseconds(10'000));
    // Everything up to the end of output.
    std::string read_rest(milliseconds patience = milliseconds(10'000));
    // Whether no byte comes for that long.
    bool silent_for(milliseconds time);

    // The exit code, or minus the signal that ended it; empty when it is still running after
    // `patience`.
    std::optional<int> wait(milliseconds patience = milliseconds(10'000));
    void signal(int number);

    std::string error_text() const;
    // Largest resident size so far, in MiB; 0 when unknown.
    long peak_memory() const;

  private:
    bool fill(milliseconds patience);

    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    int error_ = -1;
    std::string buffer_;
    std::optional<int> exit_;
};

// A new folder that is removed with all its content at the end.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }
    std::string file(std::string_view name) const { return path_ + '/' + std::string(name); }

  private:
    std::string path_;
};

void write_text(const std::string& path, std::string_view text);

}  // namespace anqi::test
