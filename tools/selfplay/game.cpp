#include "tools/selfplay/game.h"

#include <algorithm>
#include <cmath>

#include "engine/core/deal.h"
#include "engine/player/duel.h"

namespace anqi {
namespace {

constexpr std::size_t kPolicyActions = 8;

// Visits that were spent before a win was proven say nothing against it, so it stands alone.
std::vector<VisitCount> policy_of(const std::vector<Candidate>& candidates) {
    const Candidate& best = candidates.front();
    if (best.lower >= 1) return {{best.move, std::max<std::int64_t>(1, best.visits)}};
    return most_visited(candidates, kPolicyActions);
}

// Decides the actions of one game and notes what the searches found.
class Chooser {
  public:
    // Both games of a pair have the same draws, so they share their random opening.
    Chooser(const SelfPlayPlan& plan, GameLog& log, const StopFlag& stop)
        : plan_(plan), log_(log), stop_(stop), random_(draws_of(log)) {}

    // None at a resignation, which is declared to both players, and when the run is stopped.
    std::optional<Move> choose(Player& mover, const Seats& seats) {
        const Game& game = mover.game();
        const bool at_random = draws_at_random(game.plies());
        if (at_random && !plan_.values && !plan_.policy) return any_of(game.legal_moves());
        const Decision decision = mover.choose(limits(), stop_);
        if (!decision.move || stop_.requested()) return std::nullopt;
        const Colour side = game.position().side();
        if (decision.resigns && side != Colour::none) {
            for (Player* player : seats) {
                player->declare({winner_for(opponent(side)), Reason::resign});
            }
            return std::nullopt;
        }
        keep(decision.report);
        if (at_random) return any_of(game.legal_moves());
        if (plan_.temperature > 0 && game.plies() < plan_.temperature_plies) {
            return draw_action(decision.report.candidates, plan_.temperature, random_);
        }
        return decision.move;
    }

  private:
    // Apart from the stream of the deal, which has the plain seed.
    static std::uint64_t draws_of(const GameLog& log) {
        std::uint64_t state = log.seed;
        state = split_mix(state) ^ static_cast<std::uint64_t>(log.deal);
        return split_mix(state);
    }

    CallLimits limits() {
        CallLimits call;
        if (plan_.noise > 0) call.noise = {plan_.noise, plan_.noise_shape, random_.next()};
        return call;
    }

    bool draws_at_random(int ply) {
        if (ply < plan_.random_plies) return true;
        return plan_.random_every > 0 &&
               random_.below(static_cast<std::uint32_t>(plan_.random_every)) == 0;
    }

    Move any_of(const MoveList& moves) {
        return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
    }

    void keep(const Report& report) {
        if (plan_.values) log_.values.push_back(report.candidates.front().value);
        if (plan_.policy) log_.policy.push_back(policy_of(report.candidates));
    }

    const SelfPlayPlan& plan_;
    GameLog& log_;
    const StopFlag& stop_;
    Random random_;
};

void note_result(const Game& game, GameLog& log) {
    log.events = game.events();
    const auto winner = winning_seat(game);
    log.result = !winner ? SeatResult::draw : *winner == 0 ? SeatResult::first : SeatResult::second;
    log.reason = game.over() ? game.outcome().reason : Reason::declared;
}

}  // namespace

PlayerPair make_players(const SelfPlayPlan& plan, const Clock& clock) {
    return {std::make_unique<Player>(plan.sides[0], clock),
            std::make_unique<Player>(plan.sides[1], clock)};
}

std::optional<GameLog> play_numbered(const SelfPlayPlan& plan, const PlayerPair& players,
                                     int number, const StopFlag& stop) {
    GameLog log = blank_log(plan, number);
    Random dealer = deal_random(log.seed, log.deal);
    const Deal deal(log.start, dealer);
    Seats seats = {players[0].get(), players[1].get()};
    if (plan.pairs && number % 2 == 0) std::swap(seats[0], seats[1]);
    Chooser chooser(plan, log, stop);
    const Game& game = play_duel(seats, log.start, deal,
                                 [&](Player& mover) { return chooser.choose(mover, seats); });
    if (stop.requested()) return std::nullopt;
    note_result(game, log);
    return log;
}

Move draw_action(const std::vector<Candidate>& candidates, double temperature, Random& random) {
    std::int64_t most = 1;
    for (const Candidate& c : candidates) most = std::max(most, c.visits);
    // Shares of the most visited one, so that no power overflows.
    std::vector<double> weights;
    double sum = 0;
    for (const Candidate& c : candidates) {
        const double share = static_cast<double>(c.visits) / static_cast<double>(most);
        weights.push_back(share > 0 ? std::pow(share, 1 / temperature) : 0);
        sum += weights.back();
    }
    double rest = random.unit() * sum;
    Move drawn = candidates.front().move;
    for (std::size_t i = 0; i < weights.size() && rest >= 0; ++i) {
        if (weights[i] <= 0) continue;
        drawn = candidates[i].move;
        rest -= weights[i];
    }
    return drawn;
}

std::vector<VisitCount> most_visited(const std::vector<Candidate>& candidates, std::size_t most) {
    std::vector<VisitCount> counts;
    for (const Candidate& c : candidates) {
        if (c.visits > 0) counts.push_back({c.move, c.visits});
    }
    std::stable_sort(counts.begin(), counts.end(),
                     [](const VisitCount& a, const VisitCount& b) { return a.visits > b.visits; });
    if (counts.size() > most) counts.resize(most);
    return counts;
}

}  // namespace anqi
