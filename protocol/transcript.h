// The log: a copy of both directions with time stamps. A log that fails never disturbs the play.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "engine/util/result.h"

namespace anqi {

// Any thread may call.
class Transcript {
  public:
    Transcript() = default;
    ~Transcript();
    Transcript(const Transcript&) = delete;
    Transcript& operator=(const Transcript&) = delete;

    // Appends to `path` from now on; an empty path ends the log. On error the log goes on as
    // before.
    Status open(const std::string& path);

    void received(std::string_view line) { note('>', line); }
    void sent(std::string_view text) { note('<', text); }

  private:
    void note(char direction, std::string_view text);
    void give_up();

    std::mutex mutex_;
    int fd_ = -1;
    std::string path_;
};

}  // namespace anqi
