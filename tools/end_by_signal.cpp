#include "tools/end_by_signal.h"

#include <csignal>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

#include "tools/program.h"
#include "tools/signals.h"

namespace anqi {

EndBySignal::EndBySignal(StopFlag& stop, std::string message)
    : stop_(stop),
      message_(std::move(message)),
      signals_(signals_as_file({SIGINT, SIGTERM})),
      over_(::eventfd(0, EFD_CLOEXEC)),
      thread_([this] { run(); }) {}

EndBySignal::~EndBySignal() {
    const std::uint64_t one = 1;
    (void)!::write(over_.get(), &one, sizeof one);
    thread_.join();
}

void EndBySignal::run() {
    while (true) {
        pollfd ready[] = {{signals_.get(), POLLIN, 0}, {over_.get(), POLLIN, 0}};
        if (::poll(ready, 2, -1) < 0) continue;
        if (ready[1].revents != 0) return;
        (void)read_signal(signals_);
        if (stop_.requested()) ::_exit(kInterrupted);
        stop_.request();
        tell(message_);
    }
}

}  // namespace anqi
