#include "tools/referee/game_log.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/core/notation.h"

namespace anqi {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, kFaultKinds> kFaultNames = {
    "none", "crash", "hang", "timeout", "illegal", "garbage", "refusal", "wrong-id", "flood"};
constexpr std::array<std::string_view, 3> kResultNames = {"first", "second", "draw"};
constexpr int kReasons = 11;

// The place of `text` in `names`; -1 when it is none of them.
template <std::size_t n>
int find_name(const std::array<std::string_view, n>& names, std::string_view text) {
    const auto* const found = std::find(names.begin(), names.end(), text);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::optional<Reason> find_reason(std::string_view text) {
    for (int i = 0; i < kReasons; ++i) {
        const auto reason = static_cast<Reason>(i);
        if (to_text(reason) == text) return reason;
    }
    return std::nullopt;
}

Json events_json(const std::vector<Event>& events) {
    Json list = Json::array();
    for (const Event event : events) list.push_back(to_text(event));
    return list;
}

// No negative zero, so that equal values give equal bytes.
double rounded(double value) { return std::round(value * 1e4) / 1e4 + 0.0; }

Json values_json(const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) list.push_back(rounded(value));
    return list;
}

Json policy_json(const std::vector<std::vector<VisitCount>>& policy) {
    Json plies = Json::array();
    for (const auto& counts : policy) {
        Json ply = Json::array();
        for (const VisitCount& c : counts) ply.push_back(Json::array({to_text(c.move), c.visits}));
        plies.push_back(std::move(ply));
    }
    return plies;
}

// Bytes that are no UTF-8 become the replacement character: names and details come from outside.
std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Reads members of one object; the first thing that is missing or of another kind is kept as the
// error, and what is read after it is empty.
class Reader {
  public:
    explicit Reader(const Json& object) : object_(object) {}

    template <class T>
    T get(const char* key) {
        T value{};
        if (!error_.empty()) return value;
        try {
            object_.at(key).get_to(value);
        } catch (const Json::exception&) {
            error_ = object_.contains(key) ? fmt::format("'{}' is of the wrong kind", key)
                                           : fmt::format("'{}' is missing", key);
        }
        return value;
    }
    template <class T>
    T get_or(const char* key, T otherwise) {
        return object_.contains(key) ? get<T>(key) : otherwise;
    }
    // The value of a text member read by `parse`, which returns a Result.
    template <class F>
    auto parsed(const char* key, F parse) {
        auto result = parse(get<std::string>(key));
        if (!result && error_.empty()) error_ = fmt::format("'{}': {}", key, result.error());
        return result;
    }
    void fail(std::string message) {
        if (error_.empty()) error_ = std::move(message);
    }
    const Json& object() const { return object_; }
    const std::string& error() const { return error_; }

  private:
    const Json& object_;
    std::string error_;
};

void read_events(Reader& reader, std::vector<Event>& events) {
    for (const auto& text : reader.get<std::vector<std::string>>("moves")) {
        const auto event = parse_event(text);
        if (!event) return reader.fail(event.error());
        events.push_back(*event);
    }
}

// The two verdicts that few change stand in a line only where they are not the preset's.
void write_verdicts(const RuleSet& rules, Json& json) {
    const RuleSet* const preset = find_rules(rules.name);
    if (preset == nullptr || rules.repetition_kind != preset->repetition_kind) {
        json["repetition_kind"] = to_text(rules.repetition_kind);
    }
    if (preset == nullptr || rules.limit_ply != preset->limit_ply) {
        json["limit_ply"] = to_text(rules.limit_ply);
    }
}

// Replaces `value` by the one of two enumerators whose text the member holds, if it is there.
template <class Enum>
void read_either(Reader& reader, const char* key, Enum first, Enum second, Enum& value) {
    if (!reader.object().contains(key)) return;
    const auto text = reader.get<std::string>(key);
    if (text != to_text(first) && text != to_text(second)) {
        return reader.fail(fmt::format("no {} {}", key, anqi::quoted(text)));
    }
    value = text == to_text(first) ? first : second;
}

void read_rules(Reader& reader, RuleSet& rules) {
    const auto name = reader.get<std::string>("rules");
    const RuleSet* const preset = find_rules(name);
    if (preset == nullptr) return reader.fail(fmt::format("no rule set {}", anqi::quoted(name)));
    rules = *preset;
    rules.quiet_limit = reader.get_or("quiet_limit", preset->quiet_limit);
    rules.repetition = reader.get_or("repetition", preset->repetition);
    using enum RepetitionKind;
    read_either(reader, "repetition_kind", position, cycle, rules.repetition_kind);
    read_either(reader, "limit_ply", LimitPly::win, LimitPly::draw, rules.limit_ply);
}

// A list with one item for each ply, or none at all.
void check_length(Reader& reader, const char* key, std::size_t length, std::size_t plies) {
    if (length == 0 || length == plies) return;
    reader.fail(fmt::format("'{}' has {} items for {} plies", key, length, plies));
}

void read_policy(Reader& reader, std::vector<std::vector<VisitCount>>& policy) {
    using Counts = std::vector<std::pair<std::string, std::int64_t>>;
    for (const auto& counts : reader.get_or("policy", std::vector<Counts>{})) {
        auto& ply = policy.emplace_back();
        for (const auto& [text, visits] : counts) {
            const auto move = parse_move(text);
            if (!move) return reader.fail(move.error());
            ply.push_back({*move, visits});
        }
    }
}

void read_result(Reader& reader, GameLog& log) {
    const auto result = reader.get<std::string>("result");
    const int found = find_name(kResultNames, result);
    if (found < 0) return reader.fail(fmt::format("no result {}", anqi::quoted(result)));
    log.result = static_cast<SeatResult>(found);
    const auto reason = reader.get<std::string>("reason");
    const auto known = find_reason(reason);
    if (!known) return reader.fail(fmt::format("no reason {}", anqi::quoted(reason)));
    log.reason = *known;
}

void read_fault(Reader& reader, std::optional<FaultLog>& fault) {
    if (!reader.object().contains("fault")) return;
    const auto object = reader.get<Json>("fault");
    Reader inner(object);
    const auto kind = inner.get<std::string>("kind");
    const int found = find_name(kFaultNames, kind);
    if (found < 0) inner.fail(fmt::format("no fault {}", anqi::quoted(kind)));
    fault = FaultLog{.seat = inner.get<int>("seat"),
                     .kind = static_cast<FaultKind>(std::max(found, 0)),
                     .detail = inner.get<std::string>("detail"),
                     .overrun = inner.get_or<Microseconds>("overrun_us", 0)};
    if (fault->seat != 0 && fault->seat != 1) inner.fail("'seat' is neither 0 nor 1");
    if (!inner.error().empty()) reader.fail("'fault': " + inner.error());
}

}  // namespace

std::string_view to_text(FaultKind kind) { return kFaultNames[static_cast<std::size_t>(kind)]; }

int GameLog::points(int seat) const {
    if (result == SeatResult::draw) return 1;
    return static_cast<int>(result) == seat ? 2 : 0;
}

Colour GameLog::first_colour() const {
    if (start.side() != Colour::none) return start.side();
    return events.empty() ? Colour::none : colour_of(events.front().revealed());
}

std::string to_json_line(const GameLog& log) {
    Json json;
    json["game"] = log.game;
    json["round"] = log.round;
    json["pair"] = log.pair;
    json["engines"] = log.engines;
    json["seed"] = log.seed;
    json["deal"] = log.deal;
    json["rules"] = log.rules.name;
    json["quiet_limit"] = log.rules.quiet_limit;
    json["repetition"] = log.rules.repetition;
    write_verdicts(log.rules, json);
    json["start"] = to_text(log.start);
    json["moves"] = events_json(log.events);
    if (!log.times.empty()) json["times_us"] = log.times;
    if (!log.left.empty()) json["left_ms"] = log.left;
    if (!log.values.empty()) json["values"] = values_json(log.values);
    if (!log.policy.empty()) json["policy"] = policy_json(log.policy);
    json["result"] = kResultNames[static_cast<std::size_t>(log.result)];
    json["reason"] = to_text(log.reason);
    if (log.fault) {
        json["fault"] = {{"seat", log.fault->seat},
                         {"kind", to_text(log.fault->kind)},
                         {"detail", log.fault->detail},
                         {"overrun_us", log.fault->overrun}};
    }
    if (log.luck) json["luck"] = *log.luck;
    if (!log.note.empty()) json["note"] = log.note;
    return dumped(json) + '\n';
}

Result<GameLog> parse_json_line(std::string_view line) {
    const Json json = Json::parse(line, nullptr, false);
    if (!json.is_object()) return Error{"not one JSON object: " + anqi::quoted(line)};
    Reader reader(json);
    GameLog log;
    log.game = reader.get<int>("game");
    log.round = reader.get_or("round", 1);
    log.pair = reader.get<int>("pair");
    log.engines = reader.get<std::array<std::string, 2>>("engines");
    log.seed = reader.get_or<std::uint64_t>("seed", 0);
    log.deal = reader.get_or<std::int64_t>("deal", 0);
    read_rules(reader, log.rules);
    const auto start =
        reader.parsed("start", [](const auto& text) { return parse_position(text); });
    if (start) log.start = *start;
    read_events(reader, log.events);
    log.times = reader.get_or("times_us", std::vector<Microseconds>{});
    log.left = reader.get_or("left_ms", std::vector<Milliseconds>{});
    log.values = reader.get_or("values", std::vector<double>{});
    check_length(reader, "values", log.values.size(), log.events.size());
    read_policy(reader, log.policy);
    check_length(reader, "policy", log.policy.size(), log.events.size());
    read_result(reader, log);
    read_fault(reader, log.fault);
    if (json.contains("luck")) log.luck = reader.get<double>("luck");
    log.note = reader.get_or("note", std::string());
    if (!reader.error().empty()) return Error{reader.error()};
    return log;
}

Result<Game> replayed(const GameLog& log) {
    Game game(log.rules, log.start);
    for (const Event event : log.events) {
        const Illegal illegal = game.play(event);
        if (illegal == Illegal::none) continue;
        return Error{fmt::format("ply {}: {}", game.plies() + 1, describe(illegal, event))};
    }
    return game;
}

GameRecord to_record(const GameLog& log) {
    GameRecord record;
    record.rules = log.rules;
    record.start = log.start;
    const auto tag = [&](std::string name, std::string value) {
        record.tags.push_back({std::move(name), std::move(value)});
    };
    tag("game", fmt::format("{}", log.game));
    tag("round", fmt::format("{}", log.round));
    tag("pair", fmt::format("{}", log.pair));
    tag("deal", fmt::format("{} of seed {}", log.deal, log.seed));
    tag("first", log.engines[0]);
    tag("second", log.engines[1]);
    if (log.result != SeatResult::draw) {
        tag("winner", log.engines[log.result == SeatResult::first ? 0 : 1]);
    }
    if (log.fault) {
        tag("fault",
            fmt::format("{} by {}: {}", to_text(log.fault->kind),
                        log.engines[static_cast<std::size_t>(log.fault->seat)], log.fault->detail));
    }
    for (std::size_t i = 0; i < log.events.size(); ++i) {
        record.plies.push_back({log.events[i]});
        if (i < log.left.size()) record.plies.back().left = log.left[i];
    }
    // Who won cannot be said by colour in a game that ended before the first flip.
    const Colour first = log.first_colour();
    if (log.result == SeatResult::draw) {
        record.result = {Winner::draw, log.reason};
    } else if (first != Colour::none) {
        record.result = {winner_for(log.result == SeatResult::first ? first : opponent(first)),
                         log.reason};
    }
    return record;
}

}  // namespace anqi
