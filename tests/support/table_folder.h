// A temporary folder of endgame tables, and the answers that its tables must give.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/tables/builder.h"
#include "engine/tables/endgame_class.h"
#include "engine/tables/on_demand.h"
#include "engine/tables/tables.h"
#include "engine/util/random.h"
#include "tests/support/process.h"

namespace anqi::test {

class TableFolder {
  public:
    TableFolder(anqi::Shape shape, int men, int face_down);

    const std::string& path() const { return folder_.path(); }
    std::string file(std::string_view name) const { return folder_.file(name); }
    const EndgameClasses& classes() const { return classes_; }

    // Goes on where an earlier call ended. The names of classes that were built are added to
    // `built`.
    Status build(const BuildSettings& settings);
    Status build() { return build({.folder = {}, .threads = 2, .memory = kMemory, .only = {}}); }
    std::vector<std::string> built;

    // All files with their content, by name.
    std::vector<std::pair<std::string, std::string>> content() const;

    // Bytes: for building, and for unpacked blocks.
    static constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
    static constexpr std::size_t kCache = std::size_t{1} << 20;

  private:
    TemporaryFolder folder_;
    EndgameClasses classes_;
};

// A question and the right answer: a judgement, or a score where pieces are face down.
struct Probe {
    Position position;
    anqi::RuleSet rules;
    std::optional<anqi::Judgement> judgement;
    std::optional<double> score;
};

// The position under the rules with a quiet limit, which scores are given without.
Probe probe_for(OnDemand& solver, anqi::RuleSet rules, const Position& position);
// Positions of random sets with 2 to `men` men, of which any number may be face down.
std::vector<Probe> random_probes(OnDemand& solver, const anqi::RuleSet& rules, int men,
                                 std::size_t count, Random& random);

enum class Answer { right, none, wrong };
Answer ask(const Tables& tables, const Probe& probe);

}  // namespace anqi::test
