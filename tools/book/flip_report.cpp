#include "tools/book/flip_report.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

#include "book/key.h"
#include "engine/core/apply.h"
#include "engine/core/geometry.h"
#include "engine/core/notation.h"
#include "tools/referee/score.h"

namespace anqi::book_tool {
namespace {

bool beside(Square a, Square b) {
    return (geometry::kSteps[static_cast<std::size_t>(a)] & bit(b)) != 0;
}

Answers answers_in(const Position& position, const BookPage& page) {
    Answers answers{position, {}, page.front().value};
    for (const BookAction& action : page) {
        answers.best = std::max(answers.best, action.value);
        if (!action.move.is_flip()) continue;
        const Square s = action.move.from();
        answers.flips[static_cast<std::size_t>(s)] = action.value;
    }
    return answers;
}

// Adds the flips of one page to the sums that read_book() makes means over squares of.
void add_answers(std::array<FlipFigure, 2>& sums, std::array<int, 2>& counts, Square first,
                 const BookPage& page) {
    for (const BookAction& action : page) {
        if (!action.move.is_flip()) continue;
        const std::size_t far = beside(first, action.move.from()) ? 0 : 1;
        sums[far].value += action.value;
        sums[far].visits += action.visits;
        ++counts[far];
    }
}

class Maker {
  public:
    explicit Maker(const Book& book) : book_(book) {
        report_.rules = book.rules();
        report_.origin = book.origin();
    }

    Status read_book() {
        const BookPage start = book_.look_up(Position::start());
        if (start.empty()) return Error{"the book does not know the start"};
        for (const Move move : distinct_moves(report_.rules, Position::start())) {
            const auto known = std::find_if(start.begin(), start.end(),
                                            [&](const BookAction& a) { return a.move == move; });
            if (known == start.end()) continue;
            report_.classes.push_back(move.from());
            report_.by_class.push_back({known->value, known->visits, {}});
            const Status read = read_class(move);
            if (!read) return read;
        }
        for (std::size_t k = 0; k < kKinds; ++k) {
            for (std::size_t far : {0, 1}) {
                report_.by_answer[k][far].value /= std::max(1, counts_[k][far]);
            }
        }
        return Done{};
    }

    void add(const BookGame& game) {
        const auto found =
            std::find(report_.classes.begin(), report_.classes.end(), game.first.move().from());
        if (found == report_.classes.end()) return;
        const auto c = static_cast<std::size_t>(found - report_.classes.begin());
        const auto k = static_cast<std::size_t>(kind_of(game.first.revealed()));
        // Two plies after it the first side is to move again.
        report_.by_class[c].results.add(game.score);
        report_.by_kind[c][k].results.add(game.score);
        if (!game.second.move().is_flip()) return;
        const std::size_t far = beside(*found, game.second.move().from()) ? 0 : 1;
        report_.by_answer[k][far].results.add(-game.score);
    }

    FlipReport take() { return std::move(report_); }

  private:
    Status read_class(Move move) {
        auto& figures = report_.by_kind.emplace_back();
        auto& answers = report_.answers.emplace_back();
        for (std::size_t k = 0; k < kKinds; ++k) {
            Position after = Position::start();
            apply(report_.rules, after, Event(move, make_piece(Colour::red, static_cast<Kind>(k))));
            const BookPage page = book_.look_up(after);
            if (page.empty()) return Error{"the book does not know all first flips"};
            answers[k] = answers_in(after, page);
            figures[k] = {-answers[k].best, visits_of(page), {}};
            add_answers(report_.by_answer[k], counts_[k], move.from(), page);
        }
        return Done{};
    }

    const Book& book_;
    FlipReport report_;
    std::array<std::array<int, 2>, kKinds> counts_{};
};

std::string figure_text(const FlipFigure& figure) {
    std::string text = fmt::format("{:+.3f} {:>12}", figure.value, figure.visits);
    if (figure.results.games() == 0) return text + "       -                -";
    return text + fmt::format(" {:>7} {:+.3f} +- {:.3f}", figure.results.games(),
                              figure.results.mean(), figure.results.margin());
}

constexpr std::string_view kHead = "value       visits   games  result of games";

}  // namespace

double Results::margin() const {
    if (games_ < 2) return 1;
    const double variance = (squares_ - games_ * mean() * mean()) / (games_ - 1);
    return kZ95 * std::sqrt(std::max(0.0, variance) / games_);
}

Result<FlipReport> make_flip_report(const Book& book, const std::vector<BookGame>& games) {
    Maker maker(book);
    const Status read = maker.read_book();
    if (!read) return Error{read.error()};
    for (const BookGame& game : games) maker.add(game);
    return maker.take();
}

std::string to_text(const FlipReport& report) {
    std::string text =
        fmt::format("First flip by square, for the side that flips\n{:<10}{}\n", "square", kHead);
    for (std::size_t c = 0; c < report.classes.size(); ++c) {
        text += fmt::format("{:<10}{}\n", anqi::to_text(report.classes[c]),
                            figure_text(report.by_class[c]));
    }
    text += fmt::format("\nFirst flip by square and what it shows\n{:<12}{}\n", "", kHead);
    for (std::size_t c = 0; c < report.classes.size(); ++c) {
        for (std::size_t k = 0; k < kKinds; ++k) {
            text += fmt::format("{} {:<9}{}\n", anqi::to_text(report.classes[c]), kNames[k],
                                figure_text(report.by_kind[c][k]));
        }
    }
    text += fmt::format(
        "\nSecond flip, for the side that flips second: beside the first piece or elsewhere\n"
        "{:<14}{}\n",
        "first showed", kHead);
    for (std::size_t k = 0; k < kKinds; ++k) {
        text += fmt::format("{:<9}near {}\n", kNames[k], figure_text(report.by_answer[k][0]));
        text += fmt::format("{:<9}far  {}\n", kNames[k], figure_text(report.by_answer[k][1]));
    }
    return text;
}

}  // namespace anqi::book_tool
