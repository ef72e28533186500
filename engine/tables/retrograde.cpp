#include "engine/tables/retrograde.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "engine/tables/class_game.h"

namespace anqi {
namespace {

// What a number of actions come to for the side to move.
struct Prospects {
    int winning = -1;      // least distance of one that wins; -1 = there is none
    int losing = -1;       // greatest distance of those that lose
    bool drawing = false;  // whether one draws

    bool any() const { return drawing || winning >= 0 || losing >= 0; }
    bool safe() const { return drawing || winning >= 0; }
    // An action after which the side to move stands like that, `distance` counted from before it.
    void add(int theirs, int distance) {
        if (theirs == 0) drawing = true;
        if (theirs > 0) losing = std::max(losing, distance);
        if (theirs < 0 && (winning < 0 || distance < winning)) winning = distance;
    }
    // Of all actions there are.
    Judgement judgement() const {
        if (winning >= 0) return {1, winning};
        return drawing ? Judgement{} : Judgement{-1, losing};
    }
};

// The game within a class, seen under a measure.
template <class Shape>
class Outlook {
  public:
    using Game = ClassGame<Shape>;
    using Spot = typename Game::Spot;

    Outlook(const EndgameClass& cls, const Passages& passages, const Measure& measure,
            const Judge& judge)
        : game_(cls, passages), measure_(measure), judge_(judge) {}

    const Game& game() const { return game_; }

    Prospects captures(const Spot& spot) const {
        Prospects prospects;
        game_.for_each_capture(spot, [&](const Passage& passage, NodeNumber node) {
            const Judgement theirs = judge(passage, node);
            prospects.add(theirs.result, measure_.to_end ? theirs.distance + 1 : 1);
            return true;
        });
        return prospects;
    }

    // The distance at which a side without an action has lost: where the draw comes first on the
    // limit ply, one more ply must be left.
    int blockade_distance() const {
        return !measure_.to_end && measure_.limit_ply == LimitPly::draw;
    }

  private:
    // For the side to move after the capture.
    Judgement judge(const Passage& passage, NodeNumber node) const {
        if (passage.cls == nullptr) return {passage.result, 0};
        const Judgement j = judge_(*passage.cls, node);
        return measure_.to_end ? j : j.in_time(measure_.limit);
    }

    Game game_;
    Measure measure_;
    const Judge& judge_;
};

// Whether no placement is its own mirror image: the squares of a group that is one come in pairs.
// Then as many quiet moves lead from one node to another as lead back.
bool free_of_mirror_images(const EndgameClass& cls) {
    for (std::size_t g = 0; g < cls.face_up_groups(); ++g) {
        if (cls.pieces(g).size() % 2 == 1) return true;
    }
    return false;
}

template <class Shape>
class Builder {
  public:
    Builder(const EndgameClass& cls, const Passages& passages, const Measure& measure,
            const Judge& judge)
        : cls_(cls),
          outlook_(cls, passages, measure, judge),
          open_(cls.nodes(), 0),
          counted_(free_of_mirror_images(cls)) {
        assert(cls.nodes() < UINT32_MAX);
        analysis_.judgements.assign(cls.nodes(), 0);
    }

    Analysis run() {
        for (NodeNumber node = 0; node < cls_.nodes(); ++node) {
            if (cls_.used(node)) enter(node);
        }
        // Captures and blockades have filled the first queues, and each step fills later ones.
        for (int d = 0; d < static_cast<int>(queues_.size()); ++d) {
            const Queue now = std::move(queues_[static_cast<std::size_t>(d)]);
            for (const auto node : now.lost) decide(node, {-1, d});
            for (const auto node : now.won) decide(node, {1, d});
        }
        return std::move(analysis_);
    }

  private:
    using Spot = typename ClassGame<Shape>::Spot;
    struct Queue {
        std::vector<std::uint32_t> won, lost;
    };
    // In open_: a node that will not be lost, since a capture wins or draws; and one with a capture
    // that loses. Below: how many quiet moves are not yet known to lose.
    static constexpr std::uint8_t kSafe = 0xFF;
    static constexpr std::uint8_t kMayLose = 0x80;

    Queue& queue(int distance) {
        const auto d = static_cast<std::size_t>(distance);
        if (queues_.size() <= d) queues_.resize(d + 1);
        return queues_[d];
    }

    void enter(NodeNumber node) {
        const Spot spot = outlook_.game().spot(node);
        const int quiets = outlook_.game().count_quiets(spot);
        const Prospects captures = outlook_.captures(spot);
        const auto i = static_cast<std::uint32_t>(node);
        if (captures.winning >= 0) queue(captures.winning).won.push_back(i);
        if (captures.safe()) {
            open_[node] = kSafe;
        } else {
            open_[node] = static_cast<std::uint8_t>(quiets | (captures.any() ? kMayLose : 0));
            if (quiets > 0) return;
            analysis_.blockades |= !captures.any();
            const int distance = captures.any() ? captures.losing : outlook_.blockade_distance();
            queue(distance).lost.push_back(i);
        }
    }

    void decide(std::uint32_t node, Judgement judgement) {
        auto& packed = analysis_.judgements[node];
        if (packed != 0) return;
        packed = pack(judgement);
        const Spot spot = outlook_.game().spot(node);
        outlook_.game().for_each_predecessor(spot, [&](NodeNumber before) {
            if (analysis_.judgements[before] != 0) return;
            if (judgement.result < 0) {
                queue(judgement.distance + 1).won.push_back(static_cast<std::uint32_t>(before));
            } else if (open_[before] != kSafe && now_lost(before)) {
                lose(before, judgement.distance + 1);
            }
        });
    }

    // One of the node's quiet moves has just been found to lose: was it the last?
    bool now_lost(NodeNumber node) {
        if (counted_) return (--open_[node] & ~kMayLose) == 0;
        return outlook_.game().for_each_quiet(outlook_.game().spot(node), [this](NodeNumber after) {
            return analysis_.judgements[after] > 0;
        });
    }

    void lose(NodeNumber node, int distance) {
        if (open_[node] & kMayLose) {
            const Prospects captures = outlook_.captures(outlook_.game().spot(node));
            distance = std::max(distance, captures.losing);
        }
        queue(distance).lost.push_back(static_cast<std::uint32_t>(node));
    }

    const EndgameClass& cls_;
    Outlook<Shape> outlook_;
    Analysis analysis_;
    std::vector<std::uint8_t> open_;
    bool counted_;
    std::vector<Queue> queues_;  // by distance
};

template <class Shape>
Judgement by_successors(const Outlook<Shape>& outlook, NodeNumber node,
                        const std::function<Judgement(NodeNumber)>& within) {
    const auto spot = outlook.game().spot(node);
    Prospects prospects = outlook.captures(spot);
    outlook.game().for_each_quiet(spot, [&](NodeNumber after) {
        const Judgement theirs = within(after);
        prospects.add(theirs.result, theirs.distance + 1);
        return true;
    });
    return prospects.any() ? prospects.judgement() : Judgement{-1, outlook.blockade_distance()};
}

}  // namespace

Analysis analyse(const EndgameClass& cls, const Passages& passages, const Measure& measure,
                 const Judge& judge) {
    assert(cls.men().pool.empty());
    return with_shape(cls.shape(), [&](auto shape) {
        return Builder<decltype(shape)>(cls, passages, measure, judge).run();
    });
}

Judgement judgement_by_successors(const EndgameClass& cls, const Passages& passages,
                                  NodeNumber node, const Measure& measure, const Judge& judge,
                                  const std::function<Judgement(NodeNumber)>& within) {
    return with_shape(cls.shape(), [&](auto shape) {
        const Outlook<decltype(shape)> outlook(cls, passages, measure, judge);
        return by_successors(outlook, node, within);
    });
}

}  // namespace anqi
