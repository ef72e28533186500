#include "tools/signals.h"

#include <csignal>
#include <sys/signalfd.h>
#include <unistd.h>

namespace anqi {

Descriptor signals_as_file(std::initializer_list<int> signals) {
    sigset_t set;
    ::sigemptyset(&set);
    for (const int signal : signals) ::sigaddset(&set, signal);
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    return Descriptor(::signalfd(-1, &set, SFD_CLOEXEC));
}

int read_signal(const Descriptor& signals) {
    signalfd_siginfo info{};
    return ::read(signals.get(), &info, sizeof info) == sizeof info
               ? static_cast<int>(info.ssi_signo)
               : 0;
}

}  // namespace anqi
