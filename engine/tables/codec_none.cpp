// Takes the place of codec_zstd.cpp where the library is missing.
#include "engine/tables/codec.h"

namespace anqi::codec {
namespace {

Error missing() { return {"this anqi was built without the zstd library"}; }

}  // namespace

bool available() { return false; }

Result<std::string> pack(std::string_view) { return missing(); }

Result<std::string> unpack(std::string_view, std::size_t) { return missing(); }

Result<std::size_t> unpacked_size(std::string_view, std::size_t) { return missing(); }

}  // namespace anqi::codec
