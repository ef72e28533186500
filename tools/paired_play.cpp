#include "tools/paired_play.h"

#include <array>

#include "engine/core/deal.h"
#include "engine/player/player.h"
#include "engine/util/clock.h"

namespace anqi {
namespace {

// Ends games under rules without limits, as draws.
constexpr int kMaxPlies = 10'000;

using Players = std::array<Player*, 2>;  // in the order of their seats

double points(Outcome outcome, Colour side) {
    return outcome.over() ? 0.5 + 0.5 * score_for(outcome, side) : 0.5;
}

// The colour of the player in the first seat, once the first flip has given the colours.
Colour first_colour(const Game& game) {
    return game.plies() % 2 == 0 ? game.position().side() : opponent(game.position().side());
}

// Returns the points of the first seat.
double play_game(const Players& players, const Deal& deal) {
    for (Player* player : players) player->new_game();
    const StopFlag never;
    const Game& game = players[0]->game();
    while (!game.over() && game.plies() < kMaxPlies) {
        const auto move =
            players[static_cast<std::size_t>(game.plies() % 2)]->choose({}, never).move;
        if (!move) break;
        const Event event = deal.reveal(*move);
        for (Player* player : players) (void)player->play(event);
    }
    return points(game.outcome(), first_colour(game));
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
