// What a book and the games behind it say about the first two flips.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "book/book.h"
#include "tools/book/work_file.h"

namespace anqi::book_tool {

// By kind, as the report calls them.
inline constexpr std::array<std::string_view, kKinds> kNames = {
    "general", "advisor", "elephant", "chariot", "horse", "cannon", "soldier"};

// Mean result of games, won less lost, with half of its 95 % interval.
class Results {
  public:
    void add(int score) {
        ++games_;
        sum_ += score;
        squares_ += score * score;
    }
    int games() const { return games_; }
    // Requires a game.
    double mean() const { return static_cast<double>(sum_) / games_; }
    // 1, which is no knowledge, below two games.
    double margin() const;

  private:
    int games_ = 0, sum_ = 0, squares_ = 0;
};

// One line of the report: for the side whose flip it is about.
struct FlipFigure {
    double value = 0;  // by the book, -1 to 1
    std::uint64_t visits = 0;
    Results results;
};

// The first flip showed a piece of some kind on a square of some class, and the other side answers.
struct Answers {
    Position position;
    std::array<std::optional<double>, kSquares> flips;  // value of a flip there, for who flips
    double best = 0;                                    // of any action
};

struct FlipReport {
    RuleSet rules;
    BookOrigin origin;
    std::vector<Square> classes;                          // one square of each
    std::vector<FlipFigure> by_class;                     // of the first flip
    std::vector<std::array<FlipFigure, kKinds>> by_kind;  // the same, by what it showed
    std::vector<std::array<Answers, kKinds>> answers;
    std::array<std::array<FlipFigure, 2>, kKinds> by_answer;  // second flip near, far, by what the
                                                              // first showed; mean over squares
};

// The book must know the start and the positions after the first flip.
Result<FlipReport> make_flip_report(const Book& book, const std::vector<BookGame>& games);

// For a terminal: tables with aligned columns.
std::string to_text(const FlipReport& report);
// A whole page that loads nothing: tables, and boards as heat maps.
std::string to_html(const FlipReport& report);

}  // namespace anqi::book_tool
