#include "tests/support/random_network.h"

#include <cstring>
#include <memory>

#include "engine/util/crc32.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

// Whole numbers from -most to most.
template <class Array>
void fill(Array& numbers, int most, Random& random) {
    for (auto& number : numbers) {
        const int drawn = static_cast<int>(random.below(static_cast<unsigned>(2 * most + 1)));
        number = static_cast<typename Array::value_type>(drawn - most);
    }
}

std::unique_ptr<NetworkWeights> random_weights(Random& random) {
    auto weights = std::make_unique<NetworkWeights>();
    std::memset(weights.get(), 0, sizeof(NetworkWeights));
    fill(weights->rows, kSumUnit / 4, random);
    std::fill_n(weights->rows.begin(), kWidth, std::int16_t{0});
    fill(weights->bias, kSumUnit, random);
    fill(weights->second_bias, 8'000, random);
    fill(weights->third_bias, 8'000, random);
    fill(weights->lead, 8'000, random);
    fill(weights->from_bias, 8'000, random);
    fill(weights->to_bias, 8'000, random);
    fill(weights->trade, 8'000, random);
    fill(weights->second, 127, random);
    fill(weights->third, 127, random);
    fill(weights->outcome, 127, random);
    fill(weights->from, 127, random);
    fill(weights->to, 127, random);
    return weights;
}

}  // namespace

std::string random_network_file(std::uint64_t seed) {
    Random random(seed);
    const auto weights = random_weights(random);
    std::string rest(sizeof(NetworkWeights), '\0');
    std::memcpy(rest.data(), weights.get(), rest.size());
    NetworkHeader header{};
    std::memcpy(header.magic.data(), kNetworkMagic.data(), header.magic.size());
    header.version = kNetworkVersion;
    header.rows = RowLayout::kRows;
    header.width = kWidth;
    header.hidden = kHidden;
    header.outcomes = kOutcomes;
    header.from_rows = kFromRows;
    header.to_rows = kToRows;
    header.trade_rows = kTradeRows;
    header.bytes = static_cast<std::uint32_t>(rest.size());
    header.checksum = crc32(rest);
    std::string bytes(sizeof(header), '\0');
    std::memcpy(bytes.data(), &header, sizeof(header));
    return bytes + rest;
}

SharedNetwork random_network(std::uint64_t seed) {
    return Network::parse(random_network_file(seed)).value();
}

}  // namespace anqi
