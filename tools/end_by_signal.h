// Long work that SIGINT or SIGTERM ends early, with what is done kept.
#pragma once

#include <string>
#include <thread>

#include "engine/util/descriptor.h"
#include "engine/util/stop_flag.h"

namespace anqi {

// While it lives, the first signal requests `stop` and says `message`, the second ends the program.
// To be made before any other thread.
class EndBySignal {
  public:
    EndBySignal(StopFlag& stop, std::string message);
    ~EndBySignal();

  private:
    void run();

    StopFlag& stop_;
    std::string message_;
    Descriptor signals_, over_;
    std::thread thread_;
};

}  // namespace anqi
