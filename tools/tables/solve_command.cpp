// solve: exact values of whole games on small boards and of endings with few men.
#include <cmath>
#include <fmt/format.h>

#include "engine/core/apply.h"
#include "engine/core/history.h"
#include "engine/core/movegen.h"
#include "engine/core/notation.h"
#include "engine/tables/on_demand.h"
#include "engine/tables/small_board.h"
#include "tools/program.h"
#include "tools/tables/commands.h"

namespace anqi::tables_tool {
namespace {

namespace po = boost::program_options;

constexpr int kMostMenOnBoard = 4;

void add_solve(po::options_description& options) {
    add_rules(options);
    options.add_options()("all-first-actions", "the value of every action");
}

// p/q with the smallest q up to a million that is as near as rounding can explain (continued
// fractions), or the number itself.
std::string fraction(double value) {
    constexpr double kNear = 1e-10;
    double rest = std::abs(value);
    long long p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    while (q1 < 1'000'000) {
        const auto whole = static_cast<long long>(std::floor(rest));
        std::tie(p0, p1) = std::pair(p1, whole * p1 + p0);
        std::tie(q0, q1) = std::pair(q1, whole * q1 + q0);
        if (std::abs(std::abs(value) - static_cast<double>(p1) / static_cast<double>(q1)) < kNear) {
            const char* const sign = value < 0 && p1 != 0 ? "-" : "";
            return q1 == 1 ? fmt::format("{}{}", sign, p1) : fmt::format("{}{}/{}", sign, p1, q1);
        }
        rest = 1 / (rest - static_cast<double>(whole));
    }
    return fmt::format("{:.12f}", value);
}

// Values for the side to move, without draw rules.
class Solver {
  public:
    virtual ~Solver() = default;
    virtual double value(const Position& position) = 0;
};

class SmallBoardSolver : public Solver {
  public:
    SmallBoardSolver(const RuleSet& rules, Squares missing) : board_(rules, missing) {}
    double value(const Position& position) override { return board_.value(position); }

  private:
    SmallBoard board_;
};

class FewMenSolver : public Solver {
  public:
    FewMenSolver(Shape shape, int men) : solver_(shape, men, men) {}
    double value(const Position& position) override {
        return position.face_down() != 0 ? solver_.score(position)
                                         : solver_.judge_to_end(position).result;
    }

  private:
    OnDemand solver_;
};

// Throws po::error for what cannot be solved.
std::unique_ptr<Solver> solver_for(const RuleSet& rules, const Position& position) {
    if (SmallBoard::fits(position.missing())) {
        return std::make_unique<SmallBoardSolver>(rules, position.missing());
    }
    const int men = men_on(position).count();
    if (position.missing() != 0) throw po::error("boards of 9 to 31 squares cannot be solved");
    if (men > kMostMenOnBoard) {
        throw po::error(
            fmt::format("on the whole board at most {} men, face down or up, can be "
                        "solved, not {}",
                        kMostMenOnBoard, men));
    }
    if (position.side() == Colour::none) {
        throw po::error("on the whole board somebody must have a colour");
    }
    return std::make_unique<FewMenSolver>(rules.shape, men);
}

// The rules without any draw by counting.
RuleSet without_draws(RuleSet rules) {
    rules.quiet_limit = 0;
    rules.repetition = 0;
    return rules;
}

double value_after(const RuleSet& rules, Solver& solver, Position position, Event event) {
    apply(rules, position, event);
    const Outcome outcome = verdict(without_draws(rules), position, History(position));
    const double theirs =
        outcome.over() ? score_for(outcome, position.side()) : solver.value(position);
    return -theirs;
}

double value_of(const RuleSet& rules, Solver& solver, const Position& position, Move move) {
    if (!move.is_flip()) return value_after(rules, solver, position, Event(move));
    double sum = 0;
    position.pool().for_each([&](Piece piece, int count) {
        sum += count * value_after(rules, solver, position, Event(move, piece));
    });
    return sum / position.pool().size();
}

int run_solve(const Values& values) {
    const RuleSet rules = read_rules(values);
    const Position position = read_position(read_word(values, "position", "the position"));
    const Outcome outcome = verdict(without_draws(rules), position, History(position));
    if (outcome.over()) {
        fmt::print("over: {}\n", to_text(outcome));
        return 0;
    }
    const auto solver = solver_for(rules, position);
    if (values.count("all-first-actions") > 0) {
        MoveList moves;
        with_rules(rules, [&](auto shape) { generate<decltype(shape)>(position, moves); });
        for (const Move move : moves) {
            fmt::print("{} {}\n", to_text(move),
                       fraction(value_of(rules, *solver, position, move)));
        }
    }
    fmt::print("value {}\n", fraction(solver->value(position)));
    return 0;
}

}  // namespace

const Subcommand kSolve = {
    "solve",
    "anqi-tables solve \"POSITION\" [--all-first-actions] [options]\n"
    "The exact value with best play, without draw rules, for the side to move (win 1,\n"
    "draw 0, loss -1): boards of up to 8 squares, or up to 4 men on the whole board.\n",
    "position", add_solve, run_solve};

}  // namespace anqi::tables_tool
