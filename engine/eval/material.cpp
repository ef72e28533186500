#include "engine/eval/material.h"

#include <bit>

namespace anqi {
namespace {

// Under xiangqi moves everything takes everything, so only reach counts.
constexpr std::array<double, kKinds> kXiangqiWorth = {0.20, 0.25, 0.30, 1.00, 0.50, 0.70, 0.20};

int count_in(std::uint64_t living, Piece piece) {
    return static_cast<int>(living >> (4 * index(piece)) & 15);
}

int count_in(std::uint64_t living, Colour colour, Kind kind) {
    return count_in(living, make_piece(colour, kind));
}

// Living pieces of `enemy`, cannons aside, that take `kind` by stepping.
int natural_enemies(std::uint64_t living, Colour enemy, Kind kind) {
    int n = 0;
    for (int i = 0; i < kKinds; ++i) {
        const auto taker = static_cast<Kind>(i);
        if (takes_by_rank(taker, kind)) n += count_in(living, enemy, taker);
    }
    return n;
}

double power(double base, int exponent) {
    double result = 1;
    for (; exponent > 0; --exponent) result *= base;
    return result;
}

double worth_by_rank(const EvalParams& params, std::uint64_t living, Colour own, Kind kind) {
    if (kind == Kind::cannon) return params.cannon;
    const Colour enemy = opponent(own);
    const double share = kind == Kind::general
                             ? power(params.soldier_factor, count_in(living, enemy, Kind::soldier))
                             : power(params.enemy_factor, natural_enemies(living, enemy, kind));
    return params.floor + (1 - params.floor) * share;
}

// A cannon takes anything as long as some third piece can serve as its screen.
bool has_taker(std::uint64_t living, Colour own, Kind victim, int men) {
    if (natural_enemies(living, own, victim) > 0) return true;
    return count_in(living, own, Kind::cannon) > 0 && men > 2;
}

bool takes_all(std::uint64_t living, Colour own) {
    int men = 0;
    for (int i = 0; i < kPieces; ++i) men += count_in(living, piece_at_index(i));
    for (int i = 0; i < kKinds; ++i) {
        const auto victim = static_cast<Kind>(i);
        if (count_in(living, opponent(own), victim) > 0 && !has_taker(living, own, victim, men)) {
            return false;
        }
    }
    return true;
}

template <class Shape>
Material compute(const EvalParams& params, std::uint64_t living) {
    Material m;
    m.living = living;
    for (int i = 0; i < kPieces; ++i) {
        const Piece p = piece_at_index(i);
        const double worth = Shape::kXiangqiMoves
                                 ? kXiangqiWorth[static_cast<std::size_t>(kind_of(p))]
                                 : worth_by_rank(params, living, colour_of(p), kind_of(p));
        m.worth[static_cast<std::size_t>(i)] = static_cast<float>(worth);
    }
    for (Colour own : {Colour::red, Colour::black}) {
        const bool all = Shape::kXiangqiMoves || takes_all(living, own);
        m.winning_share[index(own)] = all ? 1.0F : static_cast<float>(params.barren);
    }
    return m;
}

}  // namespace

std::uint64_t living_pieces(const Position& position) {
    std::uint64_t living = position.pool().raw();
    for (int i = 0; i < kPieces; ++i) {
        living += static_cast<std::uint64_t>(std::popcount(position.of(piece_at_index(i))))
                  << (4 * i);
    }
    return living;
}

template <class Shape>
MaterialCache<Shape>::MaterialCache(const EvalParams& params)
    : params_(params), entries_(std::make_unique<std::array<Material, kEntries>>()) {}

template <class Shape>
const Material& MaterialCache<Shape>::of(const Position& position) {
    const std::uint64_t living = living_pieces(position);
    // Multiplication spreads the counts over the high bits (Fibonacci hashing).
    constexpr int shift = 64 - std::countr_zero(kEntries);
    Material& entry = (*entries_)[living * 0x9E3779B97F4A7C15ULL >> shift];
    if (entry.living != living) entry = compute<Shape>(params_, living);
    return entry;
}

template class MaterialCache<StandardShape>;
template class MaterialCache<ExchangeShape>;
template class MaterialCache<XiangqiShape>;

}  // namespace anqi
