#include "engine/search/move_order.h"

#include <algorithm>
#include <utility>

namespace anqi {

int& MoveMemory::entry(const Position& position, Move move) const {
    return history_->entries[index(position.side())][move.raw()];
}

// Moves the entry towards the bonus's sign, less the nearer it is to its bound.
void MoveMemory::shift(int& entry, int bonus) {
    entry += bonus - entry * std::abs(bonus) / kHistoryMax;
}

void MoveMemory::reward(const Position& position, Move move, int ply, int depth) {
    shift(entry(position, move), std::min(depth * depth * 16, kHistoryMax / 4));
    auto& killers = killers_[ply];
    if (killers[0] == move) return;
    killers[1] = killers[0];
    killers[0] = move;
}

void MoveMemory::punish(const Position& position, Move move, int depth) {
    shift(entry(position, move), -std::min(depth * depth * 16, kHistoryMax / 4));
}

int MoveMemory::history(const Position& position, Move move) const { return entry(position, move); }

bool MoveMemory::killed(Move move, int ply, int slot) const { return killers_[ply][slot] == move; }

void MoveMemory::fade() {
    for (auto& side : history_->entries) {
        for (int& entry : side) entry /= 4;
    }
    for (auto& killers : killers_) killers[0] = killers[1] = std::nullopt;
}

void MoveMemory::clear() {
    *history_ = History{};
    fade();
}

void pick_next(OrderedMoves& moves, std::size_t place) {
    auto* first = moves.begin() + place;
    auto* best = std::max_element(
        first, moves.end(), [](const auto& a, const auto& b) { return a.priority < b.priority; });
    std::swap(*first, *best);
}

int capture_priority(const Position& position, const Material& material, Move move) {
    const auto worth = [&](Square s) { return material.worth_of(position.at(s)); };
    return Priority::capture + static_cast<int>(4096 * worth(move.to()) - 256 * worth(move.from()));
}

int quiet_priority(const Position& position, const MoveMemory& memory, Move move, int ply) {
    for (int slot : {0, 1}) {
        if (memory.killed(move, ply, slot)) return Priority::killer - slot;
    }
    return Priority::quiet + memory.history(position, move);
}

}  // namespace anqi
