// A file descriptor that closes itself on every way out.
#pragma once

#include <unistd.h>
#include <utility>

namespace anqi {

class Descriptor {
  public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    ~Descriptor() {
        if (ok()) ::close(fd_);
    }
    Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }

    int get() const { return fd_; }
    bool ok() const { return fd_ >= 0; }
    // Leaves closing to the caller.
    int release() { return std::exchange(fd_, -1); }

  private:
    int fd_;
};

}  // namespace anqi
