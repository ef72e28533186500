// Endings that share one table, their positions numbered as the table's nodes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/tables/kinship.h"
#include "engine/tables/men.h"
#include "engine/tables/placements.h"

namespace anqi {

// A placement with a side to move; alike positions (mirror images, colours exchanged, alike men for
// each other) have one number.
using NodeNumber = std::uint64_t;

// Immutable; any thread may ask.
class EndgameClass {
  public:
    // Named after these men; red plays the first side.
    EndgameClass(Shape shape, const Men& men, std::size_t number);

    // Its place in EndgameClasses::all().
    std::size_t number() const { return number_; }

    Shape shape() const { return shape_; }
    const Men& men() const { return men_; }
    std::string name() const { return to_text(men_); }
    const Kinship& kin() const { return kin_; }

    // Groups on the board: those face up, and the face-down pieces as the last one if there are
    // any.
    std::size_t groups() const { return placements_.groups(); }
    std::size_t face_up_groups() const { return pieces_.size(); }
    bool second_side(std::size_t face_up_group) const { return kin_.groups[face_up_group].side; }
    // Men of the class's name that make up a face-up group.
    const std::vector<Piece>& pieces(std::size_t face_up_group) const {
        return pieces_[face_up_group];
    }

    // Whether the sides may be exchanged. Nodes then have the first side to move.
    bool symmetric() const { return symmetric_; }
    NodeNumber nodes() const { return placements_.size() * (symmetric_ ? 1 : 2); }
    NodeNumber node(const GroupSquares& squares, bool second_moves) const;

    struct Spot {
        GroupSquares squares;
        bool second_moves;
    };
    Spot spot(NodeNumber node) const;
    // Whether a number below nodes() is the node of its own spot; only such have values.
    bool used(NodeNumber node) const;
    // With the men of the class's name, quiet count 0.
    Position position(const Spot& spot) const;

  private:
    std::size_t number_;
    Shape shape_;
    Men men_;
    Kinship kin_;
    std::vector<std::vector<Piece>> pieces_;
    Placements placements_;
    bool symmetric_;
    std::array<std::size_t, kMostGroups> mirror_{};  // group's counterpart when sides are exchanged
};

// How a set of men sits in its class.
struct Seating {
    const EndgameClass* cls = nullptr;
    Colour first = Colour::red;  // who plays the class's first side
    std::array<std::int8_t, kPieces> seat{};

    GroupSquares squares(const Position& position) const;
    NodeNumber node(const Position& position) const;
};

// The classes of a shape, with all sets of men that belong to them. Immutable; any thread may ask.
class EndgameClasses {
  public:
    // Numbers of men, and how many of those may be face down.
    struct Extent {
        int men;
        int face_down;
    };
    EndgameClasses(Shape shape, const std::vector<Extent>& extents);

    Shape shape() const { return shape_; }
    // In the order of the extents, and of for_each_men() within one.
    const std::vector<std::unique_ptr<const EndgameClass>>& all() const { return classes_; }
    // nullptr for men of other extents.
    const Seating* find(const Men& men) const;
    // How many sets of men there are.
    std::size_t sets() const { return seatings_.size(); }

  private:
    void add(const Men& men);

    Shape shape_;
    std::vector<std::unique_ptr<const EndgameClass>> classes_;
    std::unordered_map<std::string, const EndgameClass*> by_signature_;
    std::unordered_map<Men, Seating, MenHash> seatings_;
};

// All endings of 2 to `men` men, everything face up; with `face_down` also those of up to so many
// men with any number of them face down. Smaller ones first, so that actions lead back in this
// order.
std::vector<EndgameClasses::Extent> extents_up_to(int men, int face_down);

}  // namespace anqi
