// FNV-1a (Fowler, Noll, Vo): a fingerprint of bytes, the same on every machine. Finds accidents,
// not attacks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace anqi {

class Fingerprint {
  public:
    constexpr void add(std::string_view bytes) {
        for (const char c : bytes) add_byte(static_cast<unsigned char>(c));
    }
    // Lowest byte first.
    constexpr void add(std::uint64_t value) {
        for (int i = 0; i < 8; ++i, value >>= 8) add_byte(value & 0xFF);
    }
    constexpr std::uint64_t value() const { return hash_; }

  private:
    constexpr void add_byte(std::uint64_t byte) { hash_ = (hash_ ^ byte) * 0x100000001B3ULL; }
    std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

constexpr std::uint64_t fingerprint(std::string_view bytes) {
    Fingerprint print;
    print.add(bytes);
    return print.value();
}

// Sixteen digits.
inline std::string hex(std::uint64_t value) {
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4) {
        text.push_back("0123456789abcdef"[value >> shift & 15]);
    }
    return text;
}

}  // namespace anqi
