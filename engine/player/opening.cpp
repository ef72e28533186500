#include "engine/player/opening.h"

#include <algorithm>
#include <utility>

#include "engine/util/file.h"
#include "engine/util/random.h"

namespace anqi {
namespace {

// Of the preferred action's visits: what is known less well is not drawn.
constexpr double kLeastShare = 0.1;

Candidate candidate_of(const BookAction& action) {
    return {.move = action.move,
            .visits = action.visits,
            .value = action.value,
            .source = Source::book,
            .line = {Event(action.move)}};
}

class Opening final : public Searcher {
  public:
    Opening(std::unique_ptr<Searcher> inner, SharedBook book, const OpeningSettings& settings)
        : inner_(std::move(inner)), book_(std::move(book)), settings_(settings) {}

    Report search(const Game& game, const Limits& limits, const StopFlag& stop,
                  ReportSink* sink) override {
        const bool asks = limits.book && !limits.analysis && limits.root_moves.empty();
        if (!asks || game.plies() >= settings_.plies) {
            return inner_->search(game, limits, stop, sink);
        }
        BookPage page = book_->look_up(game.position());
        std::erase_if(page, [&](const BookAction& action) { return !legal(game, action.move); });
        if (page.empty()) return inner_->search(game, brief(game, limits), stop, sink);
        prefer(game, page);
        Report report{.visits = 0, .elapsed = 0, .candidates = {}};
        for (const BookAction& action : page) report.candidates.push_back(candidate_of(action));
        return report;
    }

    void forget() override {
        ++games_;
        inner_->forget();
    }

  private:
    // A game that its host goes on with counts as going on.
    static bool legal(const Game& game, Move move) {
        const MoveList moves = game.moves_on_board();
        return std::find(moves.begin(), moves.end(), move) != moves.end();
    }

    // What was set up by hand is no opening.
    Limits brief(const Game& game, Limits limits) const {
        if (settings_.visits == 0 || !(game.start() == Position::start())) return limits;
        const bool fewer = limits.visits > 0 && limits.visits < settings_.visits;
        limits.visits = fewer ? limits.visits : settings_.visits;
        return limits;
    }

    // Brings the action that is to be played to the front.
    void prefer(const Game& game, BookPage& page) const {
        const BookAction best = page.front();
        const auto near = std::stable_partition(page.begin(), page.end(), [&](const auto& action) {
            return action.value >= best.value - settings_.spread &&
                   action.visits >= kLeastShare * best.visits;
        });
        std::uint64_t state = settings_.seed;
        Random random(split_mix(state) + games_ + game.position().key());
        const auto n = static_cast<std::uint32_t>(near - page.begin());
        const auto drawn = settings_.spread > 0 ? random.below(n) : 0;
        std::rotate(page.begin(), page.begin() + drawn, page.begin() + drawn + 1);
    }

    std::unique_ptr<Searcher> inner_;
    SharedBook book_;
    OpeningSettings settings_;
    std::uint64_t games_ = 0;  // begun
};

LoadedBook from_file(const std::string& path, const RuleSet& rules) {
    const auto opened = Book::open(path);
    if (!opened) return {nullptr, opened.error()};
    if ((*opened)->serves(rules)) return {*opened, {}};
    std::string problem = "book " + path + ": it is for the rules ";
    return {nullptr, problem.append((*opened)->rules().name)};
}

}  // namespace

LoadedBook load_book(const std::string& source, const RuleSet& rules) {
    if (source == "none") return {};
    if (source != "auto") return from_file(source, rules);
    const auto path = beside_program(std::string(rules.name) + ".anqb");
    return path && file_exists(*path) ? from_file(*path, rules) : LoadedBook();
}

std::unique_ptr<Searcher> make_opening(std::unique_ptr<Searcher> inner, SharedBook book,
                                       const OpeningSettings& settings) {
    return std::make_unique<Opening>(std::move(inner), std::move(book), settings);
}

}  // namespace anqi
