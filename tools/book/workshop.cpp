#include "tools/book/workshop.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

#include "book/key.h"
#include "engine/core/deal.h"
#include "engine/player/duel.h"
#include "tools/program.h"

namespace anqi::book_tool {
namespace {

constexpr Microseconds kBetweenLines = 5'000'000;
// Beyond the best, actions of a search that are worth keeping.
constexpr std::int64_t kLeastVisits = 1;

ValuedAction valued(const Candidate& candidate) {
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    return {candidate.move, candidate.value,
            static_cast<std::uint32_t>(std::min(candidate.visits, most))};
}

Move any_of(const MoveList& moves, Random& random) {
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

}  // namespace

void Progress::tell(std::size_t done, std::size_t fresh) {
    const Microseconds now = clock_.now();
    if (now - told_ < kBetweenLines || fresh == 0) return;
    told_ = now;
    const double speed = static_cast<double>(fresh) / (static_cast<double>(now - begun_) / 1e6);
    const double rest = static_cast<double>(all_ - std::min(all_, done)) / speed;
    anqi::tell(fmt::format("{} of {} {}, {:.1f} a second, about {} to go\n", done, all_, unit_,
                           speed, duration_text(static_cast<Microseconds>(rest * 1e6))));
}

Workshop::Workshop(const BookPlan& plan, WorkFile work, const StopFlag& stop)
    : plan_(plan), work_(std::move(work)), stop_(stop) {
    for (int i = 0; i < plan.threads; ++i) {
        players_.push_back(std::make_unique<Player>(plan.settings, clock_));
    }
}

Workshop::~Workshop() = default;

// Calls job(player, i, mutex) for every i below n, each player on a thread of its own.
template <class Job>
bool Workshop::for_each(std::size_t n, Job job) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::vector<std::thread> threads;
    for (const auto& player : players_) {
        threads.emplace_back([&] {
            for (std::size_t i = next++; i < n && !ended(); i = next++) {
                job(*player, i, mutex);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    return !ended();
}

template <class... Words>
void Workshop::keep(const Words&... words) {
    const Status written = work_.add(words...);
    if (written) return;
    problem_ = written.error();
    failed_ = true;
}

Valuation Workshop::search(Player& player, const Position& position) const {
    player.new_game(position);
    CallLimits call;
    call.visits = static_cast<std::int64_t>(plan_.origin.visits);
    call.analysis = true;
    const Report report = player.choose(call, stop_).report;
    Valuation valuation;
    if (report.candidates.empty()) return valuation;
    valuation.value = report.candidates.front().value;
    for (const Candidate& candidate : report.candidates) {
        if (candidate.visits >= kLeastVisits) valuation.actions.push_back(valued(candidate));
    }
    return valuation;
}

std::vector<Valuation> Workshop::value(const std::vector<Position>& positions) {
    if (!progress_) progress_.emplace("positions", plan_.origin.wanted);
    std::vector<std::pair<std::uint64_t, const Position*>> unknown;
    for (const Position& position : positions) {
        const std::uint64_t key = canonical_key(position).key;
        if (!work_.valuations().contains(key)) unknown.emplace_back(key, &position);
    }
    const std::size_t known = positions.size() - unknown.size();
    const bool done = for_each(unknown.size(), [&](Player& player, std::size_t i, auto& mutex) {
        const Valuation valuation = search(player, *unknown[i].second);
        const std::lock_guard lock(mutex);
        if (ended()) return;
        keep(unknown[i].first, valuation);
        progress_->tell(++valued_ + known, ++fresh_);
    });
    valued_ += known;
    std::vector<Valuation> valuations;
    if (!done) return valuations;
    for (const Position& position : positions) {
        valuations.push_back(work_.valuations().at(canonical_key(position).key));
    }
    return valuations;
}

BookGame Workshop::game(Player& player, int number) const {
    Random random = deal_random(plan_.origin.seed, number);
    const Deal deal(Position::start(), random);
    player.new_game();
    const Game& game = player.game();
    (void)player.play(deal.reveal(any_of(distinct_moves(game.rules(), game.position()), random)));
    (void)player.play(deal.reveal(any_of(game.legal_moves(), random)));
    const std::uint64_t key = canonical_key(game.position()).key;
    const Colour side = game.position().side();
    CallLimits call;
    call.visits = plan_.origin.game_visits;
    while (!game.over() && game.plies() < kMaxDuelPlies) {
        const auto move = player.choose(call, stop_).move;
        if (!move || stop_.requested()) break;
        (void)player.play(deal.reveal(*move));
    }
    return {key, game.over() ? score_for(game.outcome(), side) : 0, game.events()[0],
            game.events()[1]};
}

std::optional<Tallies> Workshop::play() {
    std::vector<int> unknown;
    const auto all = static_cast<int>(plan_.origin.games);
    for (int number = 0; number < all; ++number) {
        if (!work_.games().contains(number)) unknown.push_back(number);
    }
    Progress progress("games", plan_.origin.games);
    std::size_t done = 0;
    const bool whole = for_each(unknown.size(), [&](Player& player, std::size_t i, auto& mutex) {
        const BookGame played = game(player, unknown[i]);
        const std::lock_guard lock(mutex);
        if (ended()) return;
        keep(unknown[i], played);
        ++done;
        progress.tell(plan_.origin.games - unknown.size() + done, done);
    });
    if (!whole) return std::nullopt;
    Tallies tallies;
    for (const auto& [number, played] : work_.games()) {
        if (number >= all) break;
        Tally& tally = tallies[played.key];
        ++tally.games;
        tally.score += played.score;
    }
    return tallies;
}

}  // namespace anqi::book_tool
