// The checksum of stored bytes: CRC-32 of ISO 3309, as zlib, gzip and PNG use it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace anqi {

constexpr std::array<std::uint32_t, 256> make_crc_table() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t rest = byte;
        for (int i = 0; i < 8; ++i) rest = (rest >> 1) ^ ((rest & 1) != 0 ? 0xEDB88320U : 0);
        table[byte] = rest;
    }
    return table;
}

inline constexpr auto kCrcTable = make_crc_table();

// Of `bytes` alone, or of all before them and them, `before` being the checksum of those.
constexpr std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0) {
    std::uint32_t rest = ~before;
    for (const char c : bytes) {
        rest = (rest >> 8) ^ kCrcTable[(rest ^ static_cast<unsigned char>(c)) & 0xFF];
    }
    return ~rest;
}

static_assert(crc32("123456789") == 0xCBF43926, "the check value of the CRC catalogue");

}  // namespace anqi
