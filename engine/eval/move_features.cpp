#include "engine/eval/move_features.h"

namespace anqi {

template <class Shape>
MoveReader<Shape>::MoveReader(const Position& position)
    : position_(position), danger_(attacks_of<Shape>(position, opponent(position.side()))) {}

template <class Shape>
MoveRows MoveReader<Shape>::rows(Move move) const {
    if (move.is_flip()) return {static_cast<std::uint16_t>(move.from()), 0, 0};
    const Kind kind = kind_of(position_.at(move.from()));
    const Piece taken = position_.at(move.to());
    const int mover = index(kind);
    const int victim = taken == Piece::none ? 0 : 1 + index(kind_of(taken));
    const int before = danger_.on(kind) & bit(move.from()) ? 2 : 0;
    const int after = danger_.reach[static_cast<std::size_t>(mover)] & bit(move.to()) ? 1 : 0;
    return {static_cast<std::uint16_t>(kSquares + mover * kSquares + move.from()),
            static_cast<std::uint16_t>(1 + victim * kSquares + move.to()),
            static_cast<std::uint16_t>(1 + (mover * (kKinds + 1) + victim) * 4 + before + after)};
}

template class MoveReader<StandardShape>;
template class MoveReader<ExchangeShape>;
template class MoveReader<XiangqiShape>;

}  // namespace anqi
