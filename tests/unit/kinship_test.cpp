// Which endings are alike, found out a second time by trying: how kinds move and take is read off
// the move generator, and two sets of men are alike if some renaming of the men turns one into the
// other.
#include "engine/tables/kinship.h"

#include <algorithm>
#include <bit>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/movegen.h"
#include "engine/tables/endgame_class.h"
#include "tests/support/endings.h"

namespace anqi {
namespace {

constexpr Square kFrom = make_square(1, 2);

// What a red piece on kFrom does about a black one on `to`, with a face-down piece on `screen`
// (none there when it is `to`).
template <class Rules>
char taking(Kind attacker, Kind victim, Square to, Square screen) {
    Position position;
    position.put(kFrom, make_piece(Colour::red, attacker));
    position.put(to, make_piece(Colour::black, victim));
    position.set_side(Colour::red);
    if (screen != to) {
        position.put_face_down(screen);
        position.add_to_pool(make_piece(Colour::black, Kind::soldier));
    }
    const Move move(kFrom, to);
    if (!is_legal<Rules>(position, move)) return '.';
    apply<Rules>(position, Event(move));
    return position.of(Colour::red) != 0 ? 'x' : 'v';
}

template <class Rules>
std::string takings(Kind attacker, Kind victim) {
    std::string text;
    for (Square to = 0; to < kSquares; ++to) {
        for (Square screen = 0; screen < kSquares; ++screen) {
            if (to != kFrom && screen != kFrom) {
                text += taking<Rules>(attacker, victim, to, screen);
            }
        }
    }
    return text;
}

template <class Rules>
std::string steps(Kind kind) {
    Position position;
    position.put(kFrom, make_piece(Colour::red, kind));
    position.set_side(Colour::red);
    std::string text;
    for (Square to = 0; to < kSquares; ++to) {
        text += to != kFrom && is_legal<Rules>(position, Move(kFrom, to)) ? 'x' : '.';
    }
    return text;
}

// Observations as numbers, equal ones alike.
class Behaviour {
  public:
    explicit Behaviour(Shape shape) {
        with_shape(shape, [this](auto rules) { observe<decltype(rules)>(); });
    }

    char moves(Kind kind) const { return moves_[index(kind)]; }
    char takes(Kind attacker, Kind victim) const { return takes_[index(attacker)][index(victim)]; }

  private:
    template <class Rules>
    void observe() {
        for (int a = 0; a < kKinds; ++a) {
            moves_[a] = number(steps<Rules>(static_cast<Kind>(a)));
            for (int v = 0; v < kKinds; ++v) {
                takes_[a][v] = number(takings<Rules>(static_cast<Kind>(a), static_cast<Kind>(v)));
            }
        }
    }

    char number(const std::string& seen) {
        return numbers_.emplace(seen, static_cast<char>('A' + numbers_.size())).first->second;
    }

    std::map<std::string, char> numbers_;
    char moves_[kKinds];
    char takes_[kKinds][kKinds];
};

struct Man {
    Kind kind;
    bool face_up;

    friend bool operator<(const Man& a, const Man& b) {
        return std::pair(a.kind, a.face_up) < std::pair(b.kind, b.face_up);
    }
};

std::vector<Man> men_of_side(const Men& men, Colour side) {
    std::vector<Man> list;
    for (const bool face_up : {true, false}) {
        (face_up ? men.face_up : men.pool).for_each([&](Piece piece, int count) {
            if (colour_of(piece) != side) return;
            list.insert(list.end(), static_cast<std::size_t>(count), {kind_of(piece), face_up});
        });
    }
    std::sort(list.begin(), list.end());
    return list;
}

void describe(const Behaviour& behaviour, const std::vector<Man>& men, std::string& text) {
    for (const Man& man : men) {
        text += man.face_up ? 'u' : 'd';
        text += behaviour.moves(man.kind);
    }
    text += '/';
}

// The same for two sets if and only if some renaming turns one into the other: the first in the
// alphabet among all orders of the men.
std::string canonical(const Behaviour& behaviour, const Men& men, Colour first) {
    std::vector<Man> own = men_of_side(men, first);
    std::string best;
    do {
        std::vector<Man> others = men_of_side(men, opponent(first));
        do {
            std::string text;
            describe(behaviour, own, text);
            describe(behaviour, others, text);
            for (const Man& a : own) {
                for (const Man& b : others) {
                    text += behaviour.takes(a.kind, b.kind);
                    text += behaviour.takes(b.kind, a.kind);
                }
            }
            if (best.empty() || text < best) best = text;
        } while (std::next_permutation(others.begin(), others.end()));
    } while (std::next_permutation(own.begin(), own.end()));
    return best;
}

// Whether the same sets are alike by their signatures as by trying.
void compare(Shape shape, int men, int face_down) {
    const Behaviour behaviour(shape);
    std::map<std::string, std::string> found, expected;
    int different = 0;
    for (const Men& set : test::endings(men, face_down)) {
        for (const Colour first : {Colour::red, Colour::black}) {
            const std::string signature = kinship(shape, set, first).signature;
            const std::string truth = canonical(behaviour, set, first);
            different += expected.emplace(signature, truth).first->second != truth;
            different += found.emplace(truth, signature).first->second != signature;
        }
    }
    CAPTURE(men);
    CAPTURE(face_down);
    CHECK(different == 0);
    CHECK(!found.empty());
}

// Classes of so many men face up, colours taken together, by trying.
std::size_t count_classes(Shape shape, int men) {
    const Behaviour behaviour(shape);
    std::set<std::string> classes;
    for (const Men& set : test::endings(men, 0)) {
        classes.insert(std::min(canonical(behaviour, set, Colour::red),
                                canonical(behaviour, set, Colour::black)));
    }
    return classes.size();
}

constexpr std::array kShapes = {Shape::standard, Shape::exchange, Shape::xiangqi};

TEST_CASE("signatures are equal if and only if the men are alike") {
    for (const Shape shape : kShapes) {
        CAPTURE(static_cast<int>(shape));
        for (const int men : {2, 3}) {
            for (int face_down = 0; face_down <= men; ++face_down) compare(shape, men, face_down);
        }
        compare(shape, 4, 0);
    }
}

TEST_CASE("signatures of more men" * doctest::test_suite("slow")) {
    for (const Shape shape : kShapes) {
        CAPTURE(static_cast<int>(shape));
        compare(shape, 5, 0);
        compare(shape, 4, 2);
    }
}

TEST_CASE("the classes are as many as by trying") {
    const auto classes_of = [](Shape shape, int men) {
        return EndgameClasses(shape, {{men, 0}}).all().size();
    };
    for (const Shape shape : {Shape::standard, Shape::exchange}) {
        CHECK(classes_of(shape, 2) == 5);
        CHECK(classes_of(shape, 3) == 20);
        CHECK(classes_of(shape, 4) == 75);
        CHECK(classes_of(shape, 5) == 233);
    }
    CHECK(classes_of(Shape::xiangqi, 2) == 21);
    CHECK(classes_of(Shape::xiangqi, 3) == 126);
    CHECK(classes_of(Shape::xiangqi, 4) == 537);
    for (const Shape shape : kShapes) {
        for (const int men : {2, 3, 4}) {
            CHECK(classes_of(shape, men) == count_classes(shape, men));
        }
    }
}

// Signatures with red as the first side.
std::string signature(Shape shape, const char* men, Colour first = Colour::red) {
    return kinship(shape, test::ending(men), first).signature;
}

TEST_CASE("endings that are alike and others that are not") {
    const auto standard = [](const char* men) { return signature(Shape::standard, men); };
    CHECK(standard("KvK") == standard("GvG"));
    CHECK(standard("KvK") == standard("PvP"));
    CHECK(standard("KvG") == standard("PvK"));
    CHECK(standard("KvG") != standard("GvK"));
    CHECK(standard("KvG") == signature(Shape::standard, "GvK", Colour::black));
    CHECK(standard("CvP") != standard("KvP"));
    CHECK(standard("KvC") != standard("CvK"));
    CHECK(standard("KGvK") == standard("GMvG"));
    CHECK(standard("Kv+vK") != standard("KvK"));
    // Equals that both vanish.
    CHECK(signature(Shape::exchange, "KvK") != signature(Shape::exchange, "KvG"));
    // Everybody takes everybody, and the general moves like a soldier.
    CHECK(signature(Shape::xiangqi, "KvR") == signature(Shape::xiangqi, "PvR"));
    CHECK(signature(Shape::xiangqi, "KvR") != signature(Shape::xiangqi, "GvR"));
}

TEST_CASE("colours do not matter to what the first side is") {
    Random random(1);
    for (const Shape shape : kShapes) {
        for (const Men& men : test::random_endings(4, 1, 200, random)) {
            const Kinship red = kinship(shape, men, Colour::red);
            const Kinship black = kinship(shape, men.swapped(), Colour::black);
            CHECK(red.signature == black.signature);
        }
    }
}

}  // namespace
}  // namespace anqi
