#include "engine/tables/kinship.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace anqi {
namespace {

// What an attacker does to a victim that it reaches.
enum class Taking : std::uint8_t { none, takes, both_vanish };

// A cannon reaches its victims by jumping and then takes any.
bool takes(Shape shape, Kind attacker, Kind victim) {
    return shape == Shape::xiangqi || attacker == Kind::cannon || takes_by_rank(attacker, victim);
}

Taking taking(Shape shape, Kind attacker, Kind victim) {
    if (!takes(shape, attacker, victim)) return Taking::none;
    return shape == Shape::exchange && attacker == victim ? Taking::both_vanish : Taking::takes;
}

// Kinds that move alike share the first of them.
Kind mover(Shape shape, Kind kind) {
    if (shape == Shape::xiangqi) return kind == Kind::soldier ? Kind::general : kind;
    return kind == Kind::cannon ? kind : Kind::general;
}

using Relation = std::uint8_t;  // both ways

Relation relation(Shape shape, Kind own, Kind other) {
    return static_cast<Relation>(static_cast<int>(taking(shape, own, other)) * 3 +
                                 static_cast<int>(taking(shape, other, own)));
}

// Pieces of one kind and state.
struct Sort {
    Kind kind;
    bool face_up;
    int count;
};
using Sorts = std::vector<Sort>;

void add_sorts(Sorts& sorts, const Pool& pool, Colour side, bool face_up) {
    for (int k = 0; k < kKinds; ++k) {
        const auto kind = static_cast<Kind>(k);
        const int count = pool.count(make_piece(side, kind));
        if (count > 0) sorts.push_back({kind, face_up, count});
    }
}

Sorts sorts_of(const Men& men, Colour side) {
    Sorts sorts;
    add_sorts(sorts, men.face_up, side, true);
    add_sorts(sorts, men.pool, side, false);
    return sorts;
}

// Sorts that are alike, taken together.
struct Family {
    bool face_up;
    Kind mover;
    int count = 0;
    std::vector<Kind> kinds;
    std::vector<Relation> row;  // to each sort of the other side

    auto likeness() const { return std::tie(face_up, mover, row); }
};
using Families = std::vector<Family>;

Families families_of(Shape shape, const Sorts& own, const Sorts& others) {
    Families families;
    for (const Sort& sort : own) {
        Family family{sort.face_up, mover(shape, sort.kind), sort.count, {sort.kind}, {}};
        for (const Sort& other : others) {
            family.row.push_back(relation(shape, sort.kind, other.kind));
        }
        const auto twin = std::find_if(families.begin(), families.end(), [&](const Family& f) {
            return f.likeness() == family.likeness();
        });
        if (twin == families.end()) {
            families.push_back(family);
        } else {
            twin->count += sort.count;
            twin->kinds.push_back(sort.kind);
        }
    }
    return families;
}

// What can be said of a family without an order of the others: face up first.
using Rank = std::tuple<bool, Kind, int, std::vector<std::tuple<Relation, bool, Kind, int>>>;

Rank rank_of(Shape shape, const Family& family, const Families& others) {
    Rank rank{!family.face_up, family.mover, family.count, {}};
    auto& relations = std::get<3>(rank);
    for (const Family& other : others) {
        relations.emplace_back(relation(shape, family.kinds[0], other.kinds[0]), !other.face_up,
                               other.mover, other.count);
    }
    std::sort(relations.begin(), relations.end());
    return rank;
}

// The families in the order of their ranks, and which places share a rank.
struct Ordered {
    std::vector<const Family*> families;
    std::vector<std::size_t> ties;  // where each run of equal ranks begins; the end at the end
};

Ordered in_order(Shape shape, const Families& families, const Families& others) {
    std::vector<std::pair<Rank, const Family*>> ranked;
    for (const Family& f : families) ranked.emplace_back(rank_of(shape, f, others), &f);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Ordered result;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        if (i == 0 || ranked[i].first != ranked[i - 1].first) result.ties.push_back(i);
        result.families.push_back(ranked[i].second);
    }
    result.ties.push_back(ranked.size());
    return result;
}

// Calls f for every order of the families that keeps to the ranks.
template <class F>
void for_each_order(Ordered& ordered, std::size_t tie, F&& f) {
    if (tie + 1 >= ordered.ties.size()) {
        f();
        return;
    }
    const auto begin = ordered.families.begin() + static_cast<std::ptrdiff_t>(ordered.ties[tie]);
    const auto end = ordered.families.begin() + static_cast<std::ptrdiff_t>(ordered.ties[tie + 1]);
    std::sort(begin, end);
    do {
        for_each_order(ordered, tie + 1, f);
    } while (std::next_permutation(begin, end));
}

void describe(std::string& text, const std::vector<const Family*>& families) {
    for (const Family* f : families) {
        text.push_back(static_cast<char>('0' + f->count));
        text.push_back(static_cast<char>((f->face_up ? 'a' : 'A') + static_cast<int>(f->mover)));
    }
    text.push_back(' ');
}

std::string signature(Shape shape, const std::vector<const Family*>& first,
                      const std::vector<const Family*>& second) {
    std::string text;
    describe(text, first);
    describe(text, second);
    for (const Family* f : first) {
        for (const Family* s : second) {
            text.push_back(static_cast<char>('0' + relation(shape, f->kinds[0], s->kinds[0])));
        }
    }
    return text;
}

void seat(Kinship& kin, const std::vector<const Family*>& families, Colour colour, bool second,
          bool face_up) {
    for (const Family* f : families) {
        if (f->face_up != face_up) continue;
        for (const Kind kind : f->kinds) {
            if (!face_up) continue;
            kin.seat[static_cast<std::size_t>(index(make_piece(colour, kind)))] =
                static_cast<std::int8_t>(kin.groups.size());
        }
        kin.groups.push_back({second, face_up, static_cast<std::uint8_t>(f->count)});
    }
}

}  // namespace

Kinship kinship(Shape shape, const Men& men, Colour first) {
    assert(men.count() <= kMostTableMen && men.alive(Colour::red) && men.alive(Colour::black));
    const Sorts own = sorts_of(men, first), others = sorts_of(men, opponent(first));
    const Families firsts = families_of(shape, own, others);
    const Families seconds = families_of(shape, others, own);
    Ordered a = in_order(shape, firsts, seconds), b = in_order(shape, seconds, firsts);
    Kinship best;
    std::vector<const Family*> best_a, best_b;
    for_each_order(a, 0, [&] {
        for_each_order(b, 0, [&] {
            auto text = signature(shape, a.families, b.families);
            if (!best.signature.empty() && text >= best.signature) return;
            best.signature = std::move(text);
            best_a = a.families;
            best_b = b.families;
        });
    });
    best.seat.fill(-1);
    for (const bool face_up : {true, false}) {
        seat(best, best_a, first, false, face_up);
        seat(best, best_b, opponent(first), true, face_up);
    }
    return best;
}

}  // namespace anqi
