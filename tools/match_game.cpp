#include "tools/match_game.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/core/deal.h"
#include "engine/core/game.h"
#include "engine/core/notation.h"
#include "engine/util/random.h"
#include "protocol/client.h"

namespace anqi {
namespace {

// The platform's command numbers, which are also the ids of its requests.
namespace id {
constexpr int kName = 1;
constexpr int kVersion = 2;
constexpr int kQuit = 5;
constexpr int kResetBoard = 7;
constexpr int kMove = 10;
constexpr int kFlip = 11;
constexpr int kGenmove = 12;
constexpr int kReady = 14;
constexpr int kTimeSetting = 15;
constexpr int kTimeLeft = 16;
constexpr int kOther = 99;  // requests that the platform does not know
}  // namespace id

constexpr Microseconds kMillisecond = 1000;
// Getting ready may mean reading tables and claiming memory.
constexpr Microseconds kStartPatience = 30'000 * kMillisecond;
constexpr Microseconds kEchoPatience = 10'000 * kMillisecond;
// For an action without a time limit.
constexpr Microseconds kUnlimited = 600'000 * kMillisecond;
// A late answer is waited for all the same, to learn how late it is.
constexpr Microseconds kLatePatience = 2'000 * kMillisecond;
constexpr Milliseconds kGrace = 500;
// Ends games under rules without limits.
constexpr int kMaxPlies = 10'000;
constexpr std::string_view kResignation = "a0 a0";

struct Seat {
    std::size_t engine;  // the contestant's index
    std::string name;
    std::unique_ptr<EngineProcess> process;
    Microseconds clock;  // left for the rest of the game
    AnswerTimes times;
};

// What ended a game otherwise than on the board.
struct Loss {
    std::size_t seat;
    Reason reason;
    Fault fault;
    std::string note;
};

// A request that only tells the engines something.
struct Notice {
    int id;
    std::string request;
};

// The request that tells an engine of an event, without its id.
std::string echo_text(Event event) {
    const std::string from = to_text(event.move().from());
    if (event.move().is_flip()) return fmt::format("flip {} {}", from, letter(event.revealed()));
    return fmt::format("move {} {}", from, to_text(event.move().to()));
}

std::optional<Move> parse_action(std::string_view text) {
    const auto words = split_words(text);
    if (words.size() != 2) return std::nullopt;
    const auto from = parse_square(words[0]);
    const auto to = parse_square(words[1]);
    if (!from || !to) return std::nullopt;
    return Move(*from, *to);
}

// The deal of a pair.
Random dealer(std::uint64_t seed, int pair) {
    return Random(split_mix(seed) + static_cast<std::uint64_t>(pair));
}

class MatchGame {
  public:
    MatchGame(const MatchSettings& settings, int pair)
        : settings_(settings), pair_(pair), game_(settings.rules), deal_(make_deal()) {}

    // To be called twice: the first seat moves first.
    Status seat(const Contestant& contestant, std::size_t engine);
    GameReport play();

  private:
    Deal make_deal() const {
        Random random = dealer(settings_.seed, pair_);
        return Deal(game_.position(), random);
    }
    std::vector<std::pair<int, std::string>> introduction() const;
    void play_ply();
    std::optional<Event> ask_action(Seat& mover);
    std::optional<Event> read_action(const Seat& mover, const Answer& answer);
    void tell_both(const std::vector<Notice>& news);
    Microseconds limit(const Seat& seat) const;
    void spend(Seat& seat, Microseconds elapsed);
    void lose(const Seat& seat, Reason reason, Fault fault, std::string note);
    void lose_by(Seat& seat, const Answer& answer, std::string_view request);
    // The platform starts the clocks with the first ply, so that one is free.
    bool clock_runs() const { return settings_.main_time && game_.plies() > 0; }
    std::size_t to_move() const { return static_cast<std::size_t>(game_.plies() % 2); }
    int points_of_first() const;
    GameReport report() const;

    const MatchSettings& settings_;
    const int pair_;
    Game game_;
    const Deal deal_;
    std::vector<Seat> seats_;
    std::optional<Loss> loss_;
};

std::vector<std::pair<int, std::string>> MatchGame::introduction() const {
    std::vector<std::pair<int, std::string>> requests = {{id::kName, "name"},
                                                         {id::kVersion, "version"}};
    const auto other = [&](std::string text) {
        requests.emplace_back(id::kOther, std::move(text));
    };
    if (settings_.tell_rules) other(fmt::format("rules {}", settings_.rules.name));
    if (settings_.movetime) other(fmt::format("set movetime {}", *settings_.movetime));
    if (settings_.visits) other(fmt::format("set visits {}", *settings_.visits));
    requests.emplace_back(id::kResetBoard, "reset_board");
    if (settings_.main_time) {
        requests.emplace_back(id::kTimeSetting,
                              fmt::format("time_setting {}", *settings_.main_time));
    }
    requests.emplace_back(id::kReady, "ready");
    return requests;
}

// Why an engine that should have got ready did not.
std::string start_failure(EngineProcess& process, const Answer& answer, std::string_view request) {
    switch (answer.kind) {
        case Answer::Kind::gone:
            return fmt::format("it ended ({}) at '{}'", to_text(process.end(kGrace)), request);
        case Answer::Kind::timeout:
            return fmt::format("no answer to '{}' in {} s", request, answer.elapsed / 1'000'000);
        default:
            return fmt::format("it answered '{}' with {}", request, quoted(answer.text));
    }
}

Status MatchGame::seat(const Contestant& contestant, std::size_t engine) {
    auto process = EngineProcess::start({.argv = contestant.argv, .stderr_file = settings_.stderr_file});
    if (!process) return Error{fmt::format("{}: {}", contestant.name, process.error())};
    seats_.push_back({engine,
                      contestant.name,
                      std::move(process).value(),
                      settings_.main_time.value_or(0) * kMillisecond,
                      {}});
    EngineProcess& started = *seats_.back().process;
    for (const auto& [id, request] : introduction()) {
        const Answer answer = started.ask(id, request, kStartPatience);
        if (answer.ok()) continue;
        return Error{fmt::format("{} does not start: {}", contestant.name,
                                 start_failure(started, answer, request))};
    }
    return Done{};
}

GameReport MatchGame::play() {
    while (!game_.over() && !loss_) play_ply();
    for (Seat& seat : seats_) {
        (void)seat.process->ask(id::kQuit, "quit", kGrace * kMillisecond);
        (void)seat.process->end(kGrace);
    }
    return report();
}

void MatchGame::play_ply() {
    const std::size_t mover = to_move();
    const auto event = ask_action(seats_[mover]);
    if (!event) return;
    (void)game_.play(*event);
    if (!game_.over() && game_.plies() >= kMaxPlies) {
        game_.declare({Winner::draw, Reason::stalled});
    }
    std::vector<Notice> news = {
        {event->move().is_flip() ? id::kFlip : id::kMove, echo_text(*event)}};
    if (settings_.main_time) {
        const Colour side = opponent(game_.position().side());
        const Milliseconds left = std::max<Milliseconds>(seats_[mover].clock / kMillisecond, 0);
        news.push_back({id::kTimeLeft, fmt::format("time_left {} {}", to_text(side), left)});
    }
    tell_both(news);
}

// How long an action may take.
Microseconds MatchGame::limit(const Seat& seat) const {
    Microseconds limit = kUnlimited;
    if (settings_.movetime) limit = *settings_.movetime * kMillisecond;
    if (clock_runs()) limit = std::min(limit, seat.clock);
    return limit + settings_.margin * kMillisecond;
}

// Empty when the mover has lost by it.
std::optional<Event> MatchGame::ask_action(Seat& mover) {
    const std::string request = fmt::format("genmove {}", to_text(game_.position().side()));
    const Microseconds allowed = limit(mover);
    const Answer answer = mover.process->ask(id::kGenmove, request, allowed + kLatePatience);
    spend(mover, answer.elapsed);
    if (answer.elapsed > allowed && answer.kind != Answer::Kind::gone) {
        lose(mover, Reason::timeout, Fault::timeout,
             fmt::format("took {} ms of {} ms", answer.elapsed / kMillisecond,
                         allowed / kMillisecond));
        return std::nullopt;
    }
    if (answer.ok()) return read_action(mover, answer);
    lose_by(mover, answer, request);
    return std::nullopt;
}

std::optional<Event> MatchGame::read_action(const Seat& mover, const Answer& answer) {
    if (answer.text == kResignation) {
        lose(mover, Reason::resign, Fault::none, {});
        return std::nullopt;
    }
    const auto move = parse_action(answer.text);
    if (move && game_.check(*move) == Illegal::none) return deal_.reveal(*move);
    lose(mover, Reason::illegal_action, Fault::illegal,
         fmt::format("played {} in {}", quoted(answer.text), to_text(game_.position())));
    return std::nullopt;
}

// The answers of the side to move are read first, because its clock runs: until the last of them,
// since all the news go out together.
void MatchGame::tell_both(const std::vector<Notice>& news) {
    for (Seat& seat : seats_) {
        for (const Notice& notice : news) seat.process->send(notice.id, notice.request);
    }
    for (const std::size_t i : {to_move(), 1 - to_move()}) {
        Seat& seat = seats_[i];
        Microseconds elapsed = 0;
        for (const Notice& notice : news) {
            const Answer answer = seat.process->receive(notice.id, kEchoPatience);
            elapsed = answer.elapsed;
            if (!answer.ok() && !loss_) lose_by(seat, answer, notice.request);
        }
        if (clock_runs() && i == to_move()) seat.clock -= elapsed;
    }
}

// Enters an action's time.
void MatchGame::spend(Seat& seat, Microseconds elapsed) {
    const Microseconds movetime = settings_.movetime.value_or(0) * kMillisecond;
    const Microseconds overrun =
        settings_.movetime ? std::max<Microseconds>(elapsed - movetime, 0) : 0;
    seat.times.add({1, elapsed, elapsed, overrun});
    if (clock_runs()) seat.clock -= elapsed;
}

void MatchGame::lose(const Seat& seat, Reason reason, Fault fault, std::string note) {
    const auto index = static_cast<std::size_t>(&seat - seats_.data());
    loss_ = Loss{index, reason, fault, std::move(note)};
}

// The game is lost by an answer that is none.
void MatchGame::lose_by(Seat& seat, const Answer& answer, std::string_view request) {
    switch (answer.kind) {
        case Answer::Kind::gone:
            return lose(
                seat, Reason::disconnect, Fault::crash,
                fmt::format("ended ({}) at '{}'", to_text(seat.process->end(kGrace)), request));
        case Answer::Kind::timeout:
            return lose(seat, Reason::timeout, Fault::timeout,
                        fmt::format("gave no answer to '{}'", request));
        default:
            return lose(seat, Reason::illegal_action, Fault::bad_answer,
                        fmt::format("answered '{}' with {}", request, quoted(answer.text)));
    }
}

// Half points of the first seat.
int MatchGame::points_of_first() const {
    if (loss_) return loss_->seat == 0 ? 0 : 2;
    const Outcome outcome = game_.outcome();
    if (outcome.winner == Winner::draw) return 1;
    const Event first = game_.events().front();  // its colour is the first seat's
    return outcome.winner == winner_for(colour_of(first.revealed())) ? 2 : 0;
}

GameReport MatchGame::report() const {
    GameReport report;
    const int points = points_of_first();
    report.pair = pair_;
    report.points = seats_[0].engine == 0 ? points : 2 - points;
    report.plies = game_.plies();
    report.reason = loss_ ? loss_->reason : game_.outcome().reason;
    if (settings_.main_time) report.clocks.emplace();
    for (const Seat& seat : seats_) {
        report.times[seat.engine] = seat.times;
        if (report.clocks) (*report.clocks)[seat.engine] = seat.clock;
    }
    if (loss_) {
        const Seat& loser = seats_[loss_->seat];
        report.faults[loser.engine] = loss_->fault;
        if (loss_->fault != Fault::none) {
            report.note = fmt::format("{} {} (ply {})", loser.name, loss_->note, report.plies + 1);
        }
    }
    return report;
}

}  // namespace

Result<GameReport> play_game(const MatchSettings& settings,
                             const std::array<Contestant, 2>& contestants, int pair, int game) {
    MatchGame match(settings, pair);
    for (const std::size_t seat : {std::size_t{0}, std::size_t{1}}) {
        const std::size_t engine = game % 2 == 0 ? seat : 1 - seat;
        const Status seated = match.seat(contestants[engine], engine);
        if (!seated) return Error{seated.error()};
    }
    return match.play();
}

}  // namespace anqi
