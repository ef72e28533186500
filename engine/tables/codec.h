// Packing of blocks with the zstd library, if the engine was built with it. Packed blocks carry a
// checksum of their content.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/util/result.h"

namespace anqi::codec {

// Whether packing works; without it all functions fail.
bool available();

Result<std::string> pack(std::string_view content);
// Fails unless `packed` is one whole block as pack() makes them, of exactly `size` bytes once
// unpacked. Errors say what is wrong with it.
Result<std::string> unpack(std::string_view packed, std::size_t size);
// The size that a packed block claims to unpack to, which is not to be trusted; at most `most`.
Result<std::size_t> unpacked_size(std::string_view packed, std::size_t most);

}  // namespace anqi::codec
