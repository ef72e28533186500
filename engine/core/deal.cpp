#include "engine/core/deal.h"

#include "engine/util/bits.h"
#include "engine/util/list.h"

namespace anqi {

Deal::Deal(const Position& position, Random& random) {
    pieces_.fill(Piece::none);
    FixedList<Piece, kSquares> pool;
    position.pool().for_each([&](Piece piece, int count) {
        for (; count > 0; --count) pool.push(piece);
    });
    random.shuffle(pool);
    std::size_t next = 0;
    for (Square s : bits(position.face_down())) pieces_[static_cast<std::size_t>(s)] = pool[next++];
}

Piece draw(const Pool& pool, Random& random) {
    int rest = static_cast<int>(random.below(static_cast<std::uint32_t>(pool.size())));
    for (int i = 0;; ++i) {
        rest -= pool.count(piece_at_index(i));
        if (rest < 0) return piece_at_index(i);
    }
}

}  // namespace anqi
