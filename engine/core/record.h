// Game records: the project's own text format, one item a line. Described in engine/RULES.md.
//
//   anqi-game 1
//   rules olympiad quiet-limit 180 repetition 3 kind position limit-ply win
//   past-draw allowed                      only when actions follow a draw by these rules
//   tag NAME VALUE                         any number, free text
//   time main 900000 increment 0 byoyomi 0 milliseconds; left out when no clock was set
//   start XXXX/.../XXXX ? KG2...p5 0
//   ply 1 a1=K
//   ply 2 b1=p left 899950                 the mover's clock after the action, when known
//   clock red 899000 black -               clocks at the end; left out when neither is known
//   result red all-captured
//   end
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/game.h"
#include "engine/core/rules.h"
#include "engine/util/clock.h"
#include "engine/util/result.h"

namespace anqi {

struct RecordTag {
    std::string name;   // one word
    std::string value;  // one line, without blanks at its ends; may be empty

    friend bool operator==(const RecordTag&, const RecordTag&) = default;
};

struct RecordTime {
    Milliseconds main = 0;
    Milliseconds increment = 0;
    Milliseconds byoyomi = 0;

    friend bool operator==(const RecordTime&, const RecordTime&) = default;
};

struct RecordPly {
    Event event;
    std::optional<Milliseconds> left = std::nullopt;

    friend bool operator==(const RecordPly&, const RecordPly&) = default;
};

struct GameRecord {
    RuleSet rules = default_rules();
    bool past_draw = false;
    std::vector<RecordTag> tags;
    std::optional<RecordTime> time;
    Position start = Position::start();
    int first_ply = 1;  // a game taken up in the middle keeps its numbers
    std::vector<RecordPly> plies;
    std::optional<Milliseconds> clock[2];  // red, black
    Outcome result;

    friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

// What a game says of itself: rules, start, actions, result.
GameRecord record_of(const Game& game);

// Ends with a newline. Control characters in tags are written as blanks.
std::string to_text(const GameRecord& record);

// Plays the record's actions. Errors name the ply and the reason; a result that contradicts the
// rules is one too.
Result<Game> replay(const GameRecord& record);

// Reads records that follow each other in one text. LF and CR LF end lines; blank lines and lines
// that begin with # are skipped. `text` must outlive the reader.
class RecordReader {
  public:
    explicit RecordReader(std::string_view text) : rest_(text) {}

    // Whether nothing but blank and comment lines is left.
    bool done();
    // The next record. An error names its line and what was expected; reading can go on with the
    // record after it.
    Result<GameRecord> next();
    // How many lines have been read.
    int line() const { return line_; }

  private:
    std::optional<std::string_view> take_line();
    std::string_view item();
    void skip_record();
    Status read_head(GameRecord& record);
    Status read_body(GameRecord& record);
    Result<GameRecord> read();
    Error here(const std::string& message) const;
    Error expected(std::string_view what) const;

    std::string_view rest_;
    std::string_view current_;  // the line of the last item, trimmed
    std::string_view item_;     // the text from that line on
    int line_ = 0;
};

// Exactly one record, as to_text() writes it.
Result<GameRecord> parse_record(std::string_view text);

}  // namespace anqi
