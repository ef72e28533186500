#include "engine/tables/placements.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "engine/core/symmetry.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

constexpr int kMostInGroup = 8;

// [n][k]: sets of k among n.
constexpr auto kChoose = [] {
    std::array<std::array<std::uint32_t, kMostInGroup + 1>, kSquares + 1> choose{};
    for (std::size_t n = 0; n <= kSquares; ++n) {
        choose[n][0] = 1;
        for (std::size_t k = 1; n > 0 && k <= kMostInGroup; ++k) {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
        }
    }
    return choose;
}();

std::uint32_t choose(int n, int k) {
    return kChoose[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

// The rank of a set among those of its size on the free squares (combinatorial number system).
std::uint32_t rank_among(Squares set, Squares free) {
    std::uint32_t rank = 0;
    int k = 0;
    for (const Square s : bits(set)) rank += choose(std::popcount(free & (bit(s) - 1)), ++k);
    return rank;
}

Square nth(Squares set, int n) {
    for (; n > 0; --n) set &= set - 1;
    return std::countr_zero(set);
}

// The inverse of rank_among().
Squares set_of(std::uint32_t rank, int size, Squares free) {
    Squares set = 0;
    int place = std::popcount(free);
    for (int k = size; k > 0; --k) {
        do --place;
        while (choose(place, k) > rank);
        rank -= choose(place, k);
        set |= bit(nth(free, place));
    }
    return set;
}

std::uint32_t rank_on_board(Squares set) { return rank_among(set, ~Squares{0}); }

// Computed when first asked for, and shared by all who ask.
template <int size>
const SquareSets& shared_sets() {
    static const SquareSets sets(size);
    return sets;
}

const SquareSets& sets_of(int size) {
    static constexpr std::array kBySize = {shared_sets<1>, shared_sets<2>, shared_sets<3>,
                                           shared_sets<4>, shared_sets<5>};
    return kBySize.at(static_cast<std::size_t>(size - 1))();
}

std::size_t smallest(const std::vector<int>& sizes) {
    return static_cast<std::size_t>(std::min_element(sizes.begin(), sizes.end()) - sizes.begin());
}

// Which symmetries turn the set into the representative of its orbit, and its rank.
std::pair<std::uint8_t, std::uint32_t> representative_of(Squares set) {
    std::uint32_t least = UINT32_MAX;
    std::uint8_t symmetries = 0;
    for (const Symmetry s : kSymmetries) {
        const std::uint32_t rank = rank_on_board(transform(set, s));
        if (rank < least) symmetries = 0;
        least = std::min(least, rank);
        if (rank == least) symmetries |= static_cast<std::uint8_t>(1 << static_cast<int>(s));
    }
    return {symmetries, least};
}

}  // namespace

SquareSets::SquareSets(int size) {
    const std::uint32_t count = choose(kSquares, size);
    for (std::uint32_t rank = 0; rank < count; ++rank) {
        const Squares set = set_of(rank, size, ~Squares{0});
        const auto [symmetries, least] = representative_of(set);
        const bool first = least == rank;
        const auto orbit =
            first ? static_cast<std::uint32_t>(representatives.size()) : sets[least].orbit;
        if (first) representatives.push_back(set);
        sets.push_back({orbit, symmetries});
    }
}

Placements::Placements(const std::vector<int>& sizes)
    : sizes_(sizes), leader_(smallest(sizes)), leading_(sets_of(sizes[leader_])) {
    assert(sizes.size() <= kMostGroups);
    int free = kSquares - sizes[leader_];
    for (std::size_t g = 0; g < sizes.size(); ++g) {
        if (g == leader_) continue;
        followers_.push_back(g);
        for (auto& step : steps_) step *= choose(free, sizes[g]);
        steps_.push_back(1);
        following_ *= choose(free, sizes[g]);
        free -= sizes[g];
    }
    size_ = following_ * leading_.representatives.size();
}

std::uint64_t Placements::number(const GroupSquares& squares) const {
    const auto& leading = leading_.sets[rank_on_board(squares[leader_])];
    std::uint64_t least = UINT64_MAX;
    for (const int s : bits(leading.symmetries)) {
        GroupSquares mirrored{};
        for (std::size_t g = 0; g < sizes_.size(); ++g) {
            mirrored[g] = transform(squares[g], static_cast<Symmetry>(s));
        }
        least = std::min(least, number_following(mirrored, leading.orbit));
    }
    return least;
}

std::uint64_t Placements::number_following(const GroupSquares& squares, std::uint32_t orbit) const {
    Squares free = ~squares[leader_];
    std::uint64_t number = orbit;
    for (std::size_t i = 0; i < followers_.size(); ++i) {
        const Squares set = squares[followers_[i]];
        number =
            number * choose(std::popcount(free), sizes_[followers_[i]]) + rank_among(set, free);
        free &= ~set;
    }
    return number;
}

GroupSquares Placements::squares(std::uint64_t number) const {
    assert(number < size_);
    GroupSquares squares{};
    squares[leader_] = leading_.representatives[number / following_];
    number %= following_;
    Squares free = ~squares[leader_];
    for (std::size_t i = 0; i < followers_.size(); ++i) {
        const std::size_t g = followers_[i];
        squares[g] = set_of(static_cast<std::uint32_t>(number / steps_[i]), sizes_[g], free);
        number %= steps_[i];
        free &= ~squares[g];
    }
    return squares;
}

}  // namespace anqi
