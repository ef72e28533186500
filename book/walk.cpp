#include "book/walk.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

#include "book/key.h"
#include "engine/core/apply.h"
#include "engine/core/notation.h"

namespace anqi {
namespace {

class Walk {
  public:
    explicit Walk(const Book& book) : book_(book), rules_(book.rules()) {
        meet(Position::start(), 0);
    }

    std::size_t run(const std::function<void(const BookPosition&, const BookPage&)>& visit) {
        std::size_t n = 0;
        for (; !open_.empty(); ++n) {
            const BookPosition next = open_.front();
            open_.pop_front();
            visit(next, book_.look_up(next.image));
            for (const Move move : distinct_moves(rules_, next.image)) follow(next, move);
        }
        return n;
    }

  private:
    void follow(const BookPosition& from, Move move) {
        const auto play = [&](Event event) {
            Position after = from.image;
            apply(rules_, after, event);
            meet(after, from.ply + 1);
        };
        if (!move.is_flip()) return play(Event(move));
        from.image.pool().for_each([&](Piece piece, int) { play(Event(move, piece)); });
    }

    void meet(const Position& position, int ply) {
        const std::uint64_t key = canonical_key(position).key;
        if (seen_.contains(key) || book_.look_up(position).empty()) return;
        seen_.insert(key);
        open_.push_back({canonical_image(position), ply});
    }

    const Book& book_;
    RuleSet rules_;
    std::deque<BookPosition> open_;
    std::unordered_set<std::uint64_t> seen_;
};

bool allowed(const MoveList& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

}  // namespace

std::size_t walk(const Book& book,
                 const std::function<void(const BookPosition&, const BookPage&)>& visit) {
    return Walk(book).run(visit);
}

std::optional<std::string> first_fault(const Book& book) {
    std::optional<std::string> fault;
    const std::size_t reached = walk(book, [&](const BookPosition& position, const BookPage& page) {
        const MoveList moves = Game(book.rules(), position.image).moves_on_board();
        for (const BookAction& action : page) {
            if (fault || allowed(moves, action.move)) continue;
            fault = to_text(action.move) + " in " + to_text(position.image);
        }
    });
    if (!fault && reached < book.positions()) {
        fault = std::to_string(book.positions() - reached) + " positions lead nowhere";
    }
    return fault;
}

}  // namespace anqi
