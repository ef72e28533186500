#include "protocol/interrupts.h"

#include <algorithm>

namespace anqi {

void Interrupts::line_arrived(Sequence line) {
    const std::lock_guard lock(mutex_);
    newest_line_ = std::max(newest_line_, line);
    update();
}

void Interrupts::stop_before(Sequence line) {
    const std::lock_guard lock(mutex_);
    stop_before_ = std::max(stop_before_, line);
    update();
}

void Interrupts::input_ended() {
    const std::lock_guard lock(mutex_);
    input_ended_ = true;
    update();
}

void Interrupts::hang_up() {
    const std::lock_guard lock(mutex_);
    hung_up_ = true;
    update();
}

void Interrupts::begin(Sequence line) {
    const std::lock_guard lock(mutex_);
    running_ = line;
    with_input_ = with_any_line_ = false;
    flag_.clear();
    update();
}

void Interrupts::finish() {
    const std::lock_guard lock(mutex_);
    running_ = 0;
}

void Interrupts::end_with_input() {
    const std::lock_guard lock(mutex_);
    with_input_ = true;
    update();
}

void Interrupts::end_with_any_line() {
    const std::lock_guard lock(mutex_);
    with_any_line_ = true;
    update();
}

bool Interrupts::hung_up() const {
    const std::lock_guard lock(mutex_);
    return hung_up_;
}

// Requires the mutex.
void Interrupts::update() {
    if (running_ == 0) return;
    const bool stop = hung_up_ || running_ < stop_before_ ||
                      (with_any_line_ && running_ < newest_line_) || (with_input_ && input_ended_);
    if (stop) flag_.request();
}

}  // namespace anqi
