// Numbers as bytes, lowest first, whatever the machine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace anqi {

// The lowest `size` bytes of a number.
inline void append_bytes(std::string& bytes, std::uint64_t value, std::size_t size) {
    for (; size > 0; --size, value >>= 8) bytes.push_back(static_cast<char>(value & 0xFF));
}

template <class T>
void append_number(std::string& bytes, T value) {
    append_bytes(bytes, static_cast<std::make_unsigned_t<T>>(value), sizeof(T));
}

// Reads numbers and texts off the front. What goes beyond the end is 0 or empty, and failed() stays
// true from then on.
class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    template <class T>
    T number() {
        return static_cast<T>(bytes(sizeof(T)));
    }

    // A number of `size` bytes, at most 8.
    std::uint64_t bytes(std::size_t size) {
        std::uint64_t value = 0;
        const std::string_view digits = text(size);
        for (std::size_t i = digits.size(); i > 0; --i) {
            value = value << 8 | static_cast<unsigned char>(digits[i - 1]);
        }
        return value;
    }

    std::string_view text(std::size_t size) {
        failed_ |= size > rest_.size();
        if (failed_) return {};
        const auto result = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return result;
    }

    bool failed() const { return failed_; }
    bool finished() const { return !failed_ && rest_.empty(); }

  private:
    std::string_view rest_;
    bool failed_ = false;
};

}  // namespace anqi
