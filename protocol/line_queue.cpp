#include "protocol/line_queue.h"

#include <utility>

namespace anqi {

// A short line costs more than its text.
std::size_t LineQueue::cost(const Item& item) { return sizeof(Item) + item.line.text.capacity(); }

void LineQueue::push(Item item) {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    bytes_ += cost(item);
    items_.push_back(std::move(item));
    changed_.notify_one();
}

bool LineQueue::full() const {
    const std::lock_guard lock(mutex_);
    return bytes_ >= kMaxBytes;
}

void LineQueue::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_one();
}

void LineQueue::abandon() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    items_.clear();
    bytes_ = 0;
    changed_.notify_one();
}

std::optional<LineQueue::Item> LineQueue::pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    Item item = std::move(items_.front());
    items_.pop_front();
    bytes_ -= cost(item);
    return item;
}

}  // namespace anqi
