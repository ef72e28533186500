#include "engine/core/record.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <limits>

#include "engine/core/notation.h"

namespace anqi {
namespace {

constexpr std::string_view kHeader = "anqi-game 1";
constexpr std::string_view kPastDraw = "past-draw allowed";
constexpr std::string_view kUnknownClock = "-";
constexpr long long kMaxTime = std::numeric_limits<long long>::max();

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// What follows the first word.
std::string_view after_word(std::string_view text) {
    return trimmed(text.substr(std::min(text.size(), text.find_first_of(" \t"))));
}

bool begins_with_word(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    return text.size() == word.size() || text[word.size()] == ' ' || text[word.size()] == '\t';
}

std::string one_line(std::string_view text) {
    std::string line(text);
    for (char& c : line) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    }
    return std::string(trimmed(line));
}

bool by_the_rules(Outcome outcome) {
    return outcome.reason == Reason::all_captured || outcome.reason == Reason::no_legal_action ||
           outcome.drawn_by_count();
}

// ---- writing

std::string ply_line(int number, const RecordPly& ply) {
    std::string line = fmt::format("ply {} {}", number, to_text(ply.event));
    if (ply.left) line += fmt::format(" left {}", *ply.left);
    return line + '\n';
}

std::string clock_text(const std::optional<Milliseconds>& left) {
    return left ? std::to_string(*left) : std::string(kUnknownClock);
}

// ---- reading: each takes the words of one line; an error says what was expected

template <class Value>
Status read_name(std::string_view word, const std::array<Value, 2>& values, Value& into) {
    for (const Value value : values) {
        if (to_text(value) == word) {
            into = value;
            return Done{};
        }
    }
    return Error{fmt::format("{} is neither {} nor {}", quoted(word), to_text(values[0]),
                             to_text(values[1]))};
}

Status read_number(std::string_view word, long long low, long long high, int& into) {
    const auto number = parse_integer(word, low, high);
    if (!number) return Error{number.error()};
    into = static_cast<int>(*number);
    return Done{};
}

Status read_time(std::string_view word, Milliseconds& into) {
    const auto time = parse_integer(word, -kMaxTime, kMaxTime);
    if (!time) return Error{time.error()};
    into = *time;
    return Done{};
}

Status first_error(std::initializer_list<Status> all) {
    for (const Status& status : all) {
        if (!status) return status;
    }
    return Done{};
}

Status read_rules(std::string_view line, RuleSet& rules) {
    const auto w = split_words(line);
    if (w.size() != 10 || w[0] != "rules" || w[2] != "quiet-limit" || w[4] != "repetition" ||
        w[6] != "kind" || w[8] != "limit-ply") {
        return Error{
            "'rules NAME quiet-limit N repetition N kind KIND limit-ply VERDICT' expected"};
    }
    const RuleSet* preset = find_rules(w[1]);
    if (!preset) return Error{fmt::format("{} is not a rule set", quoted(w[1]))};
    rules = *preset;
    const Status read =
        first_error({read_number(w[3], 0, kMaxQuietLimit, rules.quiet_limit),
                     read_number(w[5], 0, kMaxRepetition, rules.repetition),
                     read_name(w[7], std::array{RepetitionKind::position, RepetitionKind::cycle},
                               rules.repetition_kind),
                     read_name(w[9], std::array{LimitPly::win, LimitPly::draw}, rules.limit_ply)});
    if (read && rules.repetition == 1) return Error{"repetition 1 would end every game"};
    return read;
}

Result<RecordTag> read_tag(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() < 2) return Error{"'tag NAME VALUE' expected"};
    return RecordTag{std::string(words[1]), std::string(after_word(after_word(line)))};
}

Result<RecordTime> read_time_control(std::string_view line) {
    const auto w = split_words(line);
    if (w.size() != 7 || w[1] != "main" || w[3] != "increment" || w[5] != "byoyomi") {
        return Error{"'time main MS increment MS byoyomi MS' expected"};
    }
    RecordTime time;
    const Status read = first_error({read_time(w[2], time.main), read_time(w[4], time.increment),
                                     read_time(w[6], time.byoyomi)});
    if (!read) return Error{read.error()};
    return time;
}

Status read_ply(std::string_view line, GameRecord& record) {
    const auto w = split_words(line);
    if ((w.size() != 3 && w.size() != 5) || (w.size() == 5 && w[3] != "left")) {
        return Error{"'ply NUMBER ACTION' or 'ply NUMBER ACTION left MS' expected"};
    }
    int number = 0;
    const Status counted = read_number(w[1], 1, 1'000'000'000, number);
    if (!counted) return counted;
    if (record.plies.empty()) record.first_ply = number;
    const auto due = static_cast<std::size_t>(record.first_ply) + record.plies.size();
    if (static_cast<std::size_t>(number) != due) {
        return Error{fmt::format("ply {} expected, not {}", due, number)};
    }
    const auto event = parse_event(w[2]);
    if (!event) return Error{event.error()};
    RecordPly ply{*event};
    if (w.size() == 5) {
        Milliseconds left = 0;
        const Status read = read_time(w[4], left);
        if (!read) return read;
        ply.left = left;
    }
    record.plies.push_back(ply);
    return Done{};
}

Status read_clock(std::string_view word, std::optional<Milliseconds>& into) {
    if (word == kUnknownClock) return Done{};
    Milliseconds left = 0;
    const Status read = read_time(word, left);
    if (read) into = left;
    return read;
}

Status read_clocks(std::string_view line, GameRecord& record) {
    const auto w = split_words(line);
    if (w.size() != 5 || w[1] != "red" || w[3] != "black") {
        return Error{"'clock red MS black MS' expected ('-' for an unknown one)"};
    }
    return first_error({read_clock(w[2], record.clock[0]), read_clock(w[4], record.clock[1])});
}

Status check_result(const Game& game, Outcome stated) {
    const Outcome found = game.board_outcome();
    const bool wrong = found.over() ? stated != found : by_the_rules(stated);
    if (!wrong) return Done{};
    return Error{
        fmt::format("the record says '{}', the rules say '{}'", to_text(stated), to_text(found))};
}

}  // namespace

GameRecord record_of(const Game& game) {
    GameRecord record;
    record.rules = game.rules();
    record.start = game.start();
    record.result = game.outcome();
    Game again(game.rules(), game.start());
    for (const Event event : game.events()) {
        record.plies.push_back({event});
        record.past_draw = record.past_draw || again.over();
        (void)again.play_past_draw(event);
    }
    return record;
}

std::string to_text(const GameRecord& record) {
    std::string text = fmt::format("{}\nrules {}\n", kHeader, to_text(record.rules));
    if (record.past_draw) text += fmt::format("{}\n", kPastDraw);
    for (const RecordTag& tag : record.tags) {
        text +=
            fmt::format("{}\n", trimmed(fmt::format("tag {} {}", tag.name, one_line(tag.value))));
    }
    if (record.time) {
        text += fmt::format("time main {} increment {} byoyomi {}\n", record.time->main,
                            record.time->increment, record.time->byoyomi);
    }
    text += fmt::format("start {}\n", to_text(record.start));
    int number = record.first_ply;
    for (const RecordPly& ply : record.plies) text += ply_line(number++, ply);
    if (record.clock[0] || record.clock[1]) {
        text += fmt::format("clock red {} black {}\n", clock_text(record.clock[0]),
                            clock_text(record.clock[1]));
    }
    return text + fmt::format("result {}\nend\n", to_text(record.result));
}

Result<Game> replay(const GameRecord& record) {
    Game game(record.rules, record.start);
    int number = record.first_ply;
    for (const RecordPly& ply : record.plies) {
        const Illegal illegal =
            record.past_draw ? game.play_past_draw(ply.event) : game.play(ply.event);
        if (illegal != Illegal::none) {
            return Error{fmt::format("ply {} ({}): {}", number, to_text(ply.event),
                                     describe(illegal, ply.event))};
        }
        ++number;
    }
    const Status agreed = check_result(game, record.result);
    if (!agreed) return Error{fmt::format("after ply {}: {}", number - 1, agreed.error())};
    game.declare(record.result);
    return game;
}

std::optional<std::string_view> RecordReader::take_line() {
    if (rest_.empty()) return std::nullopt;
    const auto end = rest_.find('\n');
    const std::string_view line = trimmed(rest_.substr(0, end));
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++line_;
    return line;
}

// The next line that says something, or an empty one at the end of the text.
std::string_view RecordReader::item() {
    current_ = {};
    for (item_ = rest_; const auto line = take_line(); item_ = rest_) {
        if (line->empty() || line->starts_with('#')) continue;
        current_ = *line;
        break;
    }
    return current_;
}

bool RecordReader::done() {
    const RecordReader here = *this;
    const bool nothing = item().empty();
    if (!nothing) *this = here;
    return nothing;
}

// Goes on behind the `end` of a faulty record, or before the head of the next one if `end` is
// missing; then that head may be the very line that was found faulty.
void RecordReader::skip_record() {
    while (current_ != "end" && current_ != kHeader && !current_.empty()) item();
    if (current_ != kHeader) return;
    rest_ = item_;
    --line_;
}

Error RecordReader::here(const std::string& message) const {
    return Error{fmt::format("line {}: {}", line_, message)};
}

Error RecordReader::expected(std::string_view what) const {
    const std::string found = current_.empty() ? "the end of the text" : quoted(current_);
    return Error{fmt::format("line {}: {} expected, not {}", line_, what, found)};
}

Result<GameRecord> RecordReader::next() {
    auto record = read();
    if (!record) skip_record();
    return record;
}

// The items up to the start position. Leaves current_ on the line that it could not use.
Status RecordReader::read_head(GameRecord& record) {
    if (item() != kHeader) return expected(fmt::format("'{}'", kHeader));
    const Status rules = read_rules(item(), record.rules);
    if (!rules) return here(rules.error());
    if (item() == kPastDraw) {
        record.past_draw = true;
        item();
    }
    for (; begins_with_word(current_, "tag"); item()) {
        const auto tag = read_tag(current_);
        if (!tag) return here(tag.error());
        record.tags.push_back(*tag);
    }
    if (begins_with_word(current_, "time")) {
        const auto time = read_time_control(current_);
        if (!time) return here(time.error());
        record.time = *time;
        item();
    }
    return Done{};
}

// From the start position to the end.
Status RecordReader::read_body(GameRecord& record) {
    if (!begins_with_word(current_, "start")) return expected("'start POSITION'");
    const auto start = parse_position(after_word(current_));
    if (!start) return here(start.error());
    record.start = *start;
    while (begins_with_word(item(), "ply")) {
        const Status ply = read_ply(current_, record);
        if (!ply) return here(ply.error());
    }
    if (begins_with_word(current_, "clock")) {
        const Status clocks = read_clocks(current_, record);
        if (!clocks) return here(clocks.error());
        item();
    }
    if (!begins_with_word(current_, "result")) return expected("'ply', 'clock' or 'result'");
    const auto result = parse_outcome(after_word(current_));
    if (!result) return here(result.error());
    record.result = *result;
    return item() == "end" ? Status(Done{}) : expected("'end'");
}

Result<GameRecord> RecordReader::read() {
    GameRecord record;
    const Status head = read_head(record);
    if (!head) return Error{head.error()};
    const Status body = read_body(record);
    if (!body) return Error{body.error()};
    return record;
}

Result<GameRecord> parse_record(std::string_view text) {
    RecordReader reader(text);
    auto record = reader.next();
    if (record && !reader.done()) {
        return Error{fmt::format("line {}: more than one game", reader.line() + 1)};
    }
    return record;
}

}  // namespace anqi
