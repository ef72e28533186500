#include "tools/paired_play.h"

#include "engine/core/deal.h"
#include "engine/player/duel.h"
#include "engine/util/clock.h"

namespace anqi {
namespace {

// Returns the points of the first seat.
double play_game(const Seats& seats, const Deal& deal) {
    const StopFlag never;
    const Game& game = play_duel(seats, Position::start(), deal,
                                 [&](Player& mover) { return mover.choose({}, never).move; });
    const auto winner = winning_seat(game);
    return !winner ? 0.5 : *winner == 0 ? 1 : 0;
}

}  // namespace

PairScore play_pair(const Settings& first, const Settings& second, std::uint64_t seed) {
    const SteadyClock clock;
    Settings others = second;
    others.rules = first.rules;
    Player a(first, clock), b(others, clock);
    Random random(seed);
    const Deal deal(Position::start(), random);
    PairScore score;
    score.first = play_game({&a, &b}, deal);
    score.plies = a.game().plies();
    score.first += 1 - play_game({&b, &a}, deal);
    score.plies += a.game().plies();
    return score;
}

}  // namespace anqi
