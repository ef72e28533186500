// anqi-endings: how well the engine plays endings whose truth is known. Exit code 0 when at least
// 97 % of the won positions stay won and no drawn one is lost to the next capture (with
// --quiet-left or --tables: when all stay won), 1 otherwise, 2 for a bad call.
#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/notation.h"
#include "engine/player/player.h"
#include "engine/util/clock.h"
#include "protocol/options.h"
#include "tests/support/arguments.h"
#include "tests/support/ending_check.h"
#include "tests/support/retrograde.h"

namespace anqi::test {
namespace {

constexpr int kMissed = 1;
constexpr int kBadCall = 2;
constexpr double kWantedPercent = 97;
constexpr std::size_t kMostSets = 1'500;

constexpr std::string_view kHelp =
    "anqi-endings [--positions N] [--per-set N] [--sample N] [--quiet-left N] [--play-out 1]\n"
    "             [--state FILE] [--OPTION VALUE]...\n"
    "Lets the engine choose in random endings of 2 to 4 face-up pieces and compares with\n"
    "retrograde analysis under the quiet limit.\n"
    "  --positions N   won positions in all (default 1000); as many drawn ones where there are "
    "any\n"
    "  --per-set N     of these, from each set of pieces (default 10)\n"
    "  --sample N      seed of sets and positions (default 1)\n"
    "  --quiet-left N  positions stand N plies before the quiet limit instead of at 0\n"
    "  --play-out 1    won positions are played on against the longest defence until decided\n"
    "  --state FILE    results by set; a run that finds its own file there goes on after it\n"
    "  --OPTION VALUE  any option of anqi: --visits (default here 50000), --rules, --player, ...\n";

struct Call {
    int positions = 1000;
    int per_set = 10;
    int sample = 1;
    int quiet_left = 0;  // 0 = quiet count 0
    int play_out = 0;    // 1 = to the end
    std::string state;
    Configuration configuration;
    std::string text;  // all that decides the results, to recognise a state file by
};

Status take(Call& call, std::string_view name, std::string_view value) {
    if (name == "state") {
        call.state = value;
        return Done{};
    }
    call.text += fmt::format(" {}={}", name, value);
    for (const auto& [known, number] : {std::pair{"positions", &call.positions},
                                        {"per-set", &call.per_set},
                                        {"sample", &call.sample},
                                        {"quiet-left", &call.quiet_left},
                                        {"play-out", &call.play_out}}) {
        if (name != known) continue;
        const auto parsed = parse_integer(value, 0, 1'000'000);
        if (!parsed) return Error{fmt::format("--{}: {}", name, parsed.error())};
        *number = static_cast<int>(*parsed);
        return Done{};
    }
    return set_option(call.configuration, name, value);
}

Result<Call> read_call(const std::vector<std::string_view>& words) {
    Call call;
    call.configuration.player.visits = 50'000;
    const Status read =
        read_pairs(words, [&](auto name, auto value) { return take(call, name, value); });
    if (!read) return Error{read.error()};
    const int limit = call.configuration.player.rules.quiet_limit;
    if (call.quiet_left > limit) return Error{"--quiet-left is more than the quiet limit"};
    return call;
}

std::string letters(const Men& men) {
    std::string text;
    for (const Piece p : men) text += letter(p);
    return text;
}

// One line for a set; read back by read_row().
std::string row(const std::string& men, const EndingTally& t) {
    return fmt::format("set {} {} {} {} {} {} {} {}", men, t.won, t.kept, t.won_with_choice,
                       t.kept_with_choice, t.drawn, t.held, t.hung);
}

bool read_row(const std::string& line, std::string& men, EndingTally& t) {
    std::istringstream in(line);
    std::string word;
    in >> word >> men >> t.won >> t.kept >> t.won_with_choice >> t.kept_with_choice >> t.drawn >>
        t.held >> t.hung;
    return in && word == "set";
}

void add(EndingTally& sum, const EndingTally& t) {
    sum.won += t.won;
    sum.kept += t.kept;
    sum.won_with_choice += t.won_with_choice;
    sum.kept_with_choice += t.kept_with_choice;
    sum.drawn += t.drawn;
    sum.held += t.held;
    sum.hung += t.hung;
}

std::string state_head(const Call& call) { return "call" + call.text; }

// Whether the state file, if there is one, comes from the same call.
bool own_state(const Call& call) {
    std::ifstream in(call.state);
    std::string line;
    return !std::getline(in, line) || line == state_head(call);
}

class Check {
  public:
    explicit Check(const Call& call)
        : call_(call),
          rules_(call.configuration.player.rules),
          truth_(rules_, Measure::to_capture),
          player_(call.configuration.player, clock_) {}

    // Returns the tally over all sets.
    EndingTally run() {
        const bool fresh = !std::ifstream(call_.state).good();
        const auto done = read_state();
        if (!call_.state.empty()) state_.open(call_.state, std::ios::app);
        if (fresh) state_ << state_head(call_) << std::endl;
        EndingTally sum;
        Random random(static_cast<std::uint64_t>(call_.sample));
        std::size_t number = 0;
        for (const Men& men : random_sets(kMostSets, random)) {
            if (sum.won >= call_.positions) break;
            const EndingTally tally = number < done.size() ? done[number] : check_set(men, number);
            ++number;
            add(sum, tally);
            fmt::print(stderr, "\r{} sets, {} of {} won positions, {:.1f} % kept; {} drawn   ",
                       number, sum.won, call_.positions, percent(sum.kept, sum.won), sum.drawn);
        }
        fmt::print(stderr, "\n");
        return sum;
    }

    static double percent(int part, int whole) { return whole == 0 ? 100 : 100.0 * part / whole; }

  private:
    // The sets that a state file of the same call has; what failed there is printed again.
    std::vector<EndingTally> read_state() {
        std::vector<EndingTally> done;
        std::ifstream in(call_.state);
        std::string line, men, failures;
        if (!std::getline(in, line)) return done;
        while (std::getline(in, line)) {
            EndingTally tally;
            if (read_row(line, men, tally)) {
                done.push_back(tally);
                fmt::print("{}", failures);
                failures.clear();
            } else {
                failures += line + '\n';
            }
        }
        return done;
    }

    EndingAnswer answer_for(const Game& game, int result) {
        const auto visits = call_.configuration.player.visits;
        if (!call_.play_out || result <= 0) return ask(player_, truth_, game, visits);
        return play_out(player_, truth_, game, visits);
    }

    EndingTally check_set(const Men& men, std::size_t number) {
        // A set's positions do not depend on those before it, so that a run can go on anywhere.
        Random random(static_cast<std::uint64_t>(call_.sample) << 20 | number);
        const int quiet = call_.quiet_left > 0 ? rules_.quiet_limit - call_.quiet_left : 0;
        EndingTally tally;
        std::string failures;
        for (const int result : {1, 0}) {
            const auto most = static_cast<std::size_t>(call_.per_set);
            for (const Position& position :
                 random_endings(truth_, men, result, quiet, most, random)) {
                const auto answer = answer_for(Game(rules_, position), result);
                tally.add(answer);
                if (answer.failed()) failures += describe(answer, truth_) + '\n';
            }
        }
        truth_.forget_largest();
        fmt::print("{}", failures);
        std::fflush(stdout);
        state_ << failures << row(letters(men), tally) << std::endl;
        return tally;
    }

    const Call& call_;
    RuleSet rules_;
    Retrograde truth_;
    SteadyClock clock_;
    Player player_;
    std::ofstream state_;
};

int report(const Call& call, const EndingTally& t) {
    fmt::print("{:<24}{:>9}{:>9}{:>9}\n", "", "positions", "good", "%");
    const auto line = [](const char* name, int all, int good) {
        fmt::print("{:<24}{:>9}{:>9}{:>9.2f}\n", name, all, good, Check::percent(good, all));
    };
    line("won, win kept", t.won, t.kept);
    line("  with a choice", t.won_with_choice, t.kept_with_choice);
    line("drawn, draw kept", t.drawn, t.held);
    line("drawn, not hung", t.drawn, t.drawn - t.hung);
    const bool all = call.quiet_left > 0 || !call.configuration.player.tables.empty();
    const double wanted = all ? 100 : kWantedPercent;
    const bool good = Check::percent(t.kept, t.won) >= wanted && t.hung == 0;
    fmt::print("{} % of the wins and no hung draw are wanted: {}\n", wanted,
               good ? "holds" : "missed");
    return good ? 0 : kMissed;
}

}  // namespace
}  // namespace anqi::test

int main(int argc, char** argv) {
    using namespace anqi::test;
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (words.size() == 1 && words[0] == "--help") return fmt::print("{}", kHelp), 0;
    const auto call = read_call(words);
    if (!call) {
        fmt::print(stderr, "anqi-endings: {} (see anqi-endings --help)\n", call.error());
        return kBadCall;
    }
    if (!own_state(*call)) {
        fmt::print(stderr, "anqi-endings: {} belongs to another call\n", call->state);
        return kBadCall;
    }
    return report(*call, Check(*call).run());
}
