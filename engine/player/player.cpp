#include "engine/player/player.h"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/core/history.h"
#include "engine/eval/evaluator.h"
#include "engine/player/book_priors.h"
#include "engine/player/by_phase.h"
#include "engine/player/level_player.h"
#include "engine/player/weak_players.h"
#include "engine/search/alphabeta.h"
#include "engine/search/mcts.h"
#include "engine/search/table_root.h"
#include "engine/search/time_plan.h"

namespace anqi {
namespace {

// A position this bad for this long a search is given up when resigning is allowed.
constexpr double kHopeless = -0.97;

// Hours of pondering, and far from where 32 bits overflow.
constexpr std::int64_t kPonderVisits = 1'000'000'000;
// MiB. A larger table has to be swept at every new game, which hosts take for a slow start.
constexpr int kLargestTable = 32;

using SharedTables = std::shared_ptr<const Tables>;

// MiB for unpacked blocks of endgame tables: a part of the memory limit.
int memory_for_tables(const Settings& settings) {
    return settings.tables.empty() ? 0 : std::clamp(settings.memory / 8, 1, 32);
}

std::vector<std::string> folders(const std::string& text) {
    std::vector<std::string> folders;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        if (end > begin) folders.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return folders;
}

SharedTables load_tables(const Settings& settings) {
    if (settings.tables.empty()) return nullptr;
    const auto bytes = static_cast<std::size_t>(memory_for_tables(settings)) << 20;
    return std::make_shared<const Tables>(settings.rules.shape, folders(settings.tables), bytes);
}

// What searchers know beyond the rules.
struct Lore {
    SharedTables tables;
    SharedNetwork network;
    std::shared_ptr<const PriorSource> priors;
};

std::unique_ptr<Searcher> make_alphabeta_player(const Settings& settings, int memory,
                                                const Clock& clock, const Lore& lore) {
    return make_alphabeta({.params = settings.search,
                           .memory = static_cast<std::size_t>(std::min(memory, kLargestTable)),
                           .tables = lore.tables,
                           .network = lore.network},
                          clock);
}

std::unique_ptr<Searcher> make_mcts_player(const Settings& settings, int memory, const Clock& clock,
                                           const Lore& lore) {
    return make_mcts({.params = settings.search,
                      .seed = settings.seed,
                      .threads = settings.threads,
                      .memory = static_cast<std::size_t>(memory),
                      .tables = lore.tables,
                      .network = lore.network,
                      .priors = lore.priors},
                     clock);
}

// The table gets a quarter of the memory at most.
std::unique_ptr<Searcher> make_engine(const Settings& settings, int memory, const Clock& clock,
                                      const Lore& lore) {
    const int table = std::clamp(memory / 4, 1, kLargestTable);
    const int graph = std::max(1, memory - table);
    return make_by_phase({.mcts = make_mcts_player(settings, graph, clock, lore),
                          .alphabeta = make_alphabeta_player(settings, table, clock, lore)},
                         settings.mcts_from);
}

bool has_level(const Settings& settings) {
    return settings.player == PlayerKind::by_phase && settings.level < kTopLevel;
}

// Weak players stay as weak as they are: no tables, no book, no thinking ahead.
bool is_weak(const Settings& settings) {
    return settings.player == PlayerKind::random || settings.player == PlayerKind::greedy ||
           has_level(settings);
}

// Levels need a value for every action, which MCTS has.
std::unique_ptr<Searcher> make_weakened(const Settings& settings, int memory, const Clock& clock,
                                        const Lore& lore) {
    if (settings.level == 0) return make_random_player(settings.seed);
    const Level& level = level_at(settings.level);
    auto searcher = make_mcts({.params = settings.search,
                               .seed = settings.seed,
                               .memory = static_cast<std::size_t>(memory),
                               .network = lore.network,
                               .misjudgement = level.misjudgement},
                              clock);
    return make_level(std::move(searcher), settings.level, settings.seed);
}

std::unique_ptr<Searcher> make_thinker(const Settings& settings, const Clock& clock,
                                       const Lore& lore) {
    const int memory = std::max(1, settings.memory - memory_for_tables(settings));
    switch (settings.player) {
        case PlayerKind::random:
            return make_random_player(settings.seed);
        case PlayerKind::greedy:
            return make_greedy_player(settings.seed);
        case PlayerKind::alphabeta:
            return make_alphabeta_player(settings, memory, clock, lore);
        case PlayerKind::mcts:
            return make_mcts_player(settings, memory, clock, lore);
        case PlayerKind::by_phase:
            break;
    }
    if (has_level(settings)) return make_weakened(settings, memory, clock, lore);
    return make_engine(settings, memory, clock, lore);
}

// One visit alone says little, unless it comes from a table.
bool hopeless(const Report& report) {
    if (report.candidates.empty() || report.candidates.front().value >= kHopeless) return false;
    return report.visits > 1 || report.candidates.front().source == Source::table;
}

bool same_tables(const Settings& a, const Settings& b) {
    return a.tables == b.tables && (a.tables.empty() || a.rules.shape == b.rules.shape);
}

bool same_book(const Settings& a, const Settings& b) {
    return a.book == b.book && (a.book == "none" || a.rules.name == b.rules.name);
}

bool same_opening(const Settings& a, const Settings& b) {
    return same_book(a, b) && a.book_depth == b.book_depth && a.book_random == b.book_random &&
           a.book_visits == b.book_visits && a.book_priors == b.book_priors;
}

bool same_searcher(const Settings& a, const Settings& b) {
    return a.player == b.player && a.level == b.level && a.seed == b.seed && a.search == b.search &&
           a.threads == b.threads && a.network == b.network && a.memory == b.memory &&
           a.mcts_from == b.mcts_from && same_tables(a, b) && same_opening(a, b);
}

}  // namespace

Player::Player(const Settings& settings, const Clock& clock)
    : settings_(settings),
      clock_(clock),
      game_(settings.rules),
      tables_(load_tables(settings)),
      network_(load_network(settings.network)),
      book_(load_book(settings.book, settings.rules)),
      searcher_(make_searcher(settings)) {}

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

std::unique_ptr<Searcher> Player::make_searcher(const Settings& settings) const {
    auto searcher = make_thinker(
        settings, clock_,
        {tables_, network_.network, settings.book_priors ? make_book_priors(book_.book) : nullptr});
    if (is_weak(settings)) return searcher;
    if (tables_) searcher = make_table_root(std::move(searcher), tables_);
    if (!book_.book) return searcher;
    return make_opening(std::move(searcher), book_.book,
                        {.plies = settings.book_depth,
                         .spread = settings.book_random,
                         .visits = settings.book_visits,
                         .seed = settings.seed});
}

// The old searcher goes first: there may not be memory for both.
Status Player::replace_searcher(const Settings& settings) {
    const SharedTables before = tables_;
    const LoadedNetwork network_before = network_;
    const LoadedBook book_before = book_;
    try {
        const bool reload =
            !same_tables(settings, settings_) || settings.memory != settings_.memory;
        if (reload) tables_ = load_tables(settings);
        if (settings.network != settings_.network) network_ = load_network(settings.network);
        if (!same_book(settings, settings_)) book_ = load_book(settings.book, settings.rules);
        searcher_.reset();
        searcher_ = make_searcher(settings);
        return Done{};
    } catch (const std::bad_alloc&) {
        tables_ = before;
        network_ = network_before;
        book_ = book_before;
        if (!searcher_) make_what_fits();
        return Error{"the system does not grant that much memory"};
    }
}

// What was there before fits as a rule; if not, ever smaller ones are tried.
void Player::make_what_fits() {
    for (Settings smaller = settings_; !searcher_; smaller.memory /= 2) {
        try {
            searcher_ = make_searcher(smaller);
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
    Settings settings = settings_;
    settings.rules = game.rules();
    if (!same_searcher(settings, settings_)) (void)replace_searcher(settings);
    settings_ = settings;
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
        return {settings_.visits, time_plan(call.asked), call.root_moves, call.analysis,
                call.noise};
    }
    const TimePlan time = call.movetime > 0 ? TimePlan::exactly(call.movetime) : TimePlan{};
    Limits limits{call.visits, time, call.root_moves, call.analysis, call.noise};
    limits.book = false;
    return limits;
}

Decision Player::choose(const CallLimits& call, const StopFlag& stop, ReportSink* sink) {
    Decision decision;
    decision.report = searcher_->search(game_, limits_for(call), stop, sink);
    decision.move = decision.report.best();
    decision.resigns = settings_.resign && hopeless(decision.report);
    return decision;
}

void Player::ponder(const StopFlag& stop) {
    if (is_weak(settings_)) return;
    Game game = game_;
    const MoveList moves = game.legal_moves();
    // A forced reply needs no thought, but what comes after it does.
    if (moves.size() == 1 && !moves[0].is_flip()) (void)game.play(Event(moves[0]));
    Limits limits;
    limits.visits = kPonderVisits;
    limits.book = false;
    (void)searcher_->search(game, limits, stop, nullptr);
}

double Player::evaluate() const {
    if (tables_ && !verdict(game_.rules(), game_.position(), game_.history()).over()) {
        const auto known = tables_->value(game_.rules(), game_.position());
        if (known) return known->value;
    }
    return anqi::evaluate(game_.rules(), settings_.search.eval, game_.position(), network_.network);
}

std::vector<std::string> Player::problems() const {
    std::vector<std::string> problems;
    if (tables_) {
        for (const std::string& p : tables_->problems())
            problems.push_back(p + "; playing without it");
    }
    if (!network_.problem.empty()) problems.push_back(network_.problem + "; evaluating by hand");
    if (!book_.problem.empty()) problems.push_back(book_.problem + "; playing without it");
    return problems;
}

const Network* Player::network() const {
    const SharedNetwork& network = network_.network;
    return network && network->shape() == settings_.rules.shape ? network.get() : nullptr;
}

}  // namespace anqi
