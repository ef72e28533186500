// anqi-small-boards: the search, and the static value below it, against exact values of whole games
// on small boards. Exit code 0 when every value is within the tolerance and the better first flip
// is chosen wherever it matters, 1 otherwise, 2 for a bad call.
#include "tests/support/small_boards.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/deal.h"
#include "engine/core/notation.h"
#include "engine/player/player.h"
#include "engine/search/quiescence.h"
#include "engine/tables/small_board.h"
#include "engine/util/clock.h"
#include "protocol/options.h"
#include "tests/support/arguments.h"
#include "tests/support/engine_helpers.h"

namespace anqi::test {
namespace {

constexpr int kMissed = 1;
constexpr int kBadCall = 2;
constexpr double kTolerance = 0.03;
// First flips whose values differ by more are told apart.
constexpr double kMatters = 0.02;

constexpr std::string_view kHelp =
    "anqi-small-boards [--sets A,B,...] [--errors GAMES] [--searched N] [--OPTION VALUE]...\n"
    "Compares values with exact ones on boards of 2 files and 4 ranks, 8 pieces face down.\n"
    "  --sets A,B,...  pieces of each side (default: all that the table of values has)\n"
    "  --errors GAMES  instead: errors of the static value after captures, by pieces face down, "
    "at\n"
    "                  the positions of so many random games\n"
    "  --searched N    and of a search at up to N of the positions with each number face down\n"
    "  --OPTION VALUE  any option of anqi: --visits (default here 300000), --player, ...\n";

struct Call {
    std::vector<std::string> sets;
    int games = 0;  // 0 = check the first flips
    int searched = 0;
    Configuration configuration;
};

Status take(Call& call, std::string_view name, std::string_view value) {
    if (name == "sets") {
        std::string set;
        for (const char c : std::string(value) + ',') {
            if (c != ',') {
                set += c;
            } else {
                call.sets.push_back(std::exchange(set, {}));
            }
        }
        return Done{};
    }
    for (const auto& [known, number] :
         {std::pair{"errors", &call.games}, {"searched", &call.searched}}) {
        if (name != known) continue;
        const auto parsed = parse_integer(value, 0, 100'000'000);
        if (!parsed) return Error{fmt::format("--{}: {}", name, parsed.error())};
        *number = static_cast<int>(*parsed);
        return Done{};
    }
    return set_option(call.configuration, name, value);
}

Result<Call> read_call(const std::vector<std::string_view>& words) {
    Call call;
    call.configuration.player.visits = 300'000;
    call.configuration.player.rules = rules_without_draws();
    const Status read =
        read_pairs(words, [&](auto name, auto value) { return take(call, name, value); });
    if (!read) return Error{read.error()};
    if (call.sets.empty()) {
        for (const SolvedBoard& board : solved_boards()) call.sets.push_back(board.pieces);
    }
    return call;
}

// The engine with its settings, asked one position at a time.
class Engine {
  public:
    explicit Engine(const Settings& settings) : settings_(settings), player_(settings, clock_) {}

    // The best candidate among `moves`, or among all when there are none.
    Candidate search(const Position& position, std::vector<Move> moves = {}) {
        player_.take_over(Game(settings_.rules, position));
        const StopFlag never;
        const auto report =
            player_
                .choose(
                    {.visits = settings_.visits, .root_moves = std::move(moves), .analysis = true},
                    never)
                .report;
        return report.candidates.at(0);
    }

  private:
    Settings settings_;
    SteadyClock clock_;
    Player player_;
};

// The first flips of one set. Returns whether all is as wanted.
bool check_first_flips(Engine& engine, const std::string& set) {
    const Position start = small_board(set);
    SmallBoard solver(default_rules(), start.missing());
    const double corner = solver.value(start, kCornerFlip);
    const double inner = solver.value(start, kInnerFlip);
    double furthest = 0;
    for (const auto& [move, exact] :
         {std::pair{kCornerFlip, corner}, std::pair{kInnerFlip, inner}}) {
        const double value = engine.search(start, {move}).value;
        fmt::print("{:<6}{:<8}{:>9.4f}{:>9.4f}{:>+9.4f}\n", set,
                   move == kCornerFlip ? "corner" : "inner", value, exact, value - exact);
        furthest = std::max(furthest, std::abs(value - exact));
    }
    bool chosen = true;
    if (std::abs(corner - inner) > kMatters) {
        const Move choice = engine.search(start).move;
        const double regret = std::max(corner, inner) - solver.value(start, choice);
        chosen = regret < 1e-9;
        fmt::print("{:<6}chooses {}: the {} kind of square\n", set, to_text(choice),
                   chosen ? "better" : "worse");
    }
    std::fflush(stdout);
    return chosen && furthest <= kTolerance;
}

int check_first_flips(const Call& call) {
    Engine engine(call.configuration.player);
    fmt::print("{:<6}{:<8}{:>9}{:>9}{:>9}\n", "set", "square", "value", "exact", "error");
    int missed = 0;
    for (const std::string& set : call.sets) missed += !check_first_flips(engine, set);
    fmt::print("within {} and the better square chosen: {} of {} sets\n", kTolerance,
               call.sets.size() - static_cast<std::size_t>(missed), call.sets.size());
    return missed == 0 ? 0 : kMissed;
}

struct Errors {
    int positions = 0;
    double sum = 0, absolute = 0;

    void add(double error) {
        ++positions;
        sum += error;
        absolute += std::abs(error);
    }
    double mean() const { return positions == 0 ? 0 : sum / positions; }
    double mean_absolute() const { return positions == 0 ? 0 : absolute / positions; }
};

struct ErrorRow {
    Errors exact;  // of a value of 0: how far apart the values are in themselves
    Errors still;  // of the static value after captures
    Errors search;
    Errors regret;  // exact value of the best move less that of the chosen one
};
using ErrorTable = std::array<ErrorRow, SmallBoard::kMostSquares + 1>;  // by pieces face down

class ErrorCount {
  public:
    explicit ErrorCount(const Call& call)
        : call_(call),
          settings_(call.configuration.player),
          engine_(settings_),
          evaluator_(settings_.rules, settings_.search.eval) {}

    ErrorTable run(const std::string& set) {
        const Position start = small_board(set);
        SmallBoard solver(default_rules(), start.missing());
        Random random(1);
        ErrorTable table;
        add(table, solver, start);
        for (int i = 0; i < call_.games; ++i) {
            Game game(rules_of_random_games(), start);
            while (!game.over()) {
                (void)game.play(random_event(game, random));
                if (!game.over()) add(table, solver, game.position());
            }
        }
        return table;
    }

  private:
    // Without face-down pieces random games shuffle for ever; the limit keeps their share small.
    static RuleSet rules_of_random_games() {
        RuleSet rules = rules_without_draws();
        rules.quiet_limit = 12;
        return rules;
    }

    void add(ErrorTable& table, SmallBoard& solver, Position position) {
        position.set_quiet(0);
        ErrorRow& row = table[static_cast<std::size_t>(position.pool().size())];
        const double exact = solver.value(position);
        row.exact.add(exact);
        const auto still = static_cast<double>(
            quiesce<StandardShape>(evaluator_, position, -1, 1, settings_.search.quiescence));
        row.still.add(still - exact);
        if (row.search.positions >= call_.searched) return;
        const Candidate candidate = engine_.search(position);
        row.search.add(candidate.value - exact);
        row.regret.add(exact - solver.value(position, candidate.move));
    }

    const Call& call_;
    Settings settings_;
    Engine engine_;
    Evaluator<StandardShape> evaluator_;
};

void print(const std::string& set, const ErrorTable& table) {
    for (std::size_t n = table.size(); n-- > 0;) {
        const ErrorRow& row = table[n];
        if (row.still.positions == 0) continue;
        fmt::print("{:<6}{:>5}{:>10}{:>9.3f}{:>9.3f}{:>+9.3f}{:>9.3f}", set, n, row.still.positions,
                   row.exact.mean(), row.exact.mean_absolute(), row.still.mean(),
                   row.still.mean_absolute());
        if (row.search.positions > 0) {
            fmt::print("{:>8}{:>+9.3f}{:>9.3f}{:>9.3f}", row.search.positions, row.search.mean(),
                       row.search.mean_absolute(), row.regret.mean());
        }
        fmt::print("\n");
    }
    std::fflush(stdout);
}

int print_errors(const Call& call) {
    fmt::print("values and errors for the side to move; search: {} visits\n",
               call.configuration.player.visits);
    fmt::print("{:<6}{:>5}{:>10}{:>9}{:>9}{:>9}{:>9}{:>8}{:>9}{:>9}{:>9}\n", "set", "down",
               "positions", "exact", "|exact|", "static", "|static|", "search", "error", "|error|",
               "regret");
    ErrorCount count(call);
    for (const std::string& set : call.sets) print(set, count.run(set));
    return 0;
}

}  // namespace
}  // namespace anqi::test

int main(int argc, char** argv) {
    using namespace anqi::test;
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (words.size() == 1 && words[0] == "--help") return fmt::print("{}", kHelp), 0;
    const auto call = read_call(words);
    if (!call) {
        fmt::print(stderr, "anqi-small-boards: {} (see anqi-small-boards --help)\n", call.error());
        return kBadCall;
    }
    return call->games > 0 ? print_errors(*call) : check_first_flips(*call);
}
