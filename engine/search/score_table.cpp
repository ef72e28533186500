#include "engine/search/score_table.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <sys/mman.h>

namespace anqi {
namespace {

constexpr int kScoreShift = 43, kDepthShift = 36, kReachShift = 28, kBoundShift = 26,
              kHasMoveShift = 25, kMoveShift = 15, kGenerationShift = 9;
constexpr Score kScoreOffset = 1 << 20;

// Wins and losses are stored as seen from the position itself.
Score to_table(Score score, int ply) {
    if (score > kProven) return std::min(score + ply, kWin);
    if (score < -kProven) return std::max(score - ply, -kWin);
    return score;
}

Score from_table(Score score, int ply) {
    if (score > kProven) return std::max(score - ply, kProven + 1);
    if (score < -kProven) return std::min(score + ply, -kProven - 1);
    return score;
}

}  // namespace

// At least one bucket, else as many as fit: a power of two, so that a mask finds the place.
ScoreTable::ScoreTable(std::size_t mebibytes)
    : mask_(std::bit_floor(std::max<std::size_t>(1, (mebibytes << 20) / sizeof(Bucket))) - 1),
      buckets_(mask_ + 1) {
    // Only advice: every probe goes somewhere else, so small pages cost a walk each.
    ::madvise(&buckets_[0], buckets_.bytes(), MADV_HUGEPAGE);
    clear();
}

// Touches every page now, because a page fault in the middle of a search may cost milliseconds.
void ScoreTable::clear() {
    std::fill(&buckets_[0], &buckets_[0] + mask_ + 1, Bucket{});
    generation_ = 0;
}

std::uint64_t ScoreTable::pack(const Knowledge& k, unsigned generation) {
    assert(k.depth >= 0 && k.depth < 128 && k.reach >= 0 && k.reach <= kMaxReach);
    std::uint64_t data = static_cast<std::uint64_t>(k.score + kScoreOffset) << kScoreShift;
    data |= static_cast<std::uint64_t>(k.depth) << kDepthShift;
    data |= static_cast<std::uint64_t>(k.reach) << kReachShift;
    data |= static_cast<std::uint64_t>(k.bound) << kBoundShift;
    data |= static_cast<std::uint64_t>(generation) << kGenerationShift;
    if (!k.move) return data;
    return data | std::uint64_t{1} << kHasMoveShift | std::uint64_t{k.move->raw()} << kMoveShift;
}

Knowledge ScoreTable::unpack(std::uint64_t data) {
    Knowledge k;
    k.score = static_cast<Score>(data >> kScoreShift) - kScoreOffset;
    k.depth = static_cast<int>(data >> kDepthShift & 127);
    k.reach = static_cast<int>(data >> kReachShift & 255);
    k.bound = static_cast<Bound>(data >> kBoundShift & 3);
    if (data >> kHasMoveShift & 1) {
        const auto raw = static_cast<int>(data >> kMoveShift & 1023);
        k.move = Move(raw & 31, raw >> 5);
    }
    return k;
}

std::optional<Knowledge> ScoreTable::find(std::uint64_t key, int ply) const {
    for (const Entry& entry : buckets_[key & mask_].entries) {
        if (entry.key != key || entry.data == 0) continue;
        Knowledge k = unpack(entry.data);
        k.score = from_table(k.score, ply);
        return k;
    }
    return std::nullopt;
}

int ScoreTable::age(const Entry& entry) const {
    const auto born = static_cast<unsigned>(entry.data >> kGenerationShift);
    return static_cast<int>((generation_ - born) & kGenerationMask);
}

// The same position's entry, else a free one, else the one least worth keeping.
ScoreTable::Entry& ScoreTable::place_for(Bucket& bucket, std::uint64_t key) {
    const auto worth = [this](const Entry& entry) {
        return static_cast<int>(entry.data >> kDepthShift & 127) - 8 * age(entry);
    };
    Entry* worst = &bucket.entries[0];
    for (Entry& entry : bucket.entries) {
        if (entry.data == 0 || entry.key == key) return entry;
        if (worth(entry) < worth(*worst)) worst = &entry;
    }
    return *worst;
}

void ScoreTable::store(std::uint64_t key, int ply, const Knowledge& knowledge) {
    Entry& entry = place_for(buckets_[key & mask_], key);
    Knowledge k = knowledge;
    k.score = to_table(k.score, ply);
    if (!k.move && entry.data != 0 && entry.key == key) k.move = unpack(entry.data).move;
    entry = {key, pack(k, generation_)};
}

}  // namespace anqi
