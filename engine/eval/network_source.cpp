#include "engine/eval/network_source.h"

#include "engine/util/file.h"

// The bytes of standard.anqn; see tools/cmake/EmbedFile.cmake.
extern "C" {
extern const char anqi_standard_network[];
extern const char anqi_standard_network_end[];
}

namespace anqi {
namespace {

// There is one size; a longer file is read far enough to see that.
constexpr std::size_t kLargestFile = 4 << 20;

LoadedNetwork from_file(const std::string& path) {
    const auto bytes = read_file(path, kLargestFile);
    if (!bytes) return {nullptr, bytes.error()};
    auto network = Network::parse(*bytes);
    if (!network) return {nullptr, "network " + path + ": " + network.error()};
    return {*network, {}};
}

// Read once; a test sees to it that it is sound.
LoadedNetwork builtin() {
    static const auto network = Network::parse({anqi_standard_network, anqi_standard_network_end});
    if (!network) return {nullptr, "the network in the program: " + network.error()};
    return {*network, {}};
}

}  // namespace

LoadedNetwork load_network(const std::string& source) {
    if (source == "none") return {};
    if (source == "builtin") return builtin();
    return from_file(source);
}

}  // namespace anqi
