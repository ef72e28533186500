#include "engine/tables/small_board.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/history.h"
#include "engine/core/movegen.h"
#include "engine/util/bits.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

// What lies on one square: a piece's index 0..13, or one of these.
using Symbol = std::uint8_t;
constexpr Symbol kEmpty = 14;
constexpr Symbol kFaceDown = 15;

// The existing squares of a board in order; symbols beyond their number are unused.
using Word = std::array<Symbol, SmallBoard::kMostSquares>;

// Counts of up to 16 things, four bits each.
using Counts = std::uint64_t;
constexpr Counts one(int symbol) { return Counts{1} << (4 * symbol); }
constexpr int count(Counts counts, int symbol) {
    return static_cast<int>(counts >> (4 * symbol) & 15);
}
// Requires that the sum is below 256.
constexpr int sum(Counts counts) {
    const Counts pairs = (counts & 0x0F0F'0F0F'0F0F'0F0F) + (counts >> 4 & 0x0F0F'0F0F'0F0F'0F0F);
    return static_cast<int>(pairs * 0x0101'0101'0101'0101 >> 56);
}
constexpr Counts kRedCounts = one(kKinds) - 1;
constexpr Counts kBlackCounts = kRedCounts << (4 * kKinds);
constexpr Counts swap_colours(Counts counts) {
    return (counts & kRedCounts) << (4 * kKinds) | counts >> (4 * kKinds);
}
constexpr Symbol swap_colour(Symbol s) {
    return s >= kPieces ? s : static_cast<Symbol>(s < kKinds ? s + kKinds : s - kKinds);
}

// The pieces that all positions of a class share.
struct ClassKey {
    Counts face_up = 0;
    Counts pool = 0;

    friend bool operator==(const ClassKey&, const ClassKey&) = default;
    friend auto operator<=>(const ClassKey&, const ClassKey&) = default;
    ClassKey swapped() const { return {swap_colours(face_up), swap_colours(pool)}; }
    bool alive(Colour c) const {
        return ((face_up | pool) & (c == Colour::red ? kRedCounts : kBlackCounts)) != 0;
    }
};

struct ClassKeyHash {
    std::size_t operator()(const ClassKey& key) const {
        std::uint64_t state = key.face_up ^ (key.pool * 0x9E3779B97F4A7C15ULL);
        return split_mix(state);
    }
};

// All arrangements of a class's symbols on the board, numbered in their alphabetical order.
class Numbering {
  public:
    Numbering() = default;
    Numbering(const ClassKey& key, int squares) : squares_(squares) {
        const int face_down = sum(key.pool);
        counts_ = key.face_up | static_cast<Counts>(face_down) << (4 * kFaceDown) |
                  static_cast<Counts>(squares - face_down - sum(key.face_up)) << (4 * kEmpty);
        size_ = 1;
        int placed = 0;
        for (int symbol = 0; symbol < 16; ++symbol) {
            for (int i = 1; i <= count(counts_, symbol); ++i) {
                size_ =
                    size_ * static_cast<std::uint32_t>(++placed) / static_cast<std::uint32_t>(i);
            }
        }
    }

    std::uint32_t size() const { return size_; }

    // The inverse of number().
    Word word(std::uint32_t number) const {
        Word word{};
        Counts left = counts_;
        std::uint32_t arrangements = size_;
        for (int i = 0; i < squares_; ++i) {
            int symbol = 0;
            std::uint32_t begun = 0;
            while (true) {
                begun = share(arrangements, count(left, symbol), squares_ - i);
                if (number < begun) break;
                number -= begun;
                ++symbol;
            }
            word[static_cast<std::size_t>(i)] = static_cast<Symbol>(symbol);
            arrangements = begun;
            left -= one(symbol);
        }
        return word;
    }

    std::uint32_t number(const Word& word) const {
        Counts left = counts_;
        std::uint32_t arrangements = size_, result = 0;  // of the squares that are left
        for (int i = 0; i < squares_; ++i) {
            const int symbol = word[static_cast<std::size_t>(i)];
            const int squares = squares_ - i;
            // Of the arrangements, a share of count / squares begins with a symbol.
            result += share(arrangements, sum(left & (one(symbol) - 1)), squares);
            arrangements = share(arrangements, count(left, symbol), squares);
            left -= one(symbol);
        }
        return result;
    }

  private:
    // arrangements * part / squares, which is a whole number here. Below 2^19 times 2^32: exact.
    static std::uint32_t share(std::uint32_t arrangements, int part, int squares) {
        static constexpr auto kInverse = [] {
            std::array<std::uint64_t, SmallBoard::kMostSquares + 1> inverse{};
            for (std::uint64_t n = 1; n < inverse.size(); ++n) {
                inverse[n] = ((std::uint64_t{1} << 32) + n - 1) / n;
            }
            return inverse;
        }();
        const std::uint64_t product = std::uint64_t{arrangements} * static_cast<unsigned>(part);
        return static_cast<std::uint32_t>(product * kInverse[static_cast<std::size_t>(squares)] >>
                                          32);
    }

    Counts counts_ = 0;
    int squares_ = 0;
    std::uint32_t size_ = 0;
};

// Positions of a class are numbered by arrangement and, in the lowest bit, side to move.
using Node = std::uint32_t;
constexpr Node node_of(std::uint32_t arrangement, Colour side) {
    return arrangement * 2 + (side == Colour::black);
}
constexpr Colour side_of(Node node) { return node & 1 ? Colour::black : Colour::red; }

constexpr double kNoExit = -std::numeric_limits<double>::infinity();

// The game within a class: who may leave it for what, and which quiet moves there are.
struct ClassGame {
    struct Step {
        Node from, to;
    };
    std::vector<double> exits;  // by node: the best for the side to move; kNoExit = it cannot leave
    std::vector<Step> steps;
};

// Finds the values above 0 that `hero` can force, from the highest down: his positions take the
// first value that reaches them, the opponent's the last, once no step avoids it.
class Forcing {
  public:
    Forcing(const ClassGame& game, Colour hero)
        : game_(game), hero_(hero), steps_left_(game.exits.size()), begin_(game.exits.size() + 1) {
        for (const auto& step : game.steps) {
            ++steps_left_[step.from];
            ++begin_[step.to + 1];
        }
        for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
        sources_.resize(game.steps.size());
        auto next = begin_;
        for (const auto& step : game.steps) sources_[next[step.to]++] = step.from;
    }

    // Writes the values for the side to move of all positions where one is forced.
    void run(std::vector<double>& values) {
        for (Node node = 0; node < game_.exits.size(); ++node) {
            if (own(node) || steps_left_[node] == 0) offer(node, worth_of_exit(node));
        }
        std::vector<bool> done(game_.exits.size());
        while (!queue_.empty()) {
            const auto [worth, node] = queue_.top();
            queue_.pop();
            if (done[node]) continue;
            done[node] = true;
            values[node] = own(node) ? worth : -worth;
            for (auto i = begin_[node]; i < begin_[node + 1]; ++i) reach(sources_[i], worth);
        }
    }

  private:
    bool own(Node node) const { return side_of(node) == hero_; }

    // For the hero.
    double worth_of_exit(Node node) const {
        return own(node) ? game_.exits[node] : -game_.exits[node];
    }

    void offer(Node node, double worth) {
        if (worth > 0 && worth < std::numeric_limits<double>::infinity()) {
            queue_.emplace(worth, node);
        }
    }

    void reach(Node node, double worth) {
        if (own(node)) {
            offer(node, worth);
        } else if (--steps_left_[node] == 0) {
            offer(node, std::min(worth, worth_of_exit(node)));
        }
    }

    const ClassGame& game_;
    Colour hero_;
    std::vector<std::uint32_t> steps_left_;  // not yet worth something for the hero
    std::vector<std::uint32_t> begin_;       // of each node's predecessors in sources_
    std::vector<Node> sources_;
    std::priority_queue<std::pair<double, Node>> queue_;
};

}  // namespace

class SmallBoard::Solver {
  public:
    Solver(const RuleSet& rules, Squares missing) : rules_(rules), missing_(missing) {
        for (const Square s : bits(~missing)) {
            number_[static_cast<std::size_t>(s)] = static_cast<int>(squares_.size());
            squares_.push_back(s);
        }
        find_symmetries();
    }

    std::size_t solved() const {
        std::size_t positions = 0;
        for (const auto& [key, table] : tables_) positions += table->values.size();
        return positions;
    }

    double value(const Position& position) {
        if (position.side() == Colour::none) {
            double best = -1;
            for (const Square s : bits(position.face_down())) {
                best = std::max(best, value(position, Move::flip(s)));
            }
            return best;
        }
        return look_up(find(key_of(position)), word_of(position), position.side());
    }

    double value(const Position& position, Move move) {
        if (!move.is_flip()) return -value_after(position, Event(move));
        double sum_of_values = 0;
        position.pool().for_each(
            [&](Piece p, int n) { sum_of_values -= n * value_after(position, Event(move, p)); });
        return sum_of_values / position.pool().size();
    }

    void set_interruption(std::function<bool()> due) { due_ = std::move(due); }

  private:
    struct Table {
        ClassKey key;
        Numbering numbering;
        std::vector<double> values;  // by node, for the side to move
    };
    // A class as it is stored or with its colours swapped, or the end of the game.
    struct Reference {
        const Table* table = nullptr;
        bool swapped = false;
        Winner winner = Winner::none;
    };

    double value_after(const Position& position, Event event) {
        Position next = position;
        apply(rules_, next, event);
        return value(next);
    }

    // The mirrorings of the rectangle of squares, as renumberings.
    void find_symmetries() {
        const auto [low, high] =
            std::minmax_element(squares_.begin(), squares_.end(),
                                [](Square a, Square b) { return rank_of(a) < rank_of(b); });
        const int files = file_of(squares_.front()) + file_of(squares_.back());
        const int ranks = rank_of(*low) + rank_of(*high);
        for (const auto& [mirror_files, mirror_ranks] :
             {std::pair{true, false}, std::pair{false, true}, std::pair{true, true}}) {
            std::array<std::size_t, kMostSquares> image{};
            for (std::size_t i = 0; i < squares_.size(); ++i) {
                const int file = file_of(squares_[i]), rank = rank_of(squares_[i]);
                const Square to = make_square(mirror_files ? files - file : file,
                                              mirror_ranks ? ranks - rank : rank);
                image[i] = static_cast<std::size_t>(number_[static_cast<std::size_t>(to)]);
            }
            symmetries_.push_back(image);
        }
    }

    ClassKey key_of(const Position& position) const {
        ClassKey key{0, position.pool().raw()};
        for (const Square s : bits(position.face_up())) key.face_up += one(index(position.at(s)));
        return key;
    }

    Symbol symbol_at(const Position& position, Square s) const {
        if (position.face_down() & bit(s)) return kFaceDown;
        const Piece p = position.at(s);
        return p == Piece::none ? kEmpty : static_cast<Symbol>(index(p));
    }

    Word word_of(const Position& position) const {
        Word word{};
        for (std::size_t i = 0; i < squares_.size(); ++i) {
            word[i] = symbol_at(position, squares_[i]);
        }
        return word;
    }

    Position position_of(const Word& word, const ClassKey& key) const {
        Position position;
        for (const Square s : bits(missing_)) position.put_missing(s);
        for (std::size_t i = 0; i < squares_.size(); ++i) {
            if (word[i] == kFaceDown) position.put_face_down(squares_[i]);
            if (word[i] < kPieces) position.put(squares_[i], piece_at_index(word[i]));
        }
        for (int p = 0; p < kPieces; ++p) {
            for (int n = count(key.pool, p); n > 0; --n) position.add_to_pool(piece_at_index(p));
        }
        return position;
    }

    // The class, solved if that has not been done yet. Of two classes that differ by the colours
    // one is stored.
    Reference find(const ClassKey& key) {
        const bool red = key.alive(Colour::red), black = key.alive(Colour::black);
        if (!red || !black) {
            return {nullptr, false, red ? Winner::red : black ? Winner::black : Winner::draw};
        }
        const ClassKey swapped = key.swapped();
        const ClassKey& stored = std::min(key, swapped);
        const auto found = tables_.find(stored);
        if (found != tables_.end()) return {found->second.get(), stored != key, Winner::none};
        if (due_ && due_()) throw Abandoned();
        auto table = std::make_unique<Table>();
        table->key = stored;
        table->numbering = Numbering(stored, static_cast<int>(squares_.size()));
        with_rules(rules_, [&](auto shape) { solve<decltype(shape)>(*table); });
        const auto* const kept = tables_.emplace(stored, std::move(table)).first->second.get();
        return {kept, stored != key, Winner::none};
    }

    // For the side to move.
    double look_up(const Reference& reference, Word word, Colour side) const {
        if (reference.winner == Winner::draw) return 0;
        if (reference.winner != Winner::none) {
            return reference.winner == winner_for(side) ? 1 : -1;
        }
        if (reference.swapped) {
            for (Symbol& symbol : word) symbol = swap_colour(symbol);
            side = opponent(side);
        }
        return reference.table->values[node_of(reference.table->numbering.number(word), side)];
    }

    template <class Shape>
    void solve(Table& table) {
        const auto representatives = representatives_of(table);
        const ClassGame game = game_of<Shape>(table, representatives);
        table.values.assign(game.exits.size(), 0);
        Forcing(game, Colour::red).run(table.values);
        Forcing(game, Colour::black).run(table.values);
        for (std::uint32_t i = 0; i < representatives.size(); ++i) {
            for (const Colour side : {Colour::red, Colour::black}) {
                table.values[node_of(i, side)] = table.values[node_of(representatives[i], side)];
            }
        }
    }

    // For each arrangement the least number among its mirror images: only those are worked on.
    std::vector<std::uint32_t> representatives_of(const Table& table) const {
        std::vector<std::uint32_t> result(table.numbering.size());
        for (std::uint32_t i = 0; i < result.size(); ++i) {
            const Word word = table.numbering.word(i);
            std::uint32_t least = i;
            for (const auto& image : symmetries_) {
                Word mirrored{};
                for (std::size_t s = 0; s < squares_.size(); ++s) mirrored[image[s]] = word[s];
                least = std::min(least, table.numbering.number(mirrored));
            }
            result[i] = least;
        }
        return result;
    }

    // What may come up, with the class that it leads to.
    struct Revelation {
        Symbol symbol;
        double chance;
        Reference reference;
    };

    std::vector<Revelation> revelations_of(const ClassKey& key) {
        std::vector<Revelation> result;
        for (int p = 0; p < kPieces; ++p) {
            const int n = count(key.pool, p);
            if (n == 0) continue;
            const Reference reference = find({key.face_up + one(p), key.pool - one(p)});
            result.push_back(
                {static_cast<Symbol>(p), static_cast<double>(n) / sum(key.pool), reference});
        }
        return result;
    }

    template <class Shape>
    ClassGame game_of(const Table& table, const std::vector<std::uint32_t>& representatives) {
        const auto revelations = revelations_of(table.key);
        ClassGame game;
        game.exits.assign(representatives.size() * 2, kNoExit);
        for (std::uint32_t i = 0; i < representatives.size(); ++i) {
            if (representatives[i] != i) continue;
            const Word word = table.numbering.word(i);
            Position position = position_of(word, table.key);
            for (const Colour side : {Colour::red, Colour::black}) {
                position.set_side(side);
                enter<Shape>(game, table, representatives, revelations, word, position);
            }
        }
        return game;
    }

    template <class Shape>
    void enter(ClassGame& game, const Table& table,
               const std::vector<std::uint32_t>& representatives,
               const std::vector<Revelation>& revelations, const Word& word,
               const Position& position) {
        const Colour side = position.side();
        const Node node = node_of(table.numbering.number(word), side);
        MoveList moves;
        generate<Shape>(position, moves);
        double& exit = game.exits[node];
        if (moves.empty()) exit = -1;
        for (const Move move : moves) {
            if (move.is_flip()) {
                exit = std::max(exit, value_of_flip(revelations, word, move.from(), side));
            } else if (position.at(move.to()) != Piece::none) {
                exit = std::max(exit, value_of_capture<Shape>(table.key, word, move, side));
            } else {
                const auto to = table.numbering.number(moved(word, move));
                game.steps.push_back({node, node_of(representatives[to], opponent(side))});
            }
        }
    }

    std::size_t place(Square s) const {
        return static_cast<std::size_t>(number_[static_cast<std::size_t>(s)]);
    }

    Word moved(Word word, Move move) const {
        word[place(move.to())] = word[place(move.from())];
        word[place(move.from())] = kEmpty;
        return word;
    }

    // These three are for the side to move.
    double value_of_flip(const std::vector<Revelation>& revelations, Word word, Square square,
                         Colour side) const {
        double mean = 0;
        for (const Revelation& r : revelations) {
            word[place(square)] = r.symbol;
            mean -= r.chance * look_up(r.reference, word, opponent(side));
        }
        return mean;
    }

    template <class Shape>
    double value_of_capture(ClassKey key, const Word& word, Move move, Colour side) {
        const Symbol attacker = word[place(move.from())], victim = word[place(move.to())];
        Word after = moved(word, move);
        key.face_up -= one(victim);
        if (Shape::kEqualsVanish && swap_colour(attacker) == victim) {
            key.face_up -= one(attacker);
            after[place(move.to())] = kEmpty;
        }
        return -look_up(find(key), after, opponent(side));
    }

    RuleSet rules_;
    Squares missing_;
    std::function<bool()> due_;
    std::vector<Square> squares_;         // those that exist
    std::array<int, kSquares> number_{};  // place of each of them in squares_
    std::vector<std::array<std::size_t, kMostSquares>> symmetries_;
    std::unordered_map<ClassKey, std::unique_ptr<Table>, ClassKeyHash> tables_;
};

bool SmallBoard::fits(Squares missing) {
    return missing != ~Squares{0} && std::popcount(~missing) <= kMostSquares;
}

SmallBoard::SmallBoard(const RuleSet& rules, Squares missing)
    : solver_(std::make_unique<Solver>(rules, missing)) {
    assert(fits(missing));
}

SmallBoard::~SmallBoard() = default;

double SmallBoard::value(const Position& position) { return solver_->value(position); }

double SmallBoard::value(const Position& position, Move move) {
    return solver_->value(position, move);
}

void SmallBoard::set_interruption(std::function<bool()> due) {
    solver_->set_interruption(std::move(due));
}

std::size_t SmallBoard::solved() const { return solver_->solved(); }

}  // namespace anqi
