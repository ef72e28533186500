#include "engine/player/duel.h"

namespace anqi {

const Game& play_duel(const Seats& seats, const Position& start, const Deal& deal,
                      const Choice& choose) {
    for (Player* player : seats) player->new_game(start);
    const Game& game = seats[0]->game();
    while (!game.over() && game.plies() < kMaxDuelPlies) {
        const auto move = choose(*seats[static_cast<std::size_t>(game.plies() % 2)]);
        if (!move) break;
        const Event event = deal.reveal(*move);
        for (Player* player : seats) (void)player->play(event);
    }
    return game;
}

std::optional<int> winning_seat(const Game& game) {
    const Outcome outcome = game.outcome();
    if (!outcome.over() || outcome.winner == Winner::draw) return std::nullopt;
    const int to_move = game.plies() % 2;
    return outcome.winner == winner_for(game.position().side()) ? to_move : 1 - to_move;
}

}  // namespace anqi
