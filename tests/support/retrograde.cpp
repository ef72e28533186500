#include "tests/support/retrograde.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>

#include "engine/core/apply.h"
#include "engine/core/history.h"
#include "engine/core/movegen.h"
#include "engine/core/notation.h"
#include "engine/core/outcome.h"
#include "engine/util/bits.h"

namespace anqi::test {
namespace {

// Side to move in the lowest bit, then five bits for the square of each man.
using Index = std::uint32_t;

constexpr std::size_t index_count(std::size_t men) { return std::size_t{2} << (5 * men); }

Index index_of(const Position& position, const Men& men) {
    Index result = position.side() == Colour::black;
    int shift = 1;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (i > 0 && men[i] == men[i - 1]) continue;
        for (const Square s : bits(position.of(men[i]))) {
            result |= static_cast<Index>(s) << shift;
            shift += 5;
        }
    }
    return result;
}

// Calls f(squares) for every way to place the men that `squares` lacks; equal men stand in rising
// order.
template <class F>
void for_each_placement(const Men& men, std::vector<Square>& squares, Squares taken, F&& f) {
    const std::size_t next = squares.size();
    if (next == men.size()) {
        f(squares);
        return;
    }
    const bool equal = next > 0 && men[next] == men[next - 1];
    for (Square s = equal ? squares.back() + 1 : 0; s < kSquares; ++s) {
        if (taken & bit(s)) continue;
        squares.push_back(s);
        for_each_placement(men, squares, taken | bit(s), f);
        squares.pop_back();
    }
}

// Calls f(position) for every placement with either side to move.
template <class F>
void for_each_position(const Men& men, F&& f) {
    std::vector<Square> none;
    for_each_placement(men, none, 0, [&](const std::vector<Square>& placed) {
        Position position;
        for (std::size_t i = 0; i < men.size(); ++i) position.put(placed[i], men[i]);
        for (const Colour side : {Colour::red, Colour::black}) {
            position.set_side(side);
            f(position);
        }
    });
}

std::uint64_t key_of(const Men& men) {
    std::uint64_t key = 0;
    for (const Piece p : men) key += std::uint64_t{1} << (4 * index(p));
    return key;
}

std::uint64_t key_of(const Position& position) {
    std::uint64_t key = 0;
    for (int i = 0; i < kPieces; ++i) {
        const auto n = static_cast<std::uint64_t>(std::popcount(position.of(piece_at_index(i))));
        key |= n << (4 * i);
    }
    return key;
}

// Quiet moves turned round: for each position, those that lead to it.
class Predecessors {
  public:
    void add(Index from, Index to) { moves_.push_back({from, to}); }

    // After the last add().
    void sort(std::size_t positions) {
        begin_.assign(positions + 1, 0);
        for (const auto& m : moves_) ++begin_[m.to + 1];
        for (std::size_t i = 1; i <= positions; ++i) begin_[i] += begin_[i - 1];
        from_.resize(moves_.size());
        std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
        for (const auto& m : moves_) from_[next[m.to]++] = m.from;
        moves_ = {};
    }

    template <class F>
    void for_each(Index to, F&& f) const {
        for (auto i = begin_[to]; i < begin_[to + 1]; ++i) f(from_[i]);
    }

  private:
    struct Step {
        Index from, to;
    };
    std::vector<Step> moves_;
    std::vector<std::uint32_t> begin_;
    std::vector<Index> from_;
};

}  // namespace

Men men_of(std::string_view letters) {
    Men men;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const auto piece = parse_piece(letters.substr(i, 1));
        if (!piece) throw std::runtime_error(piece.error());
        men.push_back(*piece);
    }
    std::sort(men.begin(), men.end());
    return men;
}

Men men_of(const Position& position) {
    Men men;
    for (const Square s : bits(position.face_up())) men.push_back(position.at(s));
    std::sort(men.begin(), men.end());
    return men;
}

// Works backwards from decided positions in the order of their distance. A position is won as soon
// as one successor is lost for the opponent, and lost once all its successors are won for him; what
// is left when nothing more follows is a draw.
template <class Shape>
class Retrograde::Builder {
  public:
    Builder(Retrograde& solver, Table& table) : solver_(solver), table_(table) {
        table_.values.assign(index_count(table_.men.size()), 0);
        nodes_.resize(table_.values.size());
    }

    void run() {
        for_each_position(table_.men, [this](const Position& position) { enter(position); });
        predecessors_.sort(nodes_.size());
        // Captures and blockades have filled the first queues, and each step fills later ones.
        for (int d = 0; d < static_cast<int>(queues_.size()); ++d) {
            const Queue now = std::move(queues_[static_cast<std::size_t>(d)]);
            for (const Index i : now.lost) decide(i, d, false);
            for (const Index i : now.won) decide(i, d, true);
        }
    }

  private:
    struct Node {
        std::uint8_t open = 0;     // quiet successors not yet won for the opponent
        bool safe = false;         // a capture draws or wins
        std::int16_t longest = 0;  // distance by the losing captures
    };
    struct Queue {
        std::vector<Index> won, lost;
    };

    Queue& queue(int distance) {
        const auto d = static_cast<std::size_t>(distance);
        if (queues_.size() <= d) queues_.resize(d + 1);
        return queues_[d];
    }

    void enter(const Position& position) {
        const Index i = index_of(position, table_.men);
        if (board_verdict<Shape>(position).over()) {
            // A blockade, since both sides have pieces. Where the draw comes first on the limit
            // ply, one more ply must be left.
            const bool draw_first = solver_.rules_.limit_ply == LimitPly::draw;
            queue(solver_.measure_ == Measure::to_capture && draw_first).lost.push_back(i);
            return;
        }
        MoveList moves;
        generate<Shape>(position, moves);
        for (const Move move : moves) enter_move(i, position, move);
        const Node& node = nodes_[i];
        if (node.open == 0 && !node.safe) queue(node.longest).lost.push_back(i);
    }

    void enter_move(Index i, const Position& position, Move move) {
        Node& node = nodes_[i];
        Position next = position;
        apply<Shape>(next, Event(move));
        if (next.quiet() > 0) {
            predecessors_.add(i, index_of(next, table_.men));
            ++node.open;
            return;
        }
        const Judgement theirs = solver_.judge(next);
        const bool decides = solver_.in_time(theirs, 0);
        const int distance = solver_.measure_ == Measure::to_end ? theirs.distance + 1 : 1;
        if (decides && theirs.result < 0) queue(distance).won.push_back(i);
        // A winning capture rules a loss out as well as a drawing one does.
        if (!decides || theirs.result <= 0) {
            node.safe = true;
        } else {
            node.longest = std::max(node.longest, static_cast<std::int16_t>(distance));
        }
    }

    void decide(Index i, int distance, bool won) {
        std::int16_t& value = table_.values[i];
        if (value != 0) return;
        value = static_cast<std::int16_t>(won ? distance + 1 : -distance - 1);
        predecessors_.for_each(i, [&](Index before) {
            if (table_.values[before] != 0) return;
            Node& node = nodes_[before];
            if (!won) {
                queue(distance + 1).won.push_back(before);
            } else if (--node.open == 0 && !node.safe) {
                queue(std::max<int>(distance + 1, node.longest)).lost.push_back(before);
            }
        });
    }

    Retrograde& solver_;
    Table& table_;
    std::vector<Node> nodes_;
    Predecessors predecessors_;
    std::vector<Queue> queues_;  // by distance
};

Retrograde::Retrograde(const RuleSet& rules, Measure measure) : rules_(rules), measure_(measure) {}

const Retrograde::Table& Retrograde::table_for(const Men& men) {
    assert(!men.empty() && men.size() <= kMostMen);
    auto& slot = tables_[key_of(men)];
    if (!slot) {
        auto table = std::make_unique<Table>();
        table->men = men;
        with_rules(rules_, [&](auto shape) { Builder<decltype(shape)>(*this, *table).run(); });
        // Solving smaller sets may have moved the slots.
        tables_[key_of(men)] = std::move(table);
    }
    return *tables_[key_of(men)];
}

const Retrograde::Table& Retrograde::table_for(const Position& position) {
    const auto found = tables_.find(key_of(position));
    if (found != tables_.end() && found->second) return *found->second;
    return table_for(men_of(position));
}

Judgement Retrograde::judgement(std::int16_t value) const {
    if (value == 0) return {};
    return value > 0 ? Judgement{1, value - 1} : Judgement{-1, -value - 1};
}

bool Retrograde::in_time(Judgement judgement, int quiet) const {
    if (measure_ == Measure::to_end || rules_.quiet_limit == 0) return true;
    return judgement.distance <= rules_.quiet_limit - quiet;
}

Judgement Retrograde::judge(const Position& position) {
    assert(position.face_down() == 0 && position.missing() == 0);
    const bool own = position.of(position.side()) != 0;
    const bool others = position.of(opponent(position.side())) != 0;
    if (own != others) return {own ? 1 : -1, 0};
    if (!own) return {};  // equals have removed each other
    const Table& table = table_for(position);
    return judgement(table.values[index_of(position, table.men)]);
}

int Retrograde::result(const Position& position) {
    const Judgement judgement = judge(position);
    return in_time(judgement, position.quiet()) ? judgement.result : 0;
}

int Retrograde::result_after(const Position& position, Move move) {
    Position next = position;
    apply(rules_, next, Event(move));
    return -result(next);
}

Retrograde::Count Retrograde::count(const Men& men, Colour side) {
    const Table& table = table_for(men);
    Count count;
    for_each_position(men, [&](const Position& position) {
        if (position.side() != side) return;
        const Judgement judgement = this->judgement(table.values[index_of(position, men)]);
        const int result = in_time(judgement, 0) ? judgement.result : 0;
        ++(result > 0 ? count.won : result < 0 ? count.lost : count.drawn);
        if (result != 0) count.longest = std::max(count.longest, judgement.distance);
    });
    return count;
}

void Retrograde::forget_largest() {
    std::erase_if(tables_, [](const auto& entry) {
        return !entry.second || entry.second->men.size() == kMostMen;
    });
}

}  // namespace anqi::test
