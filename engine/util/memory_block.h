// A large array of plain objects in address space of its own: zero at first, resident only where it
// was touched, and given back at once.
#pragma once

#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <type_traits>

namespace anqi {

template <class T>
class MemoryBlock {
  public:
    static_assert(std::is_trivially_destructible_v<T>);

    // Throws std::bad_alloc when the address space is not to be had.
    explicit MemoryBlock(std::size_t count) : bytes_(count * sizeof(T)) {
        void* memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        items_ = static_cast<T*>(memory);
    }
    ~MemoryBlock() { ::munmap(items_, bytes_); }
    MemoryBlock(const MemoryBlock&) = delete;
    MemoryBlock& operator=(const MemoryBlock&) = delete;

    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }
    std::size_t bytes() const { return bytes_; }

    // Everything is zero again and no longer resident.
    void reset() { ::madvise(items_, bytes_, MADV_DONTNEED); }

  private:
    std::size_t bytes_;
    T* items_;
};

}  // namespace anqi
