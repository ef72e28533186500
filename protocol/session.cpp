#include "protocol/session.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <utility>

#include "engine/core/notation.h"
#include "protocol/failure.h"

namespace anqi {
namespace {

bool timed(const Settings& s) { return s.main_time > 0 || s.increment > 0 || s.byoyomi > 0; }

Milliseconds sane(Milliseconds time) { return std::clamp<Milliseconds>(time, 0, kLongestTime); }

}  // namespace

Session::Session(const Configuration& configuration, const Clock& clock, Transcript& transcript,
                 ResponseWriter& writer, Interrupts& interrupts)
    : clock_(clock),
      transcript_(transcript),
      writer_(writer),
      interrupts_(interrupts),
      configuration_(configuration),
      player_(configuration.player, clock) {
    warn({});
}

// Says what was not known before. Tables that are refused later, while they are asked, the command
// "tables" tells.
void Session::warn(const std::vector<std::string>& known) const {
    for (const std::string& problem : player_.problems()) {
        if (std::find(known.begin(), known.end(), problem) != known.end()) continue;
        fmt::print(stderr, "warning: {}\n", problem);
    }
}

void Session::configure_player(const Settings& wanted) {
    const auto known = player_.problems();
    require(player_.configure(wanted));
    warn(known);
}

void Session::reconfigure(const Configuration& wanted) {
    if (wanted.log != configuration_.log) return reopen_log(wanted);
    configure_player(wanted.player);
    configuration_ = wanted;
}

void Session::reopen_log(const Configuration& wanted) {
    const Settings before = player_.settings();
    configure_player(wanted.player);
    const Status opened = transcript_.open(wanted.log);
    if (!opened) {
        require(player_.configure(before));
        throw Failure(opened.error());
    }
    configuration_ = wanted;
}

void Session::take_over(Game game) {
    const auto known = player_.problems();
    player_.take_over(std::move(game));
    warn(known);
}

void Session::forget_notes() {
    tags_.clear();
    first_ply_ = 1;
    lefts_.clear();
    side_open_ = false;
}

void Session::new_game(const Position& start) {
    player_.new_game(start);
    forget_notes();
    end_pondering();
}

// A piece can be moved by its owner only, so a move tells whose turn it is.
bool Session::moves_other_side(Event event) const {
    const Piece moved = game().position().at(event.move().from());
    return !event.move().is_flip() && moved != Piece::none &&
           colour_of(moved) != game().position().side();
}

void Session::play(Event event) {
    if (side_open_ && moves_other_side(event)) {
        const Game turned = turned_game();
        const Illegal illegal = turned.check(event);
        if (illegal != Illegal::none) throw Failure(describe(illegal, event));
        turn();
    }
    const Illegal illegal = player_.play(event);
    if (illegal != Illegal::none) throw Failure(describe(illegal, event));
    lefts_.resize(static_cast<std::size_t>(game().plies()));
    side_open_ = side_open_ && event.move().is_flip();
    opponents_time_ = answered_ == event.move();
    answered_.reset();
}

void Session::undo(int n) {
    end_pondering();
    player_.undo(n);
    lefts_.resize(static_cast<std::size_t>(game().plies()));
}

void Session::start_clocks(Milliseconds main_time) {
    Configuration wanted = configuration_;
    // 0 would mean that there is no clock.
    wanted.player.main_time = std::max<Milliseconds>(1, sane(main_time));
    reconfigure(wanted);
    set_clock(Colour::red, main_time);
    set_clock(Colour::black, main_time);
}

void Session::set_clock(Colour colour, Milliseconds left) {
    player_.set_time_left(colour, left);
    const Colour side = game().position().side();
    const bool moved_last = !lefts_.empty() && side == opponent(colour);
    if (moved_last) lefts_.back() = left;
}

void Session::new_game_side_open(const Position& start) {
    new_game(start);
    // With everything face down nobody has a colour, and the first flip settles it as always.
    side_open_ = start.side() != Colour::none;
}

bool Session::settle_side(Colour side) {
    const bool turns = game().position().side() != side;
    if (turns && !side_open_) return false;
    if (turns) turn();
    side_open_ = false;
    return true;
}

// Only flips can have been played while the side was open, and anybody may flip.
Game Session::turned_game() const {
    Position start = game().start();
    start.set_side(opponent(start.side()));
    Game turned(game().rules(), start);
    for (const Event event : game().events()) (void)turned.play(event);
    return turned;
}

void Session::turn() {
    const auto red = player_.time_left(Colour::red), black = player_.time_left(Colour::black);
    take_over(turned_game());
    if (red) player_.set_time_left(Colour::red, *red);
    if (black) player_.set_time_left(Colour::black, *black);
}

bool Session::wants_to_ponder() const {
    return configuration_.player.ponder && opponents_time_ && !finished();
}

void Session::ponder() {
    try {
        player_.ponder(interrupts_.flag());
        // Interrupted, it goes on after the request that came; at its end nothing is left to do.
        if (!interrupts_.flag().requested()) end_pondering();
    } catch (const std::bad_alloc&) {
        end_pondering();  // nobody has asked for anything
    }
}

void Session::end_pondering() {
    answered_.reset();
    opponents_time_ = false;
}

GameRecord Session::record() const {
    GameRecord record = record_of(game());
    record.tags = tags_;
    record.first_ply = first_ply_;
    for (std::size_t i = 0; i < std::min(lefts_.size(), record.plies.size()); ++i) {
        record.plies[i].left = lefts_[i];
    }
    const Settings& s = player_.settings();
    if (timed(s)) record.time = RecordTime{s.main_time, s.increment, s.byoyomi};
    record.clock[0] = player_.time_left(Colour::red);
    record.clock[1] = player_.time_left(Colour::black);
    return record;
}

void Session::load(const GameRecord& record) {
    Game game = require(replay(record));
    take_over(std::move(game));
    end_pondering();
    configuration_.player.rules = record.rules;
    if (record.time) {
        configuration_.player.main_time = sane(record.time->main);
        configuration_.player.increment = sane(record.time->increment);
        configuration_.player.byoyomi = sane(record.time->byoyomi);
    }
    require(player_.configure(configuration_.player));
    for (const Colour colour : {Colour::red, Colour::black}) {
        const auto& left = record.clock[index(colour)];
        if (left) player_.set_time_left(colour, *left);
    }
    forget_notes();
    tags_ = record.tags;
    first_ply_ = record.first_ply;
    for (const RecordPly& ply : record.plies) lefts_.push_back(ply.left);
}

bool Session::finished() const {
    const bool played_past =
        configuration_.player.play_past_draw && game().outcome().drawn_by_count();
    return game().over() && !played_past;
}

}  // namespace anqi
