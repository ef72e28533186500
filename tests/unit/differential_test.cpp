// The engine against the plain reference: legal actions, results and position texts, at every ply
// of short random games from random positions.
#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/notation.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/random_positions.h"

namespace anqi {
namespace {

// A preset, and its shape under numbers that end games soon, so that every verdict comes up often.
std::vector<RuleSet> variants(std::string_view name) {
    const RuleSet preset = test::rules_of(name);
    std::vector<RuleSet> all(5, preset);
    const auto set = [&](std::size_t i, int limit, int repetition, RepetitionKind kind,
                         LimitPly verdict) {
        all[i].quiet_limit = limit;
        all[i].repetition = repetition;
        all[i].repetition_kind = kind;
        all[i].limit_ply = verdict;
    };
    set(1, 8, 2, RepetitionKind::position, LimitPly::win);
    set(2, 30, 3, RepetitionKind::position, LimitPly::draw);
    set(3, 8, 2, RepetitionKind::cycle, LimitPly::draw);
    set(4, 40, 3, RepetitionKind::cycle, LimitPly::win);
    return all;
}

std::string joined(const std::vector<std::string>& list) {
    std::string text;
    for (const std::string& item : list) text += ' ' + item;
    return text;
}

// What differs between the two, or nothing.
std::string difference(const Game& game, const reference::Game& reference) {
    const std::string result = reference.result();
    if (test::result_text(game) != result) {
        return "result " + test::result_text(game) + ", reference " + result;
    }
    const auto mine = test::texts(game.moves_on_board());
    // Without pieces on one side the question what may be played has no answer in the rules.
    const bool bare = result.find("all-captured") != std::string::npos;
    const auto theirs = bare ? std::vector<std::string>() : reference.legal_actions();
    if (mine != theirs) return "actions" + joined(mine) + ", reference" + joined(theirs);
    if (game.over() != game.legal_moves().empty()) return "actions after the end";
    const std::string text = to_text(game.position());
    return text == reference.position() ? "" : "position " + text;
}

// Counts how games ended, and remembers the first difference with the way that led to it.
class Comparison {
  public:
    explicit Comparison(std::uint64_t seed) : random_(seed) {}

    void compare(const RuleSet& rules, const std::string& text);

    std::string first_difference;
    std::map<std::string, int> results;

  private:
    int random_length();
    void play_on(Game& game, reference::Game& reference, std::string& line);

    Random random_;
};

// Most lines are short, for many positions; some are long and go to and fro, for repetitions.
int Comparison::random_length() {
    return static_cast<int>(random_.below(8) == 0 ? random_.below(40) : random_.below(4));
}

void Comparison::compare(const RuleSet& rules, const std::string& text) {
    Game game = test::game_of(rules, text);
    reference::Game reference(test::reference_rules(rules), text);
    std::string line = std::string(rules.name) + ' ' + text + ':';
    play_on(game, reference, line);
    ++results[reference.result()];
}

void Comparison::play_on(Game& game, reference::Game& reference, std::string& line) {
    std::array<std::string, 2> last_own;
    const std::uint32_t back_percent = random_.below(2) == 0 ? 0 : 95;
    for (int plies = random_length(); first_difference.empty(); --plies) {
        const std::string found = difference(game, reference);
        if (!found.empty()) first_difference = line + ' ' + found;
        if (plies <= 0 || game.over() || !found.empty()) return;
        auto& last = last_own[static_cast<std::size_t>(plies % 2)];
        const std::string event = test::random_event(reference, random_, back_percent, last);
        line += ' ' + event;
        reference.play(event);
        if (game.play(test::event_of(event)) != Illegal::none) first_difference = line + " refused";
        last = event[2] == '=' ? "" : event;
    }
}

void compare_all(std::string_view name, int positions, std::uint64_t seed) {
    Comparison comparison(seed);
    const auto all = variants(name);
    for (std::size_t i = 0; i < all.size(); ++i) {
        test::RandomPositions source(seed + i, test::reference_rules(all[i]));
        for (int n = positions / static_cast<int>(all.size()); n > 0; --n) {
            comparison.compare(all[i], source.next());
            REQUIRE(comparison.first_difference == "");
        }
    }
    for (const auto* reason :
         {"none", "red all-captured", "black all-captured", "red no-legal-action",
          "black no-legal-action", "draw no-progress", "draw repetition"}) {
        CAPTURE(reason);
        CHECK(comparison.results[reason] >= positions / 2000);
    }
    const bool both_can_vanish = test::rules_of(name).shape == Shape::exchange;
    CHECK((comparison.results["draw all-captured"] > 0) == both_can_vanish);
}

TEST_CASE("engine and reference agree over some thousand positions of every rule set") {
    for (const RuleSet& rules : rule_presets()) {
        compare_all(rules.name, test::by_build(4'000, 1'000), 1);
    }
}

TEST_SUITE("slow") {
    TEST_CASE("engine and reference agree: olympiad") {
        compare_all("olympiad", test::by_build(100'000, 5'000), 101);
    }
    TEST_CASE("engine and reference agree: platform") {
        compare_all("platform", test::by_build(100'000, 5'000), 102);
    }
    TEST_CASE("engine and reference agree: taiwan") {
        compare_all("taiwan", test::by_build(100'000, 5'000), 103);
    }
    TEST_CASE("engine and reference agree: exchange") {
        compare_all("exchange", test::by_build(100'000, 5'000), 104);
    }
    TEST_CASE("engine and reference agree: xiangqi") {
        compare_all("xiangqi", test::by_build(100'000, 5'000), 105);
    }
}

}  // namespace
}  // namespace anqi
