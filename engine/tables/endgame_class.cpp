#include "engine/tables/endgame_class.h"

#include <algorithm>
#include <cassert>

#include "engine/util/bits.h"

namespace anqi {
namespace {

std::vector<std::vector<Piece>> pieces_of(const Men& men, const Kinship& kin) {
    std::vector<std::vector<Piece>> pieces;
    men.face_up.for_each([&](Piece piece, int count) {
        const auto group =
            static_cast<std::size_t>(kin.seat[static_cast<std::size_t>(index(piece))]);
        if (pieces.size() <= group) pieces.resize(group + 1);
        pieces[group].insert(pieces[group].end(), static_cast<std::size_t>(count), piece);
    });
    return pieces;
}

std::vector<int> sizes_of(const Men& men, const std::vector<std::vector<Piece>>& pieces) {
    std::vector<int> sizes;
    for (const auto& group : pieces) sizes.push_back(static_cast<int>(group.size()));
    if (!men.pool.empty()) sizes.push_back(men.pool.size());
    return sizes;
}

}  // namespace

EndgameClass::EndgameClass(Shape shape, const Men& men, std::size_t number)
    : number_(number),
      shape_(shape),
      men_(men),
      kin_(kinship(shape, men, Colour::red)),
      pieces_(pieces_of(men, kin_)),
      placements_(sizes_of(men, pieces_)) {
    const Kinship other = kinship(shape, men, Colour::black);
    symmetric_ = other.signature == kin_.signature;
    for (std::size_t g = 0; g < mirror_.size(); ++g) {
        mirror_[g] = g;
        if (g >= pieces_.size()) continue;
        const auto piece = static_cast<std::size_t>(index(pieces_[g].front()));
        mirror_[g] = static_cast<std::size_t>(other.seat[piece]);
    }
}

NodeNumber EndgameClass::node(const GroupSquares& squares, bool second_moves) const {
    if (!second_moves) return placements_.number(squares);
    if (!symmetric_) return placements_.size() + placements_.number(squares);
    GroupSquares exchanged{};
    for (std::size_t g = 0; g < groups(); ++g) exchanged[mirror_[g]] = squares[g];
    return placements_.number(exchanged);
}

EndgameClass::Spot EndgameClass::spot(NodeNumber node) const {
    const bool second = node >= placements_.size();
    return {placements_.squares(second ? node - placements_.size() : node), second};
}

bool EndgameClass::used(NodeNumber node) const {
    if (placements_.dense()) return true;
    const Spot spot = this->spot(node);
    return this->node(spot.squares, spot.second_moves) == node;
}

Position EndgameClass::position(const Spot& spot) const {
    Position position;
    for (std::size_t g = 0; g < pieces_.size(); ++g) {
        std::size_t i = 0;
        for (const Square s : bits(spot.squares[g])) position.put(s, pieces_[g][i++]);
    }
    if (!men_.pool.empty()) {
        for (const Square s : bits(spot.squares[pieces_.size()])) position.put_face_down(s);
        men_.pool.for_each([&](Piece piece, int count) {
            for (; count > 0; --count) position.add_to_pool(piece);
        });
    }
    position.set_side(spot.second_moves ? Colour::black : Colour::red);
    return position;
}

GroupSquares Seating::squares(const Position& position) const {
    GroupSquares squares{};
    for (std::size_t i = 0; i < kPieces; ++i) {
        const int group = seat[i];
        if (group >= 0) {
            squares[static_cast<std::size_t>(group)] |= position.of(static_cast<Piece>(i));
        }
    }
    if (position.face_down() != 0) squares[cls->face_up_groups()] = position.face_down();
    return squares;
}

NodeNumber Seating::node(const Position& position) const {
    return cls->node(squares(position), position.side() != first);
}

EndgameClasses::EndgameClasses(Shape shape, const std::vector<Extent>& extents) : shape_(shape) {
    for (const auto [men, face_down] : extents) {
        for_each_men(men, face_down, [this](const Men& set) { add(set); });
    }
}

void EndgameClasses::add(const Men& men) {
    const Kinship red = kinship(shape_, men, Colour::red);
    auto found = by_signature_.find(red.signature);
    if (found != by_signature_.end()) {
        seatings_[men] = {found->second, Colour::red, red.seat};
        return;
    }
    const Kinship black = kinship(shape_, men, Colour::black);
    found = by_signature_.find(black.signature);
    if (found != by_signature_.end()) {
        seatings_[men] = {found->second, Colour::black, black.seat};
        return;
    }
    classes_.push_back(std::make_unique<const EndgameClass>(shape_, men, classes_.size()));
    by_signature_[red.signature] = classes_.back().get();
    seatings_[men] = {classes_.back().get(), Colour::red, red.seat};
}

const Seating* EndgameClasses::find(const Men& men) const {
    const auto found = seatings_.find(men);
    return found == seatings_.end() ? nullptr : &found->second;
}

std::vector<EndgameClasses::Extent> extents_up_to(int men, int face_down) {
    std::vector<EndgameClasses::Extent> extents;
    for (int n = 2; n <= men; ++n) {
        extents.push_back({n, 0});
        for (int hidden = 1; n <= face_down && hidden <= n; ++hidden) {
            extents.push_back({n, hidden});
        }
    }
    return extents;
}

}  // namespace anqi
