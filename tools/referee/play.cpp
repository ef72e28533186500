#include "tools/referee/play.h"

#include <array>
#include <fmt/format.h>

#include "engine/core/game.h"
#include "engine/core/notation.h"
#include "engine/player/duel.h"
#include "engine/util/random.h"
#include "tools/referee/platform_words.h"

namespace anqi {
namespace {

// Twice this resigns.
constexpr std::string_view kNoSquare = "a0";

// Whether it has the form of an action, though the squares may be none.
bool looks_like_action(std::string_view text) {
    const auto words = split_words(text);
    const auto square = [](std::string_view word) {
        return word.size() == 2 && word[0] >= 'a' && word[0] <= 'z' && word[1] >= '0' &&
               word[1] <= '9';
    };
    return words.size() == 2 && square(words[0]) && square(words[1]);
}

Reason reason_for(FaultKind kind) {
    switch (kind) {
        case FaultKind::crash:
            return Reason::disconnect;
        case FaultKind::hang:
        case FaultKind::timeout:
            return Reason::timeout;
        default:
            return Reason::illegal_action;
    }
}

class Contest {
  public:
    Contest(const Fixture& fixture, std::uint64_t seed, const HostSettings& settings, Seat& first,
            Seat& second)
        : settings_(settings),
          seats_{&first, &second},
          deal_(deal_of(seed, fixture.deal, fixture.start)),
          game_(settings.rules, fixture.start) {
        log_.game = fixture.game;
        log_.round = fixture.round;
        log_.pair = fixture.pair;
        log_.engines = {first.engine().name, second.engine().name};
        log_.seed = seed;
        log_.deal = fixture.deal;
        log_.rules = settings.rules;
        log_.start = fixture.start;
    }

    bool over() const { return game_.over() || lost_by_.has_value(); }

    void play_ply() {
        const auto event = ask_action();
        if (!event) return;
        (void)game_.play(*event);
        if (settings_.time.main)
            log_.left.push_back(seats_[mover(game_.plies() - 1)]->clock().left());
        if (!game_.over() && game_.plies() >= kMaxDuelPlies) {
            game_.declare({Winner::draw, Reason::declared});
        }
        tell_both(*event);
    }

    GameLog log() {
        log_.events = game_.events();
        if (lost_by_) {
            log_.result = *lost_by_ == 0 ? SeatResult::second : SeatResult::first;
        } else {
            log_.reason = game_.outcome().reason;
            log_.result = result_on_board();
        }
        return log_;
    }

  private:
    static std::size_t mover(int ply) { return static_cast<std::size_t>(ply % 2); }
    std::size_t to_move() const { return mover(game_.plies()); }
    // The platform starts the clocks with the first ply.
    bool free_ply() const { return settings_.time.first_ply_free && game_.plies() == 0; }

    // Empty when the mover has lost by it.
    std::optional<Event> ask_action() {
        const auto reply = seats_[to_move()]->genmove(game_.position().side(), free_ply());
        if (reply.trouble) {
            lose(to_move(), *reply.trouble);
            return std::nullopt;
        }
        const auto event = read_action(reply.text);
        if (event) log_.times.push_back(reply.elapsed);
        return event;
    }

    std::optional<Event> read_action(const std::string& text) {
        const auto words = split_words(text);
        if (words.size() == 2 && words[0] == kNoSquare && words[1] == kNoSquare) {
            lost_by_ = to_move();
            log_.reason = Reason::resign;
            return std::nullopt;
        }
        const auto move = parse_action(text);
        if (move && game_.check(*move) == Illegal::none) return deal_.reveal(*move);
        const auto kind = looks_like_action(text) ? FaultKind::illegal : FaultKind::garbage;
        lose(to_move(),
             {kind, fmt::format("played {} in {}", quoted(text), to_text(game_.position()))});
        return std::nullopt;
    }

    // Everything is sent before an answer is read, so that both engines work at once. The answers
    // of the side to move are read first, because its clock runs.
    void tell_both(Event event) {
        for (Seat* seat : seats_) seat->send_notice(echo_text(event));
        if (settings_.time.main) tell_clock();
        for (const std::size_t i : {to_move(), 1 - to_move()}) {
            const auto trouble = seats_[i]->hear_notices(i == to_move(), free_ply());
            if (trouble && !lost_by_) lose(i, *trouble);
        }
    }

    // After a ply, for the side that made it.
    void tell_clock() {
        const Colour side = opponent(game_.position().side());
        const std::string words = fmt::format("time_left {} {}", to_text(side),
                                              seats_[mover(game_.plies() - 1)]->clock().left());
        for (Seat* seat : seats_) seat->send_notice(words);
    }

    // A fault in a game that has ended on the board already is written down but changes nothing.
    void lose(std::size_t seat, const Trouble& trouble) {
        log_.fault =
            FaultLog{static_cast<int>(seat), trouble.kind, trouble.detail, trouble.overrun};
        if (game_.over()) return;
        lost_by_ = seat;
        log_.reason = reason_for(trouble.kind);
    }

    SeatResult result_on_board() const {
        const auto winner = winning_seat(game_);
        if (!winner) return SeatResult::draw;
        return *winner == 0 ? SeatResult::first : SeatResult::second;
    }

    const HostSettings& settings_;
    std::array<Seat*, 2> seats_;
    Deal deal_;
    Game game_;
    GameLog log_;
    std::optional<std::size_t> lost_by_;
};

}  // namespace

Deal deal_of(std::uint64_t seed, std::int64_t deal, const Position& start) {
    Random random = deal_random(seed, deal);
    return Deal(start, random);
}

Played play_fixture(const Fixture& fixture, std::uint64_t seed, const HostSettings& settings,
                    Seat& first, Seat& second, const StopFlag& stop) {
    const std::array<Seat*, 2> seats = {&first, &second};
    for (const int seat : {0, 1}) {
        const Status ready = seats[static_cast<std::size_t>(seat)]->prepare(fixture.start);
        if (!ready) return {std::nullopt, seat, ready.error()};
    }
    Contest contest(fixture, seed, settings, first, second);
    while (!contest.over() && !stop.requested()) contest.play_ply();
    if (stop.requested()) return {};
    Played played{contest.log(), std::nullopt, {}};
    const auto& fault = played.log->fault;
    first.finish(fault && fault->seat == 0);
    second.finish(fault && fault->seat == 1);
    return played;
}

}  // namespace anqi
