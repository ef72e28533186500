// A list with a fixed capacity and no allocation: move lists, lines of play.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace anqi {

// Holds at most `Capacity` values of a trivially copyable type. Exceeding it is a fault of the
// caller and caught by an assertion only, because this sits on the hottest paths.
template <class T, std::size_t Capacity>
class FixedList {
  public:
    void push(T value) {
        assert(size_ < Capacity);
        items_[size_++] = value;
    }
    void clear() { size_ = 0; }
    // Requires size <= size().
    void shrink(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    static constexpr std::size_t capacity() { return Capacity; }

    T& operator[](std::size_t i) {
        assert(i < size_);
        return items_[i];
    }
    const T& operator[](std::size_t i) const {
        assert(i < size_);
        return items_[i];
    }

    T* begin() { return items_.data(); }
    T* end() { return items_.data() + size_; }
    const T* begin() const { return items_.data(); }
    const T* end() const { return items_.data() + size_; }

  private:
    std::size_t size_ = 0;
    std::array<T, Capacity> items_;  // left uninitialised on purpose beyond size_
};

}  // namespace anqi
