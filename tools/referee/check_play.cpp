// Steps about games. The check deals, and the rules engine judges what is played.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/deal.h"
#include "engine/core/game.h"
#include "engine/core/notation.h"
#include "engine/util/random.h"
#include "tools/referee/check_steps.h"
#include "tools/referee/platform_words.h"

namespace anqi::steps {
namespace {

constexpr Microseconds kMillisecond = 1000;
// "At once", with room for a busy machine.
constexpr Microseconds kAtOnce = 500 * kMillisecond;
// Beyond the clock, before a flag falls.
constexpr Microseconds kMargin = 200 * kMillisecond;
constexpr std::string_view kResignation = "a0 a0";
constexpr std::uint64_t kSeed = 1;  // of all deals here
// Ends games under rules without limits.
constexpr int kMostPlies = 2'000;

struct Action {
    std::optional<Move> move;  // none = resigns
    Microseconds elapsed;
};

Action ask_action(Conversation& engine, const Game& game) {
    const Reply reply = engine.ask(fmt::format("genmove {}", to_text(game.position().side())));
    if (!reply.success) engine.fail("genmove is refused");
    if (reply.text == kResignation) return {std::nullopt, reply.elapsed};
    const auto move = parse_action(reply.text);
    if (!move) engine.fail("no action of two squares");
    if (game.check(*move) != Illegal::none) {
        engine.fail(fmt::format("not legal in {}", to_text(game.position())));
    }
    return {move, reply.elapsed};
}

Action ask_legal_action(Conversation& engine, const Game& game) {
    const Action action = ask_action(engine, game);
    if (!action.move) engine.fail("resigns");
    return action;
}

void expect_at_once(Conversation& engine, const Action& action) {
    if (action.elapsed <= kAtOnce) return;
    engine.fail(fmt::format("took {} ms", action.elapsed / kMillisecond));
}

// A legal event is told to the engine, and entered in the game.
void tell(Conversation& engine, Game& game, std::string_view text) {
    const auto event = parse_event(text);
    engine.demand(echo_text(*event));
    game.play(*event);
}

Game new_game(Conversation& engine, const CheckSettings& settings) {
    begin_game(engine, settings);
    return Game(settings.rules);
}

// Two processes play each other as on the platform: each is asked for its own actions and told all.
class WholeGame {
  public:
    explicit WholeGame(const CheckSettings& settings)
        : first_(settings), second_(settings), game_(settings.rules), deal_(make_deal()) {
        clocks_.fill(settings.clock * kMillisecond);
        for (Conversation* engine : engines_) begin_game(*engine, settings);
    }

    // Returns a warning or nothing.
    std::string play() {
        while (!game_.over() && !resigned_ && game_.plies() < kMostPlies) play_ply();
        for (Conversation* engine : engines_) engine->expect_quiet();
        return warning();
    }

  private:
    Deal make_deal() const {
        Random random(kSeed);
        return Deal(game_.position(), random);
    }
    void play_ply();
    void spend(std::size_t seat, Microseconds elapsed);
    std::string warning() const;

    Conversation first_, second_;
    std::array<Conversation*, 2> engines_ = {&first_, &second_};
    std::array<Microseconds, 2> clocks_;
    Game game_;
    Deal deal_;
    bool resigned_ = false;
};

void WholeGame::play_ply() {
    const auto seat = static_cast<std::size_t>(game_.plies() % 2);
    const Action action = ask_action(*engines_[seat], game_);
    spend(seat, action.elapsed);
    if (!action.move) {
        resigned_ = true;
        return;
    }
    const Event event = deal_.reveal(*action.move);
    for (Conversation* engine : engines_) engine->demand(echo_text(event));
    game_.play(event);
    const Colour mover = opponent(game_.position().side());
    const Milliseconds left = std::max<Milliseconds>(clocks_[seat] / kMillisecond, 0);
    for (Conversation* engine : engines_) {
        engine->demand(fmt::format("time_left {} {}", to_text(mover), left));
    }
}

// The first ply is free.
void WholeGame::spend(std::size_t seat, Microseconds elapsed) {
    if (game_.plies() == 0) return;
    clocks_[seat] -= elapsed;
    if (clocks_[seat] >= -kMargin) return;
    engines_[seat]->fail(fmt::format("the clock has run out by {} ms in ply {}",
                                     -clocks_[seat] / kMillisecond, game_.plies() + 1));
}

std::string WholeGame::warning() const {
    for (const Conversation* engine : engines_) {
        if (engine->chatter() == 0) continue;
        return fmt::format("{} lines on stdout are no answers, the first one is {}",
                           engine->chatter(), quoted(engine->first_chatter()));
    }
    if (!resigned_) return {};
    return fmt::format("it resigns in ply {}; the platform calls that illegal", game_.plies() + 1);
}

bool is_capture(const Game& game, Move move) {
    return !move.is_flip() && (game.position().occupied() & bit(move.to())) != 0;
}

Move random_action(const Game& game, Random& random) {
    const MoveList all = game.legal_moves();
    MoveList captures;
    for (const Move move : all) {
        if (is_capture(game, move)) captures.push(move);
    }
    const MoveList& choice = captures.empty() ? all : captures;
    return choice[random.below(static_cast<std::uint32_t>(choice.size()))];
}

// Random play that takes what it can.
Game random_game(const RuleSet& rules, std::uint64_t seed) {
    Random random(seed);
    Game game(rules);
    const Deal deal(game.position(), random);
    while (!game.over() && game.plies() < kMostPlies) {
        game.play(deal.reveal(random_action(game, random)));
    }
    return game;
}

// One that is over under any rules of drawing, and the shortest of several.
Game decided_game(const RuleSet& rules) {
    std::optional<Game> shortest;
    for (std::uint64_t seed = kSeed; seed < kSeed + 50 || !shortest; ++seed) {
        Game game = random_game(rules, seed);
        if (game.outcome().winner == Winner::draw || !game.over()) continue;
        if (!shortest || game.plies() < shortest->plies()) shortest = std::move(game);
    }
    return *shortest;
}

std::string sorted_actions(const Game& game) {
    MoveList moves = game.legal_moves();
    std::sort(moves.begin(), moves.end());
    std::vector<std::string> texts;
    for (const Move move : moves) texts.push_back(to_text(move));
    return fmt::format("{}", fmt::join(texts, " "));
}

}  // namespace

std::string first_action(const CheckSettings& settings) {
    Conversation engine(settings);
    const Game game = new_game(engine, settings);
    ask_legal_action(engine, game);
    engine.expect_quiet();
    return {};
}

std::string two_genmoves(const CheckSettings& settings) {
    Conversation engine(settings);
    Game game = new_game(engine, settings);
    for (int i = 0; i < 2; ++i) ask_legal_action(engine, game);
    tell(engine, game, "a1=K");
    for (int i = 0; i < 2; ++i) ask_legal_action(engine, game);
    tell(engine, game, "b4=r");
    return {};
}

std::string bad_flips(const CheckSettings& settings) {
    Conversation engine(settings);
    Game game = new_game(engine, settings);
    for (const std::string_view arguments : {"a1", "a1 Z", "a1 -", "a1 X", "a1 KK", "e9 K"}) {
        engine.expect_refusal(fmt::format("flip {}", arguments));
    }
    ask_legal_action(engine, game);
    tell(engine, game, "a1=K");
    engine.expect_refusal("flip a1 G");
    ask_legal_action(engine, game);
    tell(engine, game, "a2=p");
    return {};
}

std::string early_move(const CheckSettings& settings) {
    Conversation engine(settings);
    Game game = new_game(engine, settings);
    engine.expect_refusal("move a1 a2");
    ask_legal_action(engine, game);
    tell(engine, game, "a1=K");
    return {};
}

std::string bad_moves(const CheckSettings& settings) {
    Conversation engine(settings);
    Game game = new_game(engine, settings);
    tell(engine, game, "a1=K");
    tell(engine, game, "a2=r");
    for (const std::string_view arguments : {"b1 b2", "a1 b1", "a1 a9", "a1 d8"}) {
        engine.expect_refusal(fmt::format("move {}", arguments));
    }
    ask_legal_action(engine, game);
    tell(engine, game, "a3=p");
    return {};
}

std::string whole_game(const CheckSettings& settings) { return WholeGame(settings).play(); }

std::string no_time(const CheckSettings& settings) {
    Conversation engine(settings);
    Game game = new_game(engine, settings);
    tell(engine, game, "a1=K");
    for (const std::string_view left : {"0", "-500", "-9999"}) {
        for (const Colour side : {Colour::red, Colour::black}) {
            engine.ask(fmt::format("time_left {} {}", to_text(side), left));
        }
        expect_at_once(engine, ask_legal_action(engine, game));
    }
    return {};
}

std::string absurd_time(const CheckSettings& settings) {
    Conversation engine(settings);
    Game game = new_game(engine, settings);
    tell(engine, game, "a1=K");
    for (const std::string_view left : {"99999999999999999999999999", "-99999999999999999999999"}) {
        engine.ask(fmt::format("time_left black {}", left));
        ask_legal_action(engine, game);
    }
    return {};
}

std::string after_the_end(const CheckSettings& settings) {
    Conversation engine(settings);
    begin_game(engine, settings);
    const Game played = decided_game(settings.rules);
    for (const Event event : played.events()) engine.demand(echo_text(event));
    engine.ask(fmt::format("genmove {}", to_text(played.position().side())));
    engine.expect_quiet();
    Game game = new_game(engine, settings);
    ask_legal_action(engine, game);
    tell(engine, game, "a1=K");
    return {};
}

std::string single_action(const CheckSettings& settings) {
    Conversation engine(settings);
    constexpr std::string_view text = "4/4/4/4/4/4/4/Pg2 r - 0";
    const Game game(settings.rules, *parse_position(text));
    if (game.legal_moves().size() != 1) return "these rules allow more than one action there";
    engine.ask("reset_board");
    engine.ask("time_setting 3600000");
    engine.demand(fmt::format("position {}", text));
    expect_at_once(engine, ask_legal_action(engine, game));
    return {};
}

std::string undone_flip(const CheckSettings& settings) {
    Conversation engine(settings);
    Game game = new_game(engine, settings);
    engine.expect_refusal("undo");
    engine.demand("flip a1 K");
    engine.demand("undo");
    ask_legal_action(engine, game);
    tell(engine, game, "a1=k");
    ask_legal_action(engine, game);
    return {};
}

std::string listed_actions(const CheckSettings& settings) {
    Conversation engine(settings);
    Game game = new_game(engine, settings);
    for (const std::string_view event : {"a1=K", "a2=r", "c4=G", "c5=C"}) {
        tell(engine, game, event);
        const std::string expected = sorted_actions(game);
        if (engine.demand("legal_actions") != expected) {
            engine.fail(fmt::format("right is {}", quoted(expected)));
        }
    }
    return {};
}

}  // namespace anqi::steps
