// stats: whole endings counted.
#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "engine/core/history.h"
#include "engine/core/notation.h"
#include "engine/tables/on_demand.h"
#include "tools/program.h"
#include "tools/tables/commands.h"

namespace anqi::tables_tool {
namespace {

namespace po = boost::program_options;

constexpr int kMostCounted = 5;  // men; more take hours

void add_stats(po::options_description& options) {
    add_rules(options);
    // clang-format off
    options.add_options()
        ("pieces", po::value<std::string>(), "the men, as KGk; else one line for each class")
        ("men", po::value<std::string>()->default_value("4"), "without --pieces: up to so many men")
        ("unlimited", "without draw rules, distances to the end of the game");
    // clang-format on
}

// Calls f(position) for every placement of the men with `side` to move; equal men are not told
// apart.
template <class F>
void for_each_placement(const std::vector<Piece>& men, std::size_t next, Square last,
                        Position& position, F&& f) {
    if (next == men.size()) {
        f(position);
        return;
    }
    const bool equal = next > 0 && men[next] == men[next - 1];
    for (Square s = equal ? last + 1 : 0; s < kSquares; ++s) {
        if (position.occupied() & bit(s)) continue;
        position.put(s, men[next]);
        for_each_placement(men, next + 1, s, position, f);
        position.take(s);
    }
}

std::vector<Piece> list_of(const Pool& pool) {
    std::vector<Piece> list;
    pool.for_each([&](Piece piece, int count) {
        list.insert(list.end(), static_cast<std::size_t>(count), piece);
    });
    return list;
}

struct Count {
    long long won = 0, drawn = 0, lost = 0;
    int longest = 0;                  // distance of any won or lost position
    int longest_win = 0;              // and of the won ones
    std::optional<Position> example;  // with that

    void add(Judgement j, const Position& position) {
        ++(j.result > 0 ? won : j.result < 0 ? lost : drawn);
        if (j.result != 0) longest = std::max(longest, j.distance);
        if (j.result <= 0 || (example && j.distance <= longest_win)) return;
        longest_win = j.distance;
        example = position;
    }
};

class Statistics {
  public:
    Statistics(const RuleSet& rules, bool unlimited, int men)
        : rules_(rules), unlimited_(unlimited), solver_(rules.shape, men, 0) {}

    const EndgameClasses& classes() const { return solver_.classes(); }

    Count count(const Men& men, Colour side) {
        Count count;
        Position position;
        position.set_side(side);
        for_each_placement(list_of(men.face_up), 0, -1, position, [&](const Position& p) {
            count.add(unlimited_ ? solver_.judge_to_end(p) : solver_.judge(rules_, p), p);
        });
        return count;
    }

  private:
    RuleSet rules_;
    bool unlimited_;
    OnDemand solver_;
};

void print_count(std::string_view side, const Count& count) {
    fmt::print("{} win {} draw {} loss {} longest {}\n", side, count.won, count.drawn, count.lost,
               count.longest);
    if (count.example) {
        fmt::print("{} longest win {} {}\n", side, count.longest_win, to_text(*count.example));
    }
}

// All sets of men that belong to a class.
std::string members(const EndgameClasses& classes, const EndgameClass& cls) {
    std::string text;
    for_each_men(cls.men().count(), 0, [&](const Men& men) {
        if (classes.find(men)->cls == &cls) text += fmt::format(" {}", to_text(men));
    });
    return text;
}

void print_set(Statistics& statistics, const Men& men) {
    const Count red = statistics.count(men, Colour::red);
    const Count black = statistics.count(men, Colour::black);
    const EndgameClass& cls = *statistics.classes().find(men)->cls;
    fmt::print("{} class {} positions {} a side\n", to_text(men), cls.name(),
               red.won + red.drawn + red.lost);
    fmt::print("alike{}\n", members(statistics.classes(), cls));
    print_count("red", red);
    print_count("black", black);
    std::fflush(stdout);
}

int run_stats(const Values& values) {
    const bool unlimited = values.count("unlimited") > 0;
    const RuleSet rules = unlimited ? read_rules(values) : read_served_rules(values);
    if (values.count("pieces") == 0) {
        const auto most = static_cast<int>(read_number(values, "men", 2, kMostCounted));
        Statistics statistics(rules, unlimited, most);
        for (const auto& cls : statistics.classes().all()) print_set(statistics, cls->men());
        return 0;
    }
    const Men men = read_men(values["pieces"].as<std::string>());
    if (!men.pool.empty()) throw po::error("only men face up can be counted");
    if (men.count() > kMostCounted) throw po::error("at most five men can be counted");
    Statistics statistics(rules, unlimited, men.count());
    print_set(statistics, men);
    return 0;
}

}  // namespace

const Subcommand kStats = {
    "stats",
    "anqi-tables stats [--pieces MEN] [options]\n"
    "Solves whole endings without face-down pieces and counts them: positions won,\n"
    "drawn and lost for the side to move; distances to the next capture.\n",
    nullptr, add_stats, run_stats};

}  // namespace anqi::tables_tool
