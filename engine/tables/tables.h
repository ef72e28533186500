// Endgame tables as the engine asks them: from folders of files, or solved at once for few men.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/position.h"
#include "engine/core/rules.h"
#include "engine/tables/endgame_class.h"
#include "engine/tables/solved_class.h"
#include "engine/util/result.h"

namespace anqi {

// For the rules of one shape. Any thread may ask at any time. A file that turns out damaged is not
// asked again, and is then as if it were not there.
class Tables {
  public:
    // What stands in the folders and can be used; the rest is in problems(). Up to `cache_bytes` of
    // memory keep unpacked blocks.
    Tables(Shape shape, const std::vector<std::string>& folders, std::size_t cache_bytes);
    // Endings of up to so many men, solved now.
    Tables(Shape shape, int men, int face_down);
    ~Tables();
    Tables(const Tables&) = delete;
    Tables& operator=(const Tables&) = delete;

    Shape shape() const { return shape_; }
    // The most men of any table; 0 without tables.
    int most_men() const { return most_men_; }
    std::size_t count() const;
    // What was refused and why, a line for each file or folder.
    std::vector<std::string> problems() const;

    // For the side to move, the quiet count and limit taken into account: what is won or lost is so
    // as long as nobody repeats positions. Nothing where no table serves. Requires a game that is
    // not over and rules of this shape.
    std::optional<Judgement> judge(const RuleSet& rules, const Position& position) const;
    // The expected score where pieces are face down; nothing also where the quiet limit is near
    // enough to matter.
    std::optional<double> score(const RuleSet& rules, const Position& position) const;

    // One of the two as an expected score.
    struct Known {
        double value;
        int plies;  // that the quiet limit must still allow for a value other than 0, or for any
                    // score
    };
    std::optional<Known> value(const RuleSet& rules, const Position& position) const;

  private:
    struct Source;
    class Cache;

    Status add(const std::string& path, const std::string& name);
    const Source* find(const RuleSet& rules, const Position& position, NodeNumber& node) const;
    std::optional<Symbol> symbol(const Source& source, NodeNumber node) const;
    std::optional<Judgement> untimed(const RuleSet& rules, const Position& position) const;
    void refuse(std::string problem) const;

    Shape shape_;
    int most_men_ = 0;
    std::unique_ptr<EndgameClasses> classes_;
    std::vector<std::unique_ptr<Source>> sources_;  // by number of the class
    std::unique_ptr<Cache> cache_;
    struct Problems;
    std::unique_ptr<Problems> problems_;
};

}  // namespace anqi
