// Sees to it that no engine outlives the referee, however that ends.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <sys/types.h>

#include "engine/util/descriptor.h"
#include "engine/util/result.h"

namespace anqi {

// A small process of its own that is told of every engine. When the referee is gone, which shows
// as the end of a pipe, it kills the process groups of those that are left, and ends.
class Guardian {
  public:
    // To be called before the first thread is started, because it forks.
    static Result<std::unique_ptr<Guardian>> start();
    ~Guardian();
    Guardian(const Guardian&) = delete;
    Guardian& operator=(const Guardian&) = delete;

    // Any thread may call. `group` leads a process group of its own.
    void watch(pid_t group);
    // Before the group's number can be given to another, so before it is reaped.
    void release(pid_t group);
    void kill_all();

  private:
    Guardian(pid_t pid, Descriptor pipe) : pid_(pid), pipe_(std::move(pipe)) {}
    void tell(pid_t signed_group);

    pid_t pid_;
    Descriptor pipe_;
    std::mutex mutex_;  // of what follows
    std::set<pid_t> groups_;
};

}  // namespace anqi
