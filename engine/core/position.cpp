#include "engine/core/position.h"

#include <bit>

#include "engine/core/zobrist.h"
#include "engine/util/bits.h"

namespace anqi {
namespace {

std::uint64_t pool_key(const Pool& pool) {
    std::uint64_t key = 0;
    for (int i = 0; i < kPieces; ++i) key ^= kZobrist.pool[i][pool.count(piece_at_index(i))];
    return key;
}

}  // namespace

Position::Position() : key_(kZobrist.side[index(Colour::none)]) { board_.fill(Piece::none); }

Position Position::start() {
    Position p;
    for (Square s = 0; s < kSquares; ++s) p.put_face_down(s);
    p.pool_ = Pool::full();
    p.key_ ^= pool_key(p.pool_);
    return p;
}

std::uint64_t Position::key_from_scratch() const {
    std::uint64_t key = kZobrist.side[index(side_)] ^ pool_key(pool_);
    for (Square s : bits(face_up())) key ^= kZobrist.piece[index(at(s))][s];
    for (Square s : bits(face_down_)) key ^= kZobrist.face_down[s];
    for (Square s : bits(missing_)) key ^= kZobrist.missing[s];
    return key;
}

bool Position::consistent() const {
    Squares seen[2] = {0, 0};
    for (int i = 0; i < kPieces; ++i) {
        const Piece p = piece_at_index(i);
        for (Square s : bits(of(p))) {
            if (at(s) != p) return false;
        }
        if (seen[index(colour_of(p))] & of(p)) return false;
        seen[index(colour_of(p))] |= of(p);
    }
    const bool disjoint = (seen[0] & seen[1]) == 0 && (face_up() & face_down_) == 0 &&
                          ((face_up() | face_down_) & missing_) == 0;
    for (Square s : bits(~face_up())) {
        if (at(s) != Piece::none) return false;
    }
    return disjoint && seen[0] == colours_[0] && seen[1] == colours_[1] &&
           pool_.size() == std::popcount(face_down_) && key_ == key_from_scratch();
}

bool operator==(const Position& a, const Position& b) {
    return a.board_ == b.board_ && a.face_down_ == b.face_down_ && a.missing_ == b.missing_ &&
           a.pool_ == b.pool_ && a.side_ == b.side_ && a.quiet_ == b.quiet_;
}

}  // namespace anqi
