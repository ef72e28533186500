#include "engine/player/player.h"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/eval/evaluator.h"
#include "engine/player/by_phase.h"
#include "engine/player/weak_players.h"
#include "engine/search/alphabeta.h"
#include "engine/search/mcts.h"
#include "engine/search/time_plan.h"

namespace anqi {
namespace {

// A position this bad for this long a search is given up when resigning is allowed.
constexpr double kHopeless = -0.97;

// Hours of pondering, and far from where 32 bits overflow.
constexpr std::int64_t kPonderVisits = 1'000'000'000;
// MiB. A larger table has to be swept at every new game, which hosts take for a slow start.
constexpr int kLargestTable = 32;

std::unique_ptr<Searcher> make_alphabeta_player(const Settings& settings, int memory,
                                                const Clock& clock) {
    return make_alphabeta({.params = settings.search,
                           .memory = static_cast<std::size_t>(std::min(memory, kLargestTable))},
                          clock);
}

std::unique_ptr<Searcher> make_mcts_player(const Settings& settings, int memory,
                                           const Clock& clock) {
    return make_mcts({.params = settings.search,
                      .seed = settings.seed,
                      .threads = settings.threads,
                      .memory = static_cast<std::size_t>(memory)},
                     clock);
}

// The table gets a quarter of the memory at most.
std::unique_ptr<Searcher> make_engine(const Settings& settings, const Clock& clock) {
    const int table = std::clamp(settings.memory / 4, 1, kLargestTable);
    const int graph = std::max(1, settings.memory - table);
    return make_by_phase({.mcts = make_mcts_player(settings, graph, clock),
                          .alphabeta = make_alphabeta_player(settings, table, clock)},
                         settings.mcts_from);
}

std::unique_ptr<Searcher> make_searcher(const Settings& settings, const Clock& clock) {
    switch (settings.player) {
        case PlayerKind::random:
            return make_random_player(settings.seed);
        case PlayerKind::greedy:
            return make_greedy_player(settings.seed);
        case PlayerKind::alphabeta:
            return make_alphabeta_player(settings, settings.memory, clock);
        case PlayerKind::mcts:
            return make_mcts_player(settings, settings.memory, clock);
        case PlayerKind::by_phase:
            break;
    }
    return make_engine(settings, clock);
}

bool same_searcher(const Settings& a, const Settings& b) {
    return a.player == b.player && a.seed == b.seed && a.search == b.search &&
           a.threads == b.threads && a.memory == b.memory && a.mcts_from == b.mcts_from;
}

}  // namespace

Player::Player(const Settings& settings, const Clock& clock)
    : settings_(settings),
      clock_(clock),
      game_(settings.rules),
      searcher_(make_searcher(settings, clock)) {}

Player::~Player() = default;

Status Player::configure(const Settings& settings) {
    if (settings.rules.name != settings_.rules.name && game_.plies() > 0) {
        return Error{"the rule set can be changed only before the first action"};
    }
    if (!same_searcher(settings, settings_)) {
        const Status replaced = replace_searcher(settings);
        if (!replaced) return replaced;
    }
    if (!(settings.rules == settings_.rules)) {
        game_.set_rules(settings.rules);
        searcher_->forget();
    }
    if (settings.main_time != settings_.main_time) left_[0] = left_[1] = std::nullopt;
    settings_ = settings;
    return Done{};
}

// The old one goes first: there may not be memory for both.
Status Player::replace_searcher(const Settings& settings) {
    searcher_.reset();
    try {
        searcher_ = make_searcher(settings, clock_);
        return Done{};
    } catch (const std::bad_alloc&) {
        make_what_fits();
        return Error{"the system does not grant that much memory"};
    }
}

// What was there before fits as a rule; if not, ever smaller ones are tried.
void Player::make_what_fits() {
    for (Settings smaller = settings_; !searcher_; smaller.memory /= 2) {
        try {
            searcher_ = make_searcher(smaller, clock_);
        } catch (const std::bad_alloc&) {
            if (smaller.memory <= 1) throw;
        }
    }
}

void Player::new_game(const Position& start) {
    game_ = Game(settings_.rules, start);
    left_[0] = left_[1] = std::nullopt;
    searcher_->forget();
}

void Player::take_over(Game game) {
    settings_.rules = game.rules();
    game_ = std::move(game);
    left_[0] = left_[1] = std::nullopt;
    searcher_->forget();
}

Illegal Player::play(Event event) {
    return settings_.play_past_draw ? game_.play_past_draw(event) : game_.play(event);
}

void Player::undo(int n) {
    for (; n > 0; --n) game_.undo();
}

void Player::set_time_left(Colour colour, Milliseconds left) { left_[index(colour)] = left; }

std::optional<Milliseconds> Player::time_left(Colour colour) const {
    if (colour == Colour::none) {
        const auto red = time_left(Colour::red), black = time_left(Colour::black);
        return red && black ? std::min(red, black) : red ? red : black;
    }
    if (left_[index(colour)]) return left_[index(colour)];
    if (settings_.main_time > 0) return settings_.main_time;
    return std::nullopt;
}

TimePlan Player::time_plan(Colour asked) const {
    const Colour side = game_.position().side();
    const auto left = time_left(side == Colour::none ? asked : side);
    if (!left && settings_.byoyomi == 0 && settings_.increment == 0) {
        return settings_.visits > 0 ? TimePlan{} : TimePlan::exactly(settings_.movetime);
    }
    return plan_time({.remaining = left.value_or(0),
                      .increment = settings_.increment,
                      .byoyomi = settings_.byoyomi,
                      .main_time = settings_.main_time,
                      .overhead = settings_.overhead},
                     phase_of(game_.position(), game_.plies()));
}

Limits Player::limits_for(const CallLimits& call) const {
    if (!call.limited()) {
        return {settings_.visits, time_plan(call.asked), call.root_moves, call.analysis};
    }
    const TimePlan time = call.movetime > 0 ? TimePlan::exactly(call.movetime) : TimePlan{};
    return {call.visits, time, call.root_moves, call.analysis};
}

Decision Player::choose(const CallLimits& call, const StopFlag& stop, ReportSink* sink) {
    Decision decision;
    decision.report = searcher_->search(game_, limits_for(call), stop, sink);
    decision.move = decision.report.best();
    if (decision.move && settings_.resign && decision.report.visits > 1 &&
        decision.report.candidates.front().value < kHopeless) {
        decision.resigns = true;
    }
    return decision;
}

void Player::ponder(const StopFlag& stop) {
    if (settings_.player == PlayerKind::random || settings_.player == PlayerKind::greedy) return;
    Game game = game_;
    const MoveList moves = game.legal_moves();
    // A forced reply needs no thought, but what comes after it does.
    if (moves.size() == 1 && !moves[0].is_flip()) (void)game.play(Event(moves[0]));
    Limits limits;
    limits.visits = kPonderVisits;
    (void)searcher_->search(game, limits, stop, nullptr);
}

double Player::evaluate() const {
    return anqi::evaluate(game_.rules(), settings_.search.eval, game_.position());
}

}  // namespace anqi
