#include "tools/referee/seat.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "tools/referee/platform_words.h"

namespace anqi {
namespace {

constexpr Milliseconds kGrace = 500;

std::string safe_file_name(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '/' || c == '\0'; }, '_');
    return name;
}

}  // namespace

std::string init_board_words(const Position& position) {
    std::string words;
    for (int rank = kRanks; rank-- > 0;) {
        for (int file = 0; file < kFiles; ++file) {
            const Square s = make_square(file, rank);
            const char c = (position.face_down() & bit(s)) != 0 ? 'X'
                           : (position.face_up() & bit(s)) != 0 ? letter(position.at(s))
                                                                : '-';
            words += fmt::format("{} ", c);
        }
    }
    constexpr std::string_view order = "PCNRMGKpcnrmgk";
    for (const char c : order) {
        const Piece piece = *parse_piece(std::string_view(&c, 1));
        int alive = position.pool().count(piece);
        for (Square s = 0; s < kSquares; ++s) alive += (position.of(piece) >> s & 1) != 0 ? 1 : 0;
        words += fmt::format("{} ", alive);
    }
    words.pop_back();
    return words;
}

Seat::Seat(const EngineSpec& engine, const HostSettings& settings, Guardian& guardian)
    : engine_(engine), settings_(settings), guardian_(guardian), clock_(settings.time) {}

Seat::~Seat() { stop(); }

std::string Seat::log_file() const {
    if (settings_.log_folder.empty()) return "/dev/null";
    return settings_.log_folder + '/' + safe_file_name(engine_.name) + ".stderr";
}

void Seat::stop() {
    if (!process_) return;
    (void)ask("quit", kGrace);
    (void)end_process();
    process_.reset();
    known_.clear();
}

Ending Seat::end_process() {
    return process_->end(kGrace, [this] { guardian_.release(process_->pid()); });
}

void Seat::finish(bool faulty) {
    if (engine_.restart || faulty) stop();
}

int Seat::id_for(std::string_view request) {
    return engine_.host != HostKind::gtp ? platform_id(request.substr(0, request.find(' ')))
                                         : ++last_id_;
}

Answer Seat::ask(const std::string& request, Milliseconds patience) {
    return process_->ask(id_for(request), request, patience * 1000);
}

// What an engine that does not get ready did.
Status Seat::require(const std::string& request, Milliseconds patience) {
    const Answer answer = ask(request, patience);
    if (answer.ok()) return Done{};
    return Error{
        fmt::format("{} does not start: {}", engine_.name, trouble(answer, request).detail)};
}

Status Seat::require_all(const std::vector<std::string>& requests) {
    for (const std::string& request : requests) {
        const Status done = require(request, settings_.ready_timeout);
        if (!done) return done;
    }
    return Done{};
}

bool Seat::knows(const std::string& command) {
    const auto found = known_.find(command);
    if (found != known_.end()) return found->second;
    const Answer answer = ask("known_command " + command, settings_.ready_timeout);
    return known_[command] = answer.ok() && answer.text == "true";
}

Status Seat::start() {
    auto process = EngineProcess::start({.argv = engine_.argv,
                                         .directory = engine_.directory,
                                         .environment = engine_.environment,
                                         .stderr_file = log_file()});
    if (!process) return Error{fmt::format("{}: {}", engine_.name, process.error())};
    process_ = std::move(process).value();
    guardian_.watch(process_->pid());
    return introduce();
}

Status Seat::introduce() {
    Status told = require("name", settings_.start_timeout);
    if (told) told = require_all({"version"});
    if (told) told = tell_rules();
    if (told) told = tell_limits();
    return told ? require_all(engine_.setup) : told;
}

// Nothing where the event is played by the default rules. An engine that does not know rule sets is
// told the numbers, which belong to the platform's protocol; if it refuses, it plays by its own.
Status Seat::tell_rules() {
    const RuleSet& rules = settings_.rules;
    if (rules == default_rules()) return Done{};
    RuleSet told = default_rules();
    if (knows("rules")) {
        const Status set = require_all({fmt::format("rules {}", rules.name)});
        if (!set) return set;
        told = *find_rules(rules.name);
    } else if (rules.shape != told.shape) {
        return Error{fmt::format("{} does not know the rules {}", engine_.name, rules.name)};
    }
    if (told.quiet_limit != rules.quiet_limit) {
        (void)ask(fmt::format("num_moves_to_draw {}", rules.quiet_limit), settings_.ready_timeout);
    }
    if (told.repetition != rules.repetition) {
        (void)ask(fmt::format("num_repetition {}", rules.repetition), settings_.ready_timeout);
    }
    return Done{};
}

// Limits for one action are no part of the platform's protocol: engines that know options get them
// so, others have to know from elsewhere.
Status Seat::tell_limits() {
    const TimeControl& time = settings_.time;
    std::vector<std::string> requests;
    const auto set = [&](std::string_view option, std::int64_t value) {
        requests.push_back(fmt::format("set {} {}", option, value));
    };
    if (time.movetime) set("movetime", *time.movetime);
    if (time.visits) set("visits", *time.visits);
    if (time.increment > 0) set("increment", time.increment);
    if (time.byoyomi > 0) set("byoyomi", time.byoyomi);
    return requests.empty() || !knows("set") ? Done{} : require_all(requests);
}

Status Seat::set_up_position(const Position& start) {
    if (start == Position::start()) return Done{};
    if (knows("position")) return require_all({fmt::format("position {}", to_text(start))});
    return require_all({fmt::format("init_board {}", init_board_words(start))});
}

// A process kept from the last game may have died since: then a new one is tried.
Status Seat::prepare(const Position& start) {
    notices_.clear();
    clock_ = GameClock(settings_.time);
    const bool kept = process_ != nullptr;
    const Status ready = make_ready(start);
    if (ready || !kept) return ready;
    stop();
    return make_ready(start);
}

Status Seat::make_ready(const Position& start) {
    if (!process_) {
        const Status started = this->start();
        if (!started) return started;
    }
    Status ready = require_all({"reset_board"});
    if (ready) ready = set_up_position(start);
    if (ready && settings_.time.main) {
        ready = require_all({fmt::format("time_setting {}", *settings_.time.main)});
    }
    return ready ? require_all({"ready"}) : ready;
}

Trouble Seat::trouble(const Answer& answer, std::string_view request) {
    const auto what = quoted(request);
    switch (answer.kind) {
        case Answer::Kind::gone:
            return {FaultKind::crash,
                    fmt::format("ended ({}) at {}", to_text(end_process()), what)};
        case Answer::Kind::timeout:
            return {FaultKind::hang,
                    fmt::format("gave no answer to {} in {} ms", what, answer.elapsed / 1000)};
        case Answer::Kind::flood:
            return {FaultKind::flood, fmt::format("wrote without end at {}", what)};
        case Answer::Kind::wrong_id:
            return {FaultKind::wrong_id,
                    fmt::format("answered {} with {}", what, quoted(answer.text))};
        default:
            return {FaultKind::refusal, fmt::format("refused {}: {}", what, quoted(answer.text))};
    }
}

Seat::Reply Seat::genmove(Colour side, bool free) {
    const std::string request = fmt::format("genmove {}", to_text(side));
    const bool limited = clock_.limited(free);
    const Microseconds allowed = limited ? clock_.allowed(free) : settings_.think_timeout * 1000;
    const Microseconds patience = allowed + (limited ? settings_.time.margin * 1000 : 0);
    const Answer answer = process_->ask(id_for(request), request,
                                        patience + (limited ? settings_.late_wait * 1000 : 0));
    Reply reply{answer.text, std::nullopt, answer.elapsed};
    clock_.spend(answer.elapsed, free);
    const bool answered = answer.ok() || answer.kind == Answer::Kind::refusal;
    if (answered && answer.elapsed > patience) {
        reply.trouble = late(answer.elapsed, allowed);
    } else if (!answer.ok()) {
        reply.trouble = trouble(answer, request);
        if (limited) reply.trouble->overrun = std::max<Microseconds>(answer.elapsed - allowed, 0);
    }
    clock_.end_ply(free);
    return reply;
}

Trouble Seat::late(Microseconds elapsed, Microseconds allowed) {
    return {FaultKind::timeout, fmt::format("took {} ms of {} ms", elapsed / 1000, allowed / 1000),
            elapsed - allowed};
}

void Seat::send_notice(std::string request) {
    const int id = id_for(request);
    process_->send(id, request);
    notices_.push_back({id, std::move(request)});
}

std::optional<Trouble> Seat::hear_notices(bool spent, bool free) {
    std::optional<Trouble> first;
    Microseconds elapsed = 0;
    for (const Notice& notice : notices_) {
        const Answer answer = process_->receive(notice.id, settings_.answer_timeout * 1000);
        elapsed = answer.elapsed;
        if (answer.ok()) continue;
        first = trouble(answer, notice.request);
        break;
    }
    notices_.clear();
    if (!spent || !clock_.limited(free)) return first;
    const Microseconds allowed = clock_.allowed(free);
    clock_.spend(elapsed, free);
    if (!first && clock_.flag_fell(free)) first = late(elapsed, allowed);
    return first;
}

}  // namespace anqi
