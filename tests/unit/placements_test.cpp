// Numbers of placements: every placement has one, all its mirror images have the same, and no two
// placements that are not mirror images share one.
#include "engine/tables/placements.h"

#include <bit>
#include <doctest/doctest.h>
#include <set>
#include <vector>

#include "engine/core/symmetry.h"
#include "engine/tables/endgame_class.h"
#include "tests/support/endings.h"

namespace anqi {
namespace {

GroupSquares mirrored(const GroupSquares& squares, Symmetry symmetry) {
    GroupSquares result{};
    for (std::size_t g = 0; g < squares.size(); ++g) result[g] = transform(squares[g], symmetry);
    return result;
}

// Ways to place the groups, by counting them one man after the other.
std::uint64_t all_placements(const std::vector<int>& sizes) {
    std::uint64_t ways = 1;
    std::uint64_t free = kSquares;
    for (const int size : sizes) {
        for (std::uint64_t i = 1; i <= static_cast<std::uint64_t>(size); ++i) {
            ways = ways * free-- / i;
        }
    }
    return ways;
}

bool well_formed(const GroupSquares& squares, const std::vector<int>& sizes) {
    Squares taken = 0;
    for (std::size_t g = 0; g < squares.size(); ++g) {
        const int size = g < sizes.size() ? sizes[g] : 0;
        if (std::popcount(squares[g]) != size || (squares[g] & taken) != 0) return false;
        taken |= squares[g];
    }
    return true;
}

struct Survey {
    std::uint64_t placements = 0;  // with all mirror images
    std::uint64_t unused = 0;      // numbers that are not the number of their squares
    std::uint64_t wrong = 0;
};

void examine(const Placements& placements, const std::vector<int>& sizes, std::uint64_t number,
             Survey& survey) {
    const GroupSquares squares = placements.squares(number);
    survey.wrong += !well_formed(squares, sizes);
    const std::uint64_t own = placements.number(squares);
    std::set<GroupSquares> images;
    for (const Symmetry s : kSymmetries) {
        images.insert(mirrored(squares, s));
        survey.wrong += placements.number(mirrored(squares, s)) != own;
    }
    if (own == number) {
        survey.placements += images.size();
        return;
    }
    // The number in use is the smaller one and stands for a mirror image of the same placement.
    ++survey.unused;
    survey.wrong += own > number || images.count(placements.squares(own)) == 0;
}

// Goes through all numbers. If all mirror images have the same number and the placements of the
// numbers in use are as many as there are, every placement has exactly one number.
void check_all(const std::vector<int>& sizes) {
    const Placements placements(sizes);
    Survey survey;
    for (std::uint64_t n = 0; n < placements.size(); ++n) examine(placements, sizes, n, survey);
    CAPTURE(sizes.size());
    CAPTURE(sizes.front());
    CAPTURE(sizes.back());
    CHECK(survey.wrong == 0);
    CHECK(survey.placements == all_placements(sizes));
    if (placements.dense()) CHECK(survey.unused == 0);
}

TEST_CASE("placements of one and two groups have one number for all mirror images") {
    for (const std::vector<int>& sizes : std::vector<std::vector<int>>{
             {1}, {2}, {3}, {4}, {1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 1}, {1, 4}}) {
        check_all(sizes);
    }
}

TEST_CASE("placements of three groups have one number for all mirror images") {
    check_all({1, 1, 1});
    check_all({2, 1, 1});
}

TEST_CASE("placements of larger groups" * doctest::test_suite("slow")) {
    check_all({5});
    check_all({3, 2});
    check_all({2, 4});
}

TEST_CASE("a single leader leaves no number unused, a pair may be its own mirror image") {
    CHECK(Placements({1, 5, 2}).dense());
    CHECK_FALSE(Placements({2, 4}).dense());
    // One of the eight squares of a quarter of the board, then any of the others.
    CHECK(Placements({1, 1}).size() == 8 * 31);
}

// Numbers at random places of sizes too large to go through.
TEST_CASE("placements of many men come back from their numbers") {
    Random random(5);
    for (const std::vector<int>& sizes : std::vector<std::vector<int>>{
             {5, 3}, {4, 4}, {2, 2, 4}, {1, 1, 1, 1, 1, 1, 1, 1}, {5, 1, 2}, {2, 2, 2, 2}}) {
        const Placements placements(sizes);
        Survey survey;
        for (int i = 0; i < 500; ++i) {
            examine(placements, sizes, random.next() % placements.size(), survey);
        }
        CAPTURE(sizes.size());
        CHECK(survey.wrong == 0);
    }
}

struct NodeSurvey {
    std::uint64_t positions = 0;
    std::uint64_t wrong = 0;
};

// Node of the same position mirrored and with colours exchanged, and whether its spot leads back.
void examine_nodes(const EndgameClasses& classes, const Position& position, NodeSurvey& survey) {
    const Seating& seating = *classes.find(men_on(position));
    const NodeNumber node = seating.node(position);
    const EndgameClass& cls = *seating.cls;
    ++survey.positions;
    survey.wrong += node >= cls.nodes() || !cls.used(node);
    const auto spot = cls.spot(node);
    survey.wrong += cls.node(spot.squares, spot.second_moves) != node;
    survey.wrong += classes.find(cls.men())->node(cls.position(spot)) != node;
    const Position swapped = swap_colours(position);
    const Seating& other = *classes.find(men_on(swapped));
    survey.wrong += other.cls != seating.cls || other.node(swapped) != node;
    for (const Symmetry s : kSymmetries) {
        survey.wrong += seating.node(transform(position, s)) != node;
    }
}

TEST_CASE("mirror images and positions with exchanged colours are one node") {
    Random random(6);
    for (const Shape shape : {Shape::standard, Shape::exchange, Shape::xiangqi}) {
        const EndgameClasses classes(shape, extents_up_to(3, 3));
        NodeSurvey survey;
        for (const int men : {2, 3}) {
            for (int face_down = 0; face_down <= men; ++face_down) {
                for (const Men& set : test::random_endings(men, face_down, 700, random)) {
                    examine_nodes(classes, test::random_position(set, random), survey);
                }
            }
        }
        CHECK(survey.positions == 4'900);
        CHECK(survey.wrong == 0);
    }
}

TEST_CASE("alike men may change places") {
    // An elephant and a chariot take a king as little as each other.
    const EndgameClasses classes(Shape::standard, extents_up_to(3, 0));
    const Seating& seating = *classes.find(test::ending("MRvK"));
    CHECK(seating.cls->groups() == 2);
    Random random(7);
    for (int i = 0; i < 200; ++i) {
        const Position position = test::random_position(test::ending("MRvK"), random);
        Position exchanged = position;
        const Square m = std::countr_zero(position.of(Colour::red, Kind::elephant));
        const Square r = std::countr_zero(position.of(Colour::red, Kind::chariot));
        exchanged.take(m);
        exchanged.take(r);
        exchanged.put(m, make_piece(Colour::red, Kind::chariot));
        exchanged.put(r, make_piece(Colour::red, Kind::elephant));
        CHECK(seating.node(position) == seating.node(exchanged));
    }
}

}  // namespace
}  // namespace anqi
