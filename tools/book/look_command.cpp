// info, show, verify, export: looking at books.
#include <fmt/format.h>

#include "book/book.h"
#include "book/key.h"
#include "book/walk.h"
#include "engine/core/notation.h"
#include "tools/book/commands.h"
#include "tools/program.h"

namespace anqi::book_tool {
namespace {

namespace po = boost::program_options;

std::string evaluation_text(std::uint32_t evaluation) {
    return evaluation == 0 ? "by hand" : fmt::format("network {:08x}", evaluation);
}

int run_info(const Values& values) {
    const std::string path = read_word(values, "book", "the book");
    const auto opened = Book::open(path);
    if (!opened) return fail("anqi-book info", opened.error());
    const Book& book = **opened;
    const BookOrigin& origin = book.origin();
    fmt::print("rules {}\n", to_text(book.rules()));
    fmt::print("positions {} actions {}\n", book.positions(), book.actions());
    fmt::print(
        "built with --positions {} --full-plies {} --visits {} --games {} --game-visits {} "
        "--seed {}\n",
        origin.wanted, origin.full_plies, origin.visits, origin.games, origin.game_visits,
        origin.seed);
    fmt::print("evaluation {}\n", evaluation_text(origin.evaluation));
    if (origin.settings != 0) fmt::print("with other settings than the default ones (--set)\n");
    return 0;
}

void print_action(const BookAction& action) {
    fmt::print("{} value {:+.4f} visits {} games {} depth {}\n", to_text(action.move), action.value,
               action.visits, action.games, action.depth);
}

int run_show(const Values& values) {
    const auto words = read_words(values, "words");
    if (words.empty()) throw po::error("the book is missing");
    const auto opened = Book::open(words[0]);
    if (!opened) return fail("anqi-book show", opened.error());
    std::string text = to_text(Position::start());
    if (words.size() > 1) text = fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " "));
    const auto position = parse_position(text);
    if (!position) throw po::error(position.error());
    const BookPage page = (*opened)->look_up(*position);
    if (page.empty()) return fail("anqi-book show", "the book does not know this position");
    for (const BookAction& action : page) print_action(action);
    return 0;
}

int run_verify(const Values& values) {
    const std::string path = read_word(values, "book", "the book");
    const auto opened = Book::open(path);
    if (!opened) return fail("anqi-book verify", opened.error());
    const auto fault = first_fault(**opened);
    if (fault) return fail("anqi-book verify", fmt::format("{}: {}", path, *fault));
    fmt::print("{}: {} positions, all reached, all actions legal\n", path, (*opened)->positions());
    return 0;
}

int run_export(const Values& values) {
    const auto opened = Book::open(read_word(values, "book", "the book"));
    if (!opened) return fail("anqi-book export", opened.error());
    walk(**opened, [](const BookPosition& position, const BookPage& page) {
        fmt::print("position {} ply {}\n", to_text(position.image), position.ply);
        for (const BookAction& action : page) print_action(action);
    });
    return 0;
}

}  // namespace

const Subcommand kInfo = {"info", "anqi-book info BOOK\nSays what a book is and how it was made.\n",
                          "book", add_nothing, run_info};
const Subcommand kShow = {
    "show",
    "anqi-book show BOOK [POSITION]\n"
    "Says what a book knows about a position (the start): its actions, the preferred one\n"
    "first; values are expected scores for the side to move, -1 to 1.\n",
    "words",
    add_nothing,
    run_show,
    -1};
const Subcommand kVerify = {
    "verify",
    "anqi-book verify BOOK\n"
    "Checks the file, that its positions can be reached and its actions are legal.\n",
    "book", add_nothing, run_verify};
const Subcommand kExport = {"export",
                            "anqi-book export BOOK\n"
                            "Writes the book as text: each position and its actions.\n",
                            "book", add_nothing, run_export};

}  // namespace anqi::book_tool
