#include <memory>
#include <zstd.h>

#include "engine/tables/codec.h"

namespace anqi::codec {
namespace {

// Blocks are packed once and unpacked often; higher levels cost time and gain little.
constexpr int kLevel = 12;

struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// Bit 2 of the byte after the magic number (RFC 8878, 3.1.1.1.1): a checksum follows the content.
bool has_checksum(std::string_view packed) {
    return packed.size() > 4 && (static_cast<unsigned char>(packed[4]) & 4) != 0;
}

}  // namespace

bool available() { return true; }

Result<std::string> pack(std::string_view content) {
    const std::unique_ptr<ZSTD_CCtx, Free> context(ZSTD_createCCtx());
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string packed(ZSTD_compressBound(content.size()), '\0');
    const std::size_t size =
        ZSTD_compress2(context.get(), packed.data(), packed.size(), content.data(), content.size());
    if (ZSTD_isError(size)) return Error{std::string("cannot pack: ") + ZSTD_getErrorName(size)};
    packed.resize(size);
    return packed;
}

Result<std::size_t> unpacked_size(std::string_view packed, std::size_t most) {
    const auto size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > most) {
        return Error{"damaged: no sound packed block"};
    }
    return static_cast<std::size_t>(size);
}

Result<std::string> unpack(std::string_view packed, std::size_t size) {
    if (!has_checksum(packed)) return Error{"damaged: a packed block without its checksum"};
    const auto claimed = unpacked_size(packed, size);
    if (!claimed || *claimed != size) return Error{"damaged: a packed block of another size"};
    std::string content(size, '\0');
    const std::size_t unpacked =
        ZSTD_decompress(content.data(), content.size(), packed.data(), packed.size());
    if (ZSTD_isError(unpacked)) {
        return Error{std::string("damaged: ") + ZSTD_getErrorName(unpacked)};
    }
    if (unpacked != size) return Error{"damaged: a packed block of another size"};
    return content;
}

}  // namespace anqi::codec
