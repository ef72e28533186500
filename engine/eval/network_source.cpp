#include "engine/eval/network_source.h"

#include "engine/util/file.h"

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

}  // namespace

LoadedNetwork load_network(const std::string& source) {
    if (source == "none") return {};
    return from_file(source);
}

}  // namespace anqi
