#include "tools/referee/report/replay_data.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "engine/core/notation.h"
#include "tools/referee/report/html.h"

namespace anqi {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kResults = {"first", "second", "draw"};

char board_letter(const Position& position, Square square) {
    if (position.missing() & bit(square)) return '#';
    if (position.face_down() & bit(square)) return 'X';
    const Piece piece = position.at(square);
    return piece == Piece::none ? '-' : letter(piece);
}

std::string board_text(const Position& position) {
    std::string text;
    for (Square s = 0; s < kSquares; ++s) text += board_letter(position, s);
    return text;
}

std::string_view side_text(Colour side) {
    if (side == Colour::none) return "?";
    return side == Colour::red ? "r" : "b";
}

bool vanished(const Game& game, Event event) {
    return !event.move().is_flip() && game.position().at(event.move().to()) == Piece::none;
}

struct Plies {
    std::string text;
    std::string error;  // where and why the log cannot be played on
};

// The rules say what each ply does; a host may have gone on after what they call a draw.
Plies play(const GameLog& log) {
    Plies plies;
    Game game(log.rules, log.start);
    for (const Event event : log.events) {
        const Illegal illegal = game.play_past_draw(event);
        if (illegal != Illegal::none) {
            plies.error = fmt::format("The replay ends at ply {}: {}.", game.plies() + 1,
                                      describe(illegal, event));
            break;
        }
        plies.text += fmt::format("{}{}{}", plies.text.empty() ? "" : " ", to_text(event),
                                  vanished(game, event) ? "*" : "");
    }
    return plies;
}

std::string join_sentences(const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? a + b : a + ' ' + b;
}

std::string fault_text(const GameLog& log) {
    if (!log.fault) return {};
    return fmt::format("Fault of {}: {}, {}.",
                       log.engines[static_cast<std::size_t>(log.fault->seat)],
                       to_text(log.fault->kind), log.fault->detail);
}

class Names {
  public:
    std::size_t place(const std::string& name) {
        const auto [place, is_new] = places_.try_emplace(name, list_.size());
        if (is_new) list_.push_back(name);
        return place->second;
    }
    const std::vector<std::string>& list() const { return list_; }

  private:
    std::unordered_map<std::string, std::size_t> places_;
    std::vector<std::string> list_;
};

Json times_json(const std::vector<Microseconds>& times) {
    Json list = Json::array();
    for (const Microseconds time : times) list.push_back((time + 500) / 1000);
    return list;
}

Json game_json(const GameLog& log, Names& names) {
    const Plies plies = play(log);
    Json json;
    json["number"] = log.game;
    json["round"] = log.round;
    json["pair"] = log.pair;
    json["seats"] = {names.place(log.engines[0]), names.place(log.engines[1])};
    json["board"] = board_text(log.start);
    json["side"] = side_text(log.start.side());
    json["plies"] = plies.text;
    if (!log.times.empty()) json["times"] = times_json(log.times);
    json["result"] = kResults[static_cast<std::size_t>(log.result)];
    json["reason"] = to_text(log.reason);
    const std::string note = join_sentences(join_sentences(fault_text(log), plies.error), log.note);
    if (!note.empty()) json["note"] = note;
    return json;
}

}  // namespace

std::string replay_json(std::span<const GameLog> logs) {
    Names names;
    Json games = Json::array();
    for (const GameLog& log : logs) games.push_back(game_json(log, names));
    Json json;
    json["names"] = names.list();
    json["games"] = std::move(games);
    return escape_json_in_script(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace anqi
