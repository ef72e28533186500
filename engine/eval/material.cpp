#include "engine/eval/material.h"

#include <bit>

namespace anqi {
namespace {

// One more natural enemy leaves this share of a piece's worth; soldiers trouble the general less,
// because they are slow and easily taken by others. Factors as published for a tuned engine of this
// game; see the search section of the design notes.
constexpr double kEnemyFactor = 0.49;
constexpr double kSoldierFactor = 0.78;
// What remains of a piece that everybody can take: it still blocks, screens and has to be caught.
constexpr double kFloor = 0.08;
// The cannon takes anything and is hard to trap.
constexpr double kCannon = 0.45;

// Under xiangqi moves everything takes everything, so only reach counts.
constexpr std::array<double, kKinds> kXiangqiWorth = {0.20, 0.25, 0.30, 1.00, 0.50, 0.70, 0.20};

constexpr double power(double base, int exponent) {
    double result = 1;
    for (; exponent > 0; --exponent) result *= base;
    return result;
}

// kEnemyFactor and kSoldierFactor to the power of 0..16 enemies.
constexpr auto powers_of(double base) {
    std::array<double, 17> result{};
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = power(base, static_cast<int>(i));
    return result;
}
constexpr auto kEnemyPowers = powers_of(kEnemyFactor);
constexpr auto kSoldierPowers = powers_of(kSoldierFactor);

int natural_enemies(Kind kind, const Army& enemies) {
    int n = 0;
    for (int i = 0; i < kKinds; ++i) {
        if (takes_by_rank(static_cast<Kind>(i), kind)) n += enemies[static_cast<std::size_t>(i)];
    }
    return n;
}

}  // namespace

Army army_of(const Position& position, Colour colour) {
    Army army{};
    for (int i = 0; i < kKinds; ++i) {
        const Piece piece = make_piece(colour, static_cast<Kind>(i));
        army[static_cast<std::size_t>(i)] =
            std::popcount(position.of(piece)) + position.pool().count(piece);
    }
    return army;
}

template <class Shape>
double worth(Kind kind, const Army& enemies) {
    if constexpr (Shape::kXiangqiMoves) return kXiangqiWorth[static_cast<std::size_t>(kind)];
    if (kind == Kind::cannon) return kCannon;
    const auto soldiers = static_cast<std::size_t>(enemies[index(Kind::soldier)]);
    if (kind == Kind::general) return kFloor + (1 - kFloor) * kSoldierPowers[soldiers];
    const auto n = static_cast<std::size_t>(natural_enemies(kind, enemies));
    return kFloor + (1 - kFloor) * kEnemyPowers[n];
}

template double worth<StandardShape>(Kind, const Army&);
template double worth<ExchangeShape>(Kind, const Army&);
template double worth<XiangqiShape>(Kind, const Army&);

}  // namespace anqi
