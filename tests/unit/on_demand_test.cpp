// Endings without face-down pieces as the tables solve them, against the plain solver of
// tests/support and against counts of programs independent of this one.
#include "engine/tables/on_demand.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/core/notation.h"
#include "engine/tables/passage.h"
#include "engine/tables/solve_class.h"
#include "tests/support/endings.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/retrograde.h"
#include "tests/support/test_data.h"

namespace anqi {
namespace {

struct Limits {
    int limit;  // 0 = none
    LimitPly verdict;
};

constexpr std::array kAllLimits = {Limits{24, LimitPly::win},  Limits{30, LimitPly::draw},
                                   Limits{40, LimitPly::win},  Limits{40, LimitPly::draw},
                                   Limits{60, LimitPly::win},  Limits{60, LimitPly::draw},
                                   Limits{180, LimitPly::win}, Limits{180, LimitPly::draw},
                                   Limits{0, LimitPly::win},   Limits{0, LimitPly::draw}};

RuleSet rules_with(const char* name, Limits limits) {
    RuleSet rules = test::rules_of(name);
    rules.quiet_limit = limits.limit;
    rules.limit_ply = limits.verdict;
    return rules;
}

std::string describe(const RuleSet& rules, const Position& position, Judgement found,
                     Judgement expected) {
    return to_text(rules) + ": " + to_text(position) + " is " + std::to_string(found.result) +
           " in " + std::to_string(found.distance) + " and not " + std::to_string(expected.result) +
           " in " + std::to_string(expected.distance);
}

// The tables and the plain solver, for one rule set.
class Comparison {
  public:
    Comparison(OnDemand& tables, const RuleSet& rules)
        : tables_(tables), rules_(rules), plain_(rules, test::Measure::to_capture) {}

    // At a quiet count of 0 and at a random one.
    void compare(Position position) {
        compare_now(position);
        if (rules_.quiet_limit == 0) return;
        position.set_quiet(
            static_cast<int>(random_.below(static_cast<std::uint32_t>(rules_.quiet_limit))));
        compare_now(position);
    }
    void compare_all(const Men& men) {
        test::for_each_position(men, [this](const Position& position) { compare(position); });
    }

    int decided() const { return decided_; }
    const std::string& first_difference() const { return first_difference_; }

  private:
    void compare_now(const Position& position) {
        const Judgement found = tables_.judge(rules_, position);
        Judgement expected{plain_.result(position), 0};
        if (expected.result != 0) expected.distance = plain_.judge(position).distance;
        decided_ += expected.result != 0;
        if (found == expected || !first_difference_.empty()) return;
        first_difference_ = describe(rules_, position, found, expected);
    }

    OnDemand& tables_;
    RuleSet rules_;
    test::Retrograde plain_;
    Random random_{9};
    int decided_ = 0;
    std::string first_difference_;
};

// Set i is compared under the limits i, i + step, ...
void compare_sets(const char* rules, int men, const std::vector<Men>& sets, std::size_t step) {
    OnDemand tables(test::rules_of(rules).shape, men, 0);
    for (std::size_t l = 0; l < kAllLimits.size(); ++l) {
        Comparison comparison(tables, rules_with(rules, kAllLimits[l]));
        for (std::size_t i = 0; i < sets.size(); ++i) {
            if (i % step == l % step) comparison.compare_all(sets[i]);
        }
        CHECK(comparison.first_difference() == "");
        CHECK((comparison.decided() > 0 || sets.size() <= l));
    }
}

constexpr std::array kShapes = {"olympiad", "exchange", "xiangqi"};

TEST_CASE("endings of 2 men are as a plain solver finds them, under all limits") {
    const auto step = static_cast<std::size_t>(test::by_build(1, 5));
    for (const char* const rules : kShapes) compare_sets(rules, 2, test::endings(2, 0), step);
}

// Each set under two of the ten limits.
TEST_CASE("endings of 3 men are as a plain solver finds them: standard") {
    Random random(11);
    compare_sets("olympiad", 3, test::random_endings(3, 0, test::by_build(20, 5), random), 5);
}

TEST_CASE("endings of 3 men are as a plain solver finds them: exchange") {
    Random random(12);
    compare_sets("exchange", 3, test::random_endings(3, 0, test::by_build(20, 5), random), 5);
}

TEST_CASE("endings of 3 men are as a plain solver finds them: xiangqi") {
    Random random(13);
    compare_sets("xiangqi", 3, test::random_endings(3, 0, test::by_build(20, 5), random), 5);
}

TEST_CASE("endings of 3 men under all limits" * doctest::test_suite("slow")) {
    for (const char* const rules : kShapes) {
        Random random(14);
        compare_sets(rules, 3, test::random_endings(3, 0, 4, random), 1);
    }
}

// Random positions only, since the plain solver does not need to be asked about all it solves.
void compare_some(const char* rules, Limits limits, const char* men) {
    OnDemand tables(test::rules_of(rules).shape, 4, 0);
    Comparison comparison(tables, rules_with(rules, limits));
    Random random(15);
    for (int i = 0; i < 20'000; ++i) {
        comparison.compare(test::random_position(test::ending(men), random));
    }
    CHECK(comparison.first_difference() == "");
    CHECK(comparison.decided() > 1'000);
}

TEST_CASE("endings of 4 men are as a plain solver finds them" * doctest::test_suite("slow")) {
    compare_some("olympiad", {24, LimitPly::win}, "GMgm");
    compare_some("platform", {40, LimitPly::draw}, "KPcc");
    compare_some("exchange", {30, LimitPly::win}, "RNrp");
}

// Where a limit is shorter than the way to the next capture, it turns a win into a draw; and where
// it turns the ending after a capture into a draw, it does so for the capture.
TEST_CASE("limits bite") {
    OnDemand tables(Shape::exchange, 3, 0);
    const RuleSet strict = rules_with("exchange", {24, LimitPly::win});
    const RuleSet milder = rules_with("exchange", {30, LimitPly::win});
    const RuleSet none = rules_with("exchange", {0, LimitPly::win});
    int changed = 0, changed_between = 0, wrong = 0;
    test::for_each_position(test::ending("RNr"), [&](const Position& position) {
        const int at_24 = tables.judge(strict, position).result;
        const int at_30 = tables.judge(milder, position).result;
        const int unlimited = tables.judge(none, position).result;
        changed += at_24 != unlimited;
        changed_between += at_24 != at_30;
        wrong += (at_24 != unlimited && at_24 != 0) || (at_30 != unlimited && at_30 != 0);
    });
    CHECK(changed > 0);
    CHECK(changed_between > 0);
    CHECK(wrong == 0);
}

// All classes of 2 and 3 men, and those with face-down pieces, follow from each other; and where
// one value is changed, it is found.
TEST_CASE("verification finds a changed value") {
    OnDemand tables(Shape::standard, 3, 2);
    const SolvedOf solved_of = [&](const EndgameClass& cls) -> const SolvedClass& {
        return tables.solved(cls);
    };
    Random random(16);
    int missed = 0, changes = 0;
    for (const auto& cls : tables.classes().all()) {
        if (cls->men().count() == 3 && cls->number() % 4 != 0) continue;
        const Passages passages(tables.classes(), *cls);
        SolvedClass changed = tables.solved(*cls);
        CHECK_FALSE(first_inconsistent(changed, passages, solved_of));
        if (changed.palette.symbols() == 1) continue;
        NodeNumber node = random.next() % cls->nodes();
        while (!cls->used(node)) node = random.next() % cls->nodes();
        changed.symbols[node] = changed.symbols[node] == 0;
        ++changes;
        missed += !first_inconsistent(changed, passages, solved_of);
    }
    CHECK(changes >= 15);
    CHECK(missed == 0);
}

struct Count {
    long long won = 0, drawn = 0, lost = 0;
    int longest = 0;

    void add(Judgement j) {
        ++(j.result > 0 ? won : j.result < 0 ? lost : drawn);
        if (j.result != 0) longest = std::max(longest, j.distance);
    }
    std::string text() const {
        return std::to_string(won) + ' ' + std::to_string(drawn) + ' ' + std::to_string(lost) +
               ' ' + std::to_string(longest);
    }
};

// Rows of tests/data/endgame_counts.tsv with so many men.
int compare_counts(std::size_t least_men, std::size_t most_men) {
    int compared = 0;
    for (const auto& row : test::read_table("endgame_counts.tsv")) {
        const std::string& pieces = row.at(1);
        if (pieces.size() < least_men || pieces.size() > most_men) continue;
        OnDemand tables(test::rules_of(row.at(0)).shape, static_cast<int>(pieces.size()), 0);
        Count red, black;
        test::for_each_position(test::ending(pieces), [&](const Position& position) {
            (position.side() == Colour::red ? red : black).add(tables.judge_to_end(position));
        });
        CAPTURE(row[0]);
        CAPTURE(pieces);
        CHECK(red.text() == row[2] + ' ' + row[3] + ' ' + row[4] + ' ' + row[5]);
        CHECK(black.text() == row[6] + ' ' + row[7] + ' ' + row[8] + ' ' + row[9]);
        ++compared;
    }
    return compared;
}

TEST_CASE("endings of 2 and 3 men count as others count them") {
    CHECK(compare_counts(2, 3) == 23);
}

TEST_CASE("endings of 4 men count as others count them" * doctest::test_suite("slow")) {
    CHECK(compare_counts(4, 4) == 4);
}

}  // namespace
}  // namespace anqi
