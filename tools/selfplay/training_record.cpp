#include "tools/selfplay/training_record.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "engine/core/game.h"
#include "engine/core/notation.h"

namespace anqi {
namespace {

constexpr int kEmpty = 14;
constexpr int kFaceDown = 15;
constexpr int kLastReason = static_cast<int>(Reason::declared);
constexpr unsigned kMoveBits = 1U << 10;

// Two to a byte, the first one in the low half.
template <std::size_t n>
void set_nibble(std::array<std::uint8_t, n>& bytes, int place, int value) {
    auto& byte = bytes[static_cast<std::size_t>(place / 2)];
    byte = static_cast<std::uint8_t>(byte | (value << (place % 2 * 4)));
}

template <std::size_t n>
int nibble(const std::array<std::uint8_t, n>& bytes, int place) {
    return bytes[static_cast<std::size_t>(place / 2)] >> (place % 2 * 4) & 15;
}

std::uint16_t capped(int number) {
    return static_cast<std::uint16_t>(std::clamp(number, 0, 0xFFFF));
}

Move move_of(unsigned raw) {
    return Move(static_cast<Square>(raw & 31), static_cast<Square>(raw >> 5));
}

int on_square(const Position& position, Square s) {
    return (position.face_down() & bit(s)) != 0 ? kFaceDown : index(position.at(s));
}

void pack_position(const Position& position, PackedPosition& bytes) {
    for (Square s = 0; s < kSquares; ++s) set_nibble(bytes.board, s, on_square(position, s));
    position.pool().for_each(
        [&](Piece piece, int count) { set_nibble(bytes.pool, index(piece), count); });
    bytes.quiet = capped(position.quiet());
}

std::uint8_t side_and_end(const TrainingPosition& training) {
    return static_cast<std::uint8_t>(index(training.position.side()) | (training.result + 1) << 2 |
                                     static_cast<int>(training.reason) << 4);
}

Status unpack_position(const PackedPosition& bytes, Position& position) {
    for (Square s = 0; s < kSquares; ++s) {
        const int there = nibble(bytes.board, s);
        if (there == kFaceDown) position.put_face_down(s);
        if (there < kEmpty) position.put(s, piece_at_index(there));
    }
    for (int i = 0; i < kPieces; ++i) {
        const Piece piece = piece_at_index(i);
        const int hidden = nibble(bytes.pool, i);
        if (hidden + std::popcount(position.of(piece)) > kKindCount[index(kind_of(piece))]) {
            return Error{fmt::format("too many pieces of number {}", i)};
        }
        for (int n = 0; n < hidden; ++n) position.add_to_pool(piece);
    }
    const int face_down = std::popcount(position.face_down());
    if (position.pool().size() != face_down) {
        return Error{fmt::format("{} squares face down for a pool of {}", face_down,
                                 position.pool().size())};
    }
    position.set_quiet(bytes.quiet);
    return Done{};
}

Status unpack_end(const PackedPosition& bytes, TrainingPosition& training) {
    const int side = bytes.side_and_end & 3, result = bytes.side_and_end >> 2 & 3;
    const int reason = bytes.side_and_end >> 4;
    if (side > index(Colour::none)) return Error{"no such side to move"};
    if (result > 2 || reason > kLastReason) return Error{"no such result"};
    training.position.set_side(static_cast<Colour>(side));
    training.result = result - 1;
    training.reason = static_cast<Reason>(reason);
    return Done{};
}

Status unpack_policy(const PackedPosition& bytes, TrainingPosition& training) {
    int sum = 0;
    for (std::size_t i = 0; i < kPolicyMoves && bytes.shares[i] > 0; ++i) {
        if (bytes.moves[i] >= kMoveBits) return Error{"no such action"};
        training.policy.push_back({move_of(bytes.moves[i]), bytes.shares[i]});
        sum += bytes.shares[i];
    }
    if (bytes.played >= kMoveBits) return Error{"no such action"};
    if (sum != kAllShares) return Error{fmt::format("shares that add up to {}", sum)};
    return Done{};
}

Status why_unfit(const GameLog& log) {
    if (log.values.empty() || log.policy.empty()) {
        return Error{"no values and policy: play with --values --policy"};
    }
    if (log.start.missing() != 0) return Error{"no game on the whole board"};
    return Done{};
}

// Empty when the log's word on the present position of `game` can be packed.
std::string fault_at(const GameLog& log, const Game& game) {
    const auto ply = static_cast<std::size_t>(game.plies());
    const auto& policy = log.policy[ply];
    if (!(std::abs(log.values[ply]) <= 1)) return fmt::format("a value of {}", log.values[ply]);
    if (policy.size() > kPolicyMoves) return fmt::format("{} actions in the policy", policy.size());
    for (const VisitCount& count : policy) {
        const Illegal illegal = game.check(count.move);
        if (illegal != Illegal::none) return describe(illegal, Event(count.move));
        if (count.visits < 0) return fmt::format("{} visits", count.visits);
    }
    return {};
}

// Of the seat that moves at that ply.
int result_at(const GameLog& log, std::size_t ply) {
    return log.points(static_cast<int>(ply % 2)) - 1;
}

TrainingPosition training_at(const GameLog& log, const Position& position, std::size_t ply) {
    std::int64_t visits = 0;
    for (const VisitCount& count : log.policy[ply]) visits += count.visits;
    return {.game = log.game,
            .ply = static_cast<int>(ply),
            .position = position,
            .value = log.values[ply],
            .result = result_at(log, ply),
            .reason = log.reason,
            .plies_left = static_cast<int>(log.events.size() - ply),
            .played = log.events[ply].move(),
            .visits = static_cast<int>(std::min<std::int64_t>(visits, 0xFFFF)),
            .policy = shares_of(log.policy[ply])};
}

}  // namespace

// Rounds the sums rather than the shares, so that nothing is left over.
std::vector<MoveShare> shares_of(const std::vector<VisitCount>& visits) {
    std::int64_t all = 0, so_far = 0;
    for (const VisitCount& count : visits) all += count.visits;
    std::vector<MoveShare> shares;
    int given = 0;
    for (const VisitCount& count : visits) {
        so_far += count.visits;
        const double sum =
            static_cast<double>(so_far) / static_cast<double>(std::max<std::int64_t>(all, 1));
        const int upto = static_cast<int>(std::lround(sum * kAllShares));
        if (upto > given) shares.push_back({count.move, upto - given});
        given = upto;
    }
    return shares;
}

PackedPosition packed(const TrainingPosition& training) {
    PackedPosition bytes{};
    pack_position(training.position, bytes);
    bytes.side_and_end = side_and_end(training);
    bytes.value = static_cast<std::int16_t>(std::lround(training.value * kValueUnits));
    bytes.plies_left = capped(training.plies_left);
    bytes.played = training.played.raw();
    for (std::size_t i = 0; i < training.policy.size(); ++i) {
        bytes.moves[i] = training.policy[i].move.raw();
        bytes.shares[i] = static_cast<std::uint8_t>(training.policy[i].share);
    }
    bytes.game = static_cast<std::uint32_t>(training.game);
    bytes.visits = capped(training.visits);
    bytes.ply = capped(training.ply);
    return bytes;
}

Result<TrainingPosition> unpacked(const PackedPosition& bytes) {
    TrainingPosition training{.game = static_cast<int>(bytes.game),
                              .ply = bytes.ply,
                              .position = Position(),
                              .value = bytes.value / kValueUnits,
                              .plies_left = bytes.plies_left,
                              .played = move_of(bytes.played),
                              .visits = bytes.visits,
                              .policy = {}};
    if (std::abs(training.value) > 1) return Error{fmt::format("a value of {}", training.value)};
    for (const Status& status : {unpack_position(bytes, training.position),
                                 unpack_end(bytes, training), unpack_policy(bytes, training)}) {
        if (!status) return Error{status.error()};
    }
    return training;
}

Result<std::vector<TrainingPosition>> training_positions(const GameLog& log) {
    const Status fit = why_unfit(log);
    if (!fit) return Error{fit.error()};
    std::vector<TrainingPosition> positions;
    Game game(log.rules, log.start);
    for (std::size_t ply = 0; ply < log.events.size(); ++ply) {
        const std::string fault = fault_at(log, game);
        if (!fault.empty()) return Error{fmt::format("ply {}: {}", ply + 1, fault)};
        TrainingPosition training = training_at(log, game.position(), ply);
        if (!training.policy.empty()) positions.push_back(std::move(training));
        const Illegal illegal = game.play(log.events[ply]);
        if (illegal == Illegal::none) continue;
        return Error{fmt::format("ply {}: {}", ply + 1, describe(illegal, log.events[ply]))};
    }
    return positions;
}

}  // namespace anqi
