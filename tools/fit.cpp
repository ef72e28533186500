// Fits the handmade evaluation to games: `anqi-fit play` makes labelled positions, `anqi-fit fit`
// finds the parameters that predict the results best and prints them as `set` lines.
#include <algorithm>
#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <string>

#include "engine/core/deal.h"
#include "engine/core/game.h"
#include "engine/core/notation.h"
#include "engine/search/alphabeta.h"
#include "engine/search/quiescence.h"
#include "tools/fit_evaluation.h"

namespace {

using namespace anqi;
namespace po = boost::program_options;

struct PlaySettings {
    std::uint64_t seed = 1;
    int games = 1000;
    std::int64_t nodes = 3000;  // of the alpha-beta search, per action
    int random_actions = 25;    // one action in so many is drawn at random; 0 = none
};

Move choose(const PlaySettings& settings, Searcher& searcher, const Game& game, Random& random) {
    const auto one_in = static_cast<std::uint32_t>(settings.random_actions);
    if (one_in > 0 && random.below(one_in) == 0) {
        const MoveList moves = game.legal_moves();
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
    Limits limits;
    limits.visits = settings.nodes;
    const StopFlag never;
    return *searcher.search(game, limits, never, nullptr).best();
}

// Only positions in which no capture changes the value say something about the static value.
bool calm(Evaluator<StandardShape>& evaluator, const Position& position) {
    constexpr int plies = 6;
    return position.side() != Colour::none &&
           quiesce(evaluator, position, -1, 1, plies) == evaluator.value(position);
}

// One game; prints its calm positions with the result for the side to move.
void play_game(const PlaySettings& settings, Searcher& searcher, int number) {
    Random random(settings.seed * 1'000'003 + static_cast<std::uint64_t>(number));
    Game game;
    const Deal deal(game.position(), random);
    Evaluator<StandardShape> evaluator(game.rules(), EvalParams());
    std::vector<Position> kept;
    searcher.forget();
    while (!game.over()) {
        if (calm(evaluator, game.position())) kept.push_back(game.position());
        game.play(deal.reveal(choose(settings, searcher, game, random)));
    }
    for (const Position& p : kept) {
        fmt::print("{}\t{}\n", to_text(p), score_for(game.outcome(), p.side()));
    }
}

void play(const PlaySettings& settings) {
    const SteadyClock clock;
    const auto searcher = make_alphabeta({.params = {}, .memory = 4, .nodes_per_visit = 1}, clock);
    for (int i = 0; i < settings.games; ++i) {
        play_game(settings, *searcher, i);
        if (i % 50 == 0) fmt::print(stderr, "\r{} of {} games", i, settings.games);
    }
    fmt::print(stderr, "\r{0} of {0} games\n", settings.games);
}

// Throws when a line cannot be read, naming it.
std::vector<Labelled> read_positions(const std::vector<std::string>& files) {
    std::vector<Labelled> positions;
    for (const std::string& file : files) {
        std::ifstream in(file);
        if (!in) throw std::runtime_error("cannot open " + file);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            const auto tab = line.find('\t');
            auto position = parse_position(line.substr(0, tab));
            if (tab == std::string::npos || !position) {
                throw std::runtime_error(
                    fmt::format("{}:{}: no position and result", file, number));
            }
            positions.push_back({*position, std::stof(line.substr(tab + 1))});
        }
    }
    return positions;
}

struct FitWish {
    std::vector<std::string> files;
    std::string prefix;
    std::vector<std::string> keep;  // parameters that stay as they are
    int iterations = 0;
};

void fit_files(const FitWish& wish) {
    const auto positions = read_positions(wish.files);
    auto which = parameters_named(wish.prefix);
    std::erase_if(which, [&](const SearchParam* p) {
        return std::find(wish.keep.begin(), wish.keep.end(), p->name) != wish.keep.end();
    });
    fmt::print(stderr, "{} positions, {} parameters\n", positions.size(), which.size());
    const SearchParams best =
        fit({}, which, positions, {.iterations = wish.iterations}, [](const FitStep& step) {
            fmt::print(stderr, "step {}: mean square error {:.5f}, held out {:.5f}\n",
                       step.iteration, step.error, step.check_error);
        });
    for (const SearchParam* p : which) fmt::print("set {} {:.4g}\n", p->name, p->get(best));
}

int run(int argc, char** argv) {
    PlaySettings settings;
    std::vector<std::string> words;
    FitWish wish;
    po::options_description options("Options");
    auto add = options.add_options();
    add("help", "say this and end");
    add("seed", po::value(&settings.seed)->default_value(1), "play: of deals and random actions");
    add("games", po::value(&settings.games)->default_value(1000), "play: how many");
    add("nodes", po::value(&settings.nodes)->default_value(3000), "play: per action");
    add("random", po::value(&settings.random_actions)->default_value(25),
        "play: one action in so many is random; 0 = none");
    add("prefix", po::value(&wish.prefix)->default_value("eval_"), "fit: parameters that begin so");
    add("iterations", po::value(&wish.iterations)->default_value(12), "fit: at most");
    add("keep", po::value(&wish.keep), "fit: a parameter that stays as it is; may be repeated");
    po::options_description all;
    all.add(options).add_options()("words", po::value(&words));
    po::variables_map map;
    po::store(po::command_line_parser(argc, argv)
                  .options(all)
                  .positional(po::positional_options_description().add("words", -1))
                  .run(),
              map);
    po::notify(map);
    const std::string verb = words.empty() ? "" : words.front();
    if (map.count("help") || (verb != "play" && verb != "fit")) {
        std::cout << "anqi-fit play [options] > FILE\nanqi-fit fit [options] FILE...\n" << options;
        return map.count("help") ? 0 : 2;
    }
    if (verb == "play") {
        play(settings);
    } else {
        wish.files.assign(words.begin() + 1, words.end());
        fit_files(wish);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "anqi-fit: {}\n", error.what());
        return 1;
    }
}
