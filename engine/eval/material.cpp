#include "engine/eval/material.h"

#include <algorithm>
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

int count_side(std::uint64_t living, Colour colour) {
    int n = 0;
    for (int i = 0; i < kKinds; ++i) n += count_in(living, colour, static_cast<Kind>(i));
    return n;
}

// The share of the living enemies that `kind` takes by stepping.
double prey_share(std::uint64_t living, Colour enemy, Kind kind) {
    int n = 0;
    for (int i = 0; i < kKinds; ++i) {
        const auto victim = static_cast<Kind>(i);
        if (takes_by_rank(kind, victim)) n += count_in(living, enemy, victim);
    }
    return static_cast<double>(n) / std::max(1, count_side(living, enemy));
}

double worth_by_rank(const EvalTerms& terms, std::uint64_t living, Colour own, Kind kind) {
    if (kind == Kind::cannon) return terms.cannon;
    const Colour enemy = opponent(own);
    const double share = kind == Kind::general
                             ? power(terms.soldier_factor, count_in(living, enemy, Kind::soldier))
                             : power(terms.enemy_factor, natural_enemies(living, enemy, kind));
    return terms.floor + (1 - terms.floor) * share + terms.prey * prey_share(living, enemy, kind);
}

// How many living pieces can take `victim`. A cannon takes anything as long as some third piece can
// serve as its screen.
int count_takers(std::uint64_t living, Colour own, Kind victim, int men) {
    const int cannons = men > 2 ? count_in(living, own, Kind::cannon) : 0;
    return natural_enemies(living, own, victim) + cannons;
}

// Takers of the enemy piece that has fewest.
int fewest_takers(std::uint64_t living, Colour own) {
    const int men = count_side(living, Colour::red) + count_side(living, Colour::black);
    int fewest = men;
    for (int i = 0; i < kKinds; ++i) {
        const auto victim = static_cast<Kind>(i);
        if (count_in(living, opponent(own), victim) == 0) continue;
        fewest = std::min(fewest, count_takers(living, own, victim, men));
    }
    return fewest;
}

template <class Shape>
double winning_share(const EvalTerms& terms, std::uint64_t living, Colour own) {
    if (Shape::kXiangqiMoves) return 1;
    const int takers = fewest_takers(living, own);
    return takers == 0 ? terms.barren : takers == 1 ? terms.lone : 1;
}

void take_over(Material& m, const EvalTerms& terms) {
    m.face_down = static_cast<float>(terms.face_down);
    m.slope = static_cast<float>(terms.slope);
    m.mobility = static_cast<float>(terms.mobility);
    m.chase = static_cast<float>(terms.chase);
    m.threat = static_cast<float>(terms.threat);
    m.fork = static_cast<float>(terms.fork);
    m.attack = static_cast<float>(terms.attack);
    m.trapped = static_cast<float>(terms.trapped);
    m.caught = static_cast<float>(terms.caught);
    m.tempo = static_cast<float>(terms.tempo);
}

template <class Shape>
Material compute(const EvalTerms& terms, std::uint64_t living) {
    Material m;
    take_over(m, terms);
    // Whether a piece can get away is asked for steps only.
    if (Shape::kXiangqiMoves) m.trapped = m.caught = 0;
    for (int i = 0; i < kPieces; ++i) {
        const Piece p = piece_at_index(i);
        const double worth = Shape::kXiangqiMoves
                                 ? kXiangqiWorth[static_cast<std::size_t>(kind_of(p))]
                                 : worth_by_rank(terms, living, colour_of(p), kind_of(p));
        m.worth[static_cast<std::size_t>(i)] = static_cast<float>(worth);
    }
    for (Colour own : {Colour::red, Colour::black}) {
        m.winning_share[index(own)] = static_cast<float>(winning_share<Shape>(terms, living, own));
    }
    return m;
}

}  // namespace

Counts face_up_counts(const Position& position) {
    Counts counts;
    for (int i = 0; i < kPieces; ++i) {
        counts[static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(std::popcount(position.of(piece_at_index(i))));
    }
    return counts;
}

template <class Shape>
MaterialCache<Shape>::MaterialCache(const EvalParams& params)
    : params_(params), entries_(std::make_unique<std::array<Material, kEntries>>()) {}

template <class Shape>
const Material& MaterialCache<Shape>::of(const Position& position, const Counts& face_up) {
    std::uint64_t living = position.pool().raw();
    for (int i = 0; i < kPieces; ++i) {
        living += std::uint64_t{face_up[static_cast<std::size_t>(i)]} << (4 * i);
    }
    const auto face_down = static_cast<std::uint64_t>(position.pool().size());
    const std::uint64_t key = living | face_down << (4 * kPieces);
    // Multiplication spreads the counts over the high bits (Fibonacci hashing).
    constexpr int shift = 64 - std::countr_zero(kEntries);
    Material& entry = (*entries_)[key * 0x9E3779B97F4A7C15ULL >> shift];
    if (entry.key != key) {
        entry = compute<Shape>(terms_at(params_, static_cast<int>(face_down)), living);
        entry.key = key;
    }
    return entry;
}

template class MaterialCache<StandardShape>;
template class MaterialCache<ExchangeShape>;
template class MaterialCache<XiangqiShape>;

}  // namespace anqi
