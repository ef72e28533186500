#include "engine/eval/network.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "engine/util/crc32.h"
#include "engine/util/exponential.h"

namespace anqi {
namespace {

static_assert(std::endian::native == std::endian::little, "files are read as they lie");

// Units of what a dense layer adds up.
constexpr float kDenseUnit = kLayerUnit * kWeightUnit;
// Nothing but the end of the game is worth 1.
constexpr float kMost = 0.999F;

// The handmade evaluation before it was squashed into -1 to 1.
float lead_of(float by_hand) {
    const float value = std::clamp(by_hand, -0.99F, 0.99F);
    return value / std::sqrt(1 - value * value);
}

// Won less lost of three logits.
float expected_score(const std::array<float, kOutcomes>& logits) {
    const float high = std::max({logits[0], logits[1], logits[2]});
    const float lost = exponential(logits[0] - high), drawn = exponential(logits[1] - high),
                won = exponential(logits[2] - high);
    return std::clamp((won - lost) / (won + drawn + lost), -kMost, kMost);
}

std::string why_unfit(const NetworkHeader& header, std::string_view rest) {
    if (std::string_view(header.magic.data(), header.magic.size()) != kNetworkMagic) {
        return "no network";
    }
    if (header.version != kNetworkVersion) {
        std::string text("version ");
        return text.append(std::to_string(header.version))
            .append(", not ")
            .append(std::to_string(kNetworkVersion));
    }
    const bool same_sizes = header.rows == RowLayout::kRows && header.width == kWidth &&
                            header.hidden == kHidden && header.outcomes == kOutcomes &&
                            header.from_rows == kFromRows && header.to_rows == kToRows &&
                            header.trade_rows == kTradeRows;
    const NetworkHeader zero{};
    if (header.reserved != zero.reserved || header.unused != zero.unused) return "damaged header";
    if (!same_sizes || header.bytes != sizeof(NetworkWeights)) return "layers of other sizes";
    if (header.shape != static_cast<std::uint8_t>(Shape::standard)) {
        return "trained for other rules";
    }
    if (rest.size() < header.bytes) return "cut short";
    if (rest.size() > header.bytes) return "bytes after the end";
    if (crc32(rest) != header.checksum) return "damaged: the checksum differs";
    return {};
}

// So far from the ends of 32 bits that no sum of them overflows.
template <std::size_t n>
bool small(const std::array<std::int32_t, n>& numbers) {
    constexpr std::int32_t most = 1 << 26;
    return std::all_of(numbers.begin(), numbers.end(),
                       [](std::int32_t x) { return x >= -most && x <= most; });
}

bool within_range(const NetworkWeights& w) {
    return small(w.second_bias) && small(w.third_bias) && small(w.outcome_bias) && small(w.lead) &&
           small(w.from_bias) && small(w.to_bias) && small(w.trade);
}

}  // namespace

Result<SharedNetwork> Network::parse(std::string_view bytes) {
    NetworkHeader header;
    if (bytes.size() < sizeof(header)) return Error{"cut short"};
    std::memcpy(&header, bytes.data(), sizeof(header));
    const std::string_view rest = bytes.substr(sizeof(header));
    const std::string fault = why_unfit(header, rest);
    if (!fault.empty()) return Error{fault};
    auto network = std::make_shared<Network>();
    network->shape_ = static_cast<Shape>(header.shape);
    network->checksum_ = header.checksum;
    auto weights = std::make_shared<NetworkWeights>();
    std::memcpy(weights.get(), rest.data(), rest.size());
    if (!within_range(*weights)) return Error{"numbers out of range"};
    const std::span second(weights->second);
    network->value_second_ = in_fours(second.first(second.size() / 2), kWidth);
    network->policy_second_ = in_fours(second.last(second.size() / 2), kWidth);
    network->third_ = in_fours(weights->third, kHidden);
    network->weights_ = std::move(weights);
    return SharedNetwork(std::move(network));
}

SharedNetwork Network::with(const Kernels& kernels) const {
    auto network = std::make_shared<Network>(*this);
    network->kernels_ = &kernels;
    return network;
}

void Network::sum_up(const Rows& rows, Sums& sums) const {
    kernels_->sum(weights_->rows.data(), rows, weights_->bias.data(), sums.of.data());
}

void Network::move_on(const Rows& before, const Rows& after, Sums& sums) const {
    if (!kernels_->update(weights_->rows.data(), before, after, sums.of.data())) {
        sum_up(after, sums);
    }
}

float Network::value(const Sums& sums, float by_hand) const {
    const NetworkWeights& w = *weights_;
    std::array<std::uint8_t, kWidth> first;
    std::array<std::uint8_t, kHidden> second, third;
    kernels_->activate(sums.of.data(), first.data());
    kernels_->second(first.data(), value_second_.data(), w.second_bias.data(), second.data());
    kernels_->third(second.data(), third_.data(), w.third_bias.data(), third.data());
    const float lead = lead_of(by_hand);
    std::array<float, kOutcomes> logits;
    for (std::size_t i = 0; i < kOutcomes; ++i) {
        const std::int32_t sum = kernels_->dot(third.data(), w.outcome.data() + i * kHidden);
        logits[i] =
            (static_cast<float>(sum + w.outcome_bias[i]) + lead * static_cast<float>(w.lead[i])) /
            kDenseUnit;
    }
    return expected_score(logits);
}

PolicyLayer Network::policy(const Sums& sums) const {
    std::array<std::uint8_t, kWidth> first;
    PolicyLayer second;
    kernels_->activate(sums.of.data(), first.data());
    kernels_->second(first.data(), policy_second_.data(), weights_->second_bias.data() + kHidden,
                     second.data());
    return second;
}

float Network::rate(const PolicyLayer& policy, MoveRows rows) const {
    const NetworkWeights& w = *weights_;
    const std::uint8_t* hidden = policy.data();
    const std::int32_t sum =
        kernels_->dot(hidden, w.from.data() + std::size_t{kHidden} * rows.from) +
        kernels_->dot(hidden, w.to.data() + std::size_t{kHidden} * rows.to) +
        w.from_bias[rows.from] + w.to_bias[rows.to] + w.trade[rows.trade];
    return static_cast<float>(sum) / kDenseUnit;
}

}  // namespace anqi
