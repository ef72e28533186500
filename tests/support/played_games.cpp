#include "tests/support/played_games.h"

#include "engine/core/deal.h"
#include "engine/player/player.h"
#include "engine/util/clock.h"

namespace anqi::test {
namespace {

// Ends games under rules without limits, as draws.
constexpr int kMaxPlies = 2000;

Settings settings_of(const WeakPlayer& player, const PlayedEvent& event, int game) {
    Settings settings;
    settings.rules = event.rules;
    settings.player = player.kind;
    settings.seed = event.seed + static_cast<std::uint64_t>(game);
    settings.memory = 16;
    return settings;
}

SeatResult seat_result(const GameLog& log, Winner winner) {
    if (winner == Winner::draw || winner == Winner::none) return SeatResult::draw;
    return winner == winner_for(log.first_colour()) ? SeatResult::first : SeatResult::second;
}

void play(const std::array<Player*, 2>& players, const Deal& deal, GameLog& log) {
    const SteadyClock clock;
    const StopFlag never;
    for (Player* player : players) player->new_game(log.start);
    const Game& game = players[0]->game();
    while (!game.over() && game.plies() < kMaxPlies) {
        const Microseconds begin = clock.now();
        const auto move =
            players[static_cast<std::size_t>(game.plies() % 2)]->choose({}, never).move;
        log.times.push_back(clock.now() - begin);
        const Event event = deal.reveal(*move);
        for (Player* player : players) (void)player->play(event);
    }
    log.events = game.events();
    log.reason = game.over() ? game.outcome().reason : Reason::stalled;
    log.result = seat_result(log, game.outcome().winner);
}

}  // namespace

std::vector<GameLog> play_event(const PlayedEvent& event) {
    const SteadyClock clock;
    std::vector<GameLog> logs;
    Random random(event.seed);
    for (int pair = 0; pair < event.pairs; ++pair) {
        const Deal deal(event.start, random);
        for (std::size_t first = 0; first < 2; ++first) {
            const WeakPlayer &a = event.players[first], &b = event.players[1 - first];
            GameLog& log = logs.emplace_back();
            log.game = static_cast<int>(logs.size());
            log.pair = pair + 1;
            log.engines = {a.name, b.name};
            log.seed = event.seed;
            log.deal = pair;
            log.rules = event.rules;
            log.start = event.start;
            Player one(settings_of(a, event, log.game), clock);
            Player two(settings_of(b, event, -log.game), clock);
            play({&one, &two}, deal, log);
        }
    }
    return logs;
}

}  // namespace anqi::test
