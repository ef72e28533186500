// Numbers as bytes, lowest first, whatever the machine.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace anqi {

template <class T>
void append_number(std::string& bytes, T value) {
    auto rest = static_cast<std::make_unsigned_t<T>>(value);
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes.push_back(static_cast<char>(rest & 0xFF));
        rest = static_cast<std::make_unsigned_t<T>>(std::uint64_t{rest} >> 8);
    }
}

// Reads numbers and texts off the front. What goes beyond the end is 0 or empty, and failed() stays
// true from then on.
class ByteReader {
  public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    template <class T>
    T number() {
        std::uint64_t value = 0;
        const std::string_view bytes = text(sizeof(T));
        for (std::size_t i = bytes.size(); i > 0; --i) {
            value = value << 8 | static_cast<unsigned char>(bytes[i - 1]);
        }
        return static_cast<T>(value);
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
