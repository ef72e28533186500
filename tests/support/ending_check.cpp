#include "tests/support/ending_check.h"

#include <algorithm>
#include <set>

#include "engine/core/apply.h"
#include "engine/core/game.h"
#include "engine/core/notation.h"
#include "engine/util/stop_flag.h"

namespace anqi::test {
namespace {

Men random_set(std::size_t size, Random& random) {
    Men all;
    for (int i = 0; i < kPieces; ++i) {
        all.insert(all.end(), static_cast<std::size_t>(kKindCount[i % kKinds]), piece_at_index(i));
    }
    Men men;
    const auto both_colours = [](const Men& m) {
        return !m.empty() && colour_of(m.front()) != colour_of(m.back());
    };
    while (!both_colours(men)) {
        random.shuffle(all);
        men.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
        std::sort(men.begin(), men.end());
    }
    return men;
}

Position random_placement(const Men& men, int quiet, Random& random) {
    Position position;
    for (const Piece p : men) {
        auto s = static_cast<Square>(random.below(kSquares));
        while (position.at(s) != Piece::none) s = static_cast<Square>(random.below(kSquares));
        position.put(s, p);
    }
    position.set_side(random.below(2) == 0 ? Colour::red : Colour::black);
    position.set_quiet(quiet);
    return position;
}

// Whether the side to move has a capture that wins.
bool has_winning_capture(Retrograde& truth, const Game& game) {
    const MoveList moves = game.legal_moves();
    return std::any_of(moves.begin(), moves.end(), [&](Move move) {
        return game.position().at(move.to()) != Piece::none &&
               truth.result_after(game.position(), move) > 0;
    });
}

// The move of a lost side that puts the end, or the next capture, off the longest.
Move longest_defence(Retrograde& truth, const Game& game) {
    Move best;
    int longest = -1;
    for (const Move move : game.legal_moves()) {
        Position next = game.position();
        apply(game.rules(), next, Event(move));
        const int distance = truth.judge(next).distance;
        if (distance > longest) {
            longest = distance;
            best = move;
        }
    }
    return best;
}

const char* word(int result) { return result > 0 ? "win" : result < 0 ? "loss" : "draw"; }

}  // namespace

std::vector<Men> random_sets(std::size_t sets, Random& random) {
    std::set<Men> seen;
    std::vector<Men> result;
    while (result.size() < sets) {
        Men men = random_set(2 + random.below(3), random);
        if (seen.insert(men).second) result.push_back(std::move(men));
    }
    return result;
}

std::vector<Position> random_endings(Retrograde& truth, const Men& men, int result, int quiet,
                                     std::size_t most, Random& random) {
    constexpr std::size_t tries_each = 200;
    std::vector<Position> found;
    for (std::size_t tries = most * tries_each; tries > 0 && found.size() < most; --tries) {
        const Position position = random_placement(men, quiet, random);
        if (truth.result(position) == result) found.push_back(position);
    }
    return found;
}

EndingAnswer ask(Player& player, Retrograde& truth, const Game& game, std::int64_t visits) {
    EndingAnswer answer;
    answer.position = game.position();
    answer.before = truth.result(game.position());
    for (const Move move : game.legal_moves()) {
        const bool keeps = truth.result_after(game.position(), move) == answer.before;
        if (keeps) answer.keeping.push_back(move);
    }
    answer.had_choice = answer.keeping.size() < game.legal_moves().size();
    player.take_over(game);
    const StopFlag never;
    const auto move = player.choose({.visits = visits, .root_moves = {}}, never).move;
    Game next = game;
    if (!move || next.play(Event(*move)) != Illegal::none) return answer;
    answer.move = *move;
    answer.after = next.over() ? score_for(next.outcome(), game.position().side())
                               : -truth.result(next.position());
    answer.hangs = answer.after < 0 && has_winning_capture(truth, next);
    return answer;
}

EndingAnswer play_out(Player& player, Retrograde& truth, Game game, std::int64_t visits) {
    while (true) {
        EndingAnswer answer = ask(player, truth, game, visits);
        if (answer.after <= 0) return answer;
        (void)game.play(Event(answer.move));
        if (game.over()) return answer;
        (void)game.play(Event(longest_defence(truth, game)));
        if (!game.over()) continue;
        // A lost side cannot end the game in its favour, but may repeat the position.
        answer.after = score_for(game.outcome(), opponent(game.position().side()));
        return answer;
    }
}

std::string describe(const EndingAnswer& answer, Retrograde& truth) {
    std::string text = to_text(answer.position) + " played " + to_text(answer.move) + " (" +
                       word(answer.after) + "), keep:";
    for (const Move move : answer.keeping) text += ' ' + to_text(move);
    return text + "; distance " + std::to_string(truth.judge(answer.position).distance);
}

void EndingTally::add(const EndingAnswer& answer) {
    if (answer.before > 0) {
        ++won;
        kept += answer.after > 0;
        won_with_choice += answer.had_choice;
        kept_with_choice += answer.had_choice && answer.after > 0;
    } else if (answer.before == 0) {
        ++drawn;
        held += answer.after == 0;
        hung += answer.hangs;
    }
}

}  // namespace anqi::test
