// build, merge: making books.
#include <algorithm>
#include <fmt/format.h>

#include "book/book.h"
#include "book/merge.h"
#include "engine/core/notation.h"
#include "engine/util/crc32.h"
#include "engine/util/file.h"
#include "protocol/options.h"
#include "protocol/version.h"
#include "tools/book/commands.h"
#include "tools/book/workshop.h"
#include "tools/end_by_signal.h"
#include "tools/program.h"

namespace anqi::book_tool {
namespace {

namespace po = boost::program_options;

constexpr long long kMost = 1'000'000'000;
constexpr int kMemory = 64;  // MiB a thread

void add_build(po::options_description& options) {
    const auto text = [] { return po::value<std::string>(); };
    // clang-format off
    options.add_options()
        ("positions", text()->default_value("30000"), "that the book is to have, about")
        ("full-plies", text()->default_value("2"), "from the start, in which every action is looked at; 2 = the first three decisions are in the book whatever was played")
        ("visits", text()->default_value("20000"), "of the search that values a position")
        ("games", text()->default_value("0"), "of self-play behind two drawn plies")
        ("game-visits", text()->default_value("200"), "for each action in them")
        ("seed", text()->default_value("1"), "of the search and the games")
        ("rules", text()->default_value("olympiad"), "rule set")
        ("set", po::value<std::vector<std::string>>()->composing(), "NAME=VALUE, an option of anqi; may be repeated; memory is 64 here unless set")
        ("threads", text()->default_value("2"), "positions or games at the same time");
    // clang-format on
}

template <class T>
T number(const Values& values, const char* name, long long low, long long high = kMost) {
    return static_cast<T>(read_number(values, name, low, high));
}

// Options by which a book would not be the same twice, that ask a book, or that have a place of
// their own among those of this program.
void refuse_foreign(const std::string& word) {
    std::string name = word.substr(0, word.find('='));
    std::replace(name.begin(), name.end(), '-', '_');
    for (const char* const foreign :
         {"threads", "ponder", "movetime", "main_time", "increment", "byoyomi", "visits", "book",
          "book_depth", "book_random", "book_visits", "player", "level", "seed", "rules"}) {
        if (name == foreign) throw po::error(fmt::format("--set: {} means nothing here", name));
    }
}

// Whatever is not as it is by itself; rules, seed and network have places of their own.
std::string settings_text(const Configuration& configuration) {
    Configuration plain;
    plain.player.rules = configuration.player.rules;
    plain.player.memory = kMemory;
    std::string text;
    for (const Option& option : options()) {
        if (option.name == "seed" || option.name == "network") continue;
        const std::string value = option.get(configuration);
        if (value != option.get(plain)) text += fmt::format(" {}={}", option.name, value);
    }
    return text;
}

BookPlan read_plan(const Values& values) {
    Configuration configuration;
    configuration.player.memory = kMemory;
    configuration.player.rules = rules_called(values["rules"].as<std::string>());
    configuration.player.seed = number<std::uint64_t>(values, "seed", 0);
    const auto words = read_words(values, "set");
    for (const std::string& word : words) refuse_foreign(word);
    set_options(configuration, words);
    BookPlan plan{.settings = configuration.player, .origin = {}};
    plan.origin = {.seed = plan.settings.seed,
                   .visits = number<std::uint64_t>(values, "visits", 1),
                   .wanted = number<std::uint32_t>(values, "positions", 1),
                   .full_plies = number<std::uint32_t>(values, "full-plies", 0, 3),
                   .games = number<std::uint32_t>(values, "games", 0),
                   .game_visits = number<std::uint32_t>(values, "game-visits", 1)};
    plan.threads = number<int>(values, "threads", 1, kMaxThreads);
    const SteadyClock clock;
    const Player player(plan.settings, clock);
    for (const std::string& problem : player.problems()) throw po::error(problem);
    if (player.network() != nullptr) plan.origin.evaluation = player.network()->checksum();
    const std::string others = settings_text(configuration);
    if (!others.empty()) plan.origin.settings = crc32(others);
    return plan;
}

// What must be the same for what was found out to be of use again.
std::string purpose(const BookPlan& plan, const Values& values) {
    std::string text =
        fmt::format("{} {} book 1 rules {} seed {} visits {} game-visits {} evaluation {:08x}",
                    kName, kVersion, to_text(plan.settings.rules), plan.origin.seed,
                    plan.origin.visits, plan.origin.game_visits, plan.origin.evaluation);
    for (const std::string& word : read_words(values, "set")) text += fmt::format(" set {}", word);
    return text;
}

int stopped(const Workshop& workshop) {
    if (!workshop.problem().empty()) return fail("anqi-book build", workshop.problem());
    tell("stopped; the same command goes on\n");
    return kInterrupted;
}

int write_book(std::string_view who, const std::string& path, const BookContent& content) {
    const std::string bytes = pack(content);
    const Status written = write_file(path, bytes);
    if (!written) return fail(who, written.error());
    tell(fmt::format("{}: {} positions, {} bytes\n", path, content.pages.size(), bytes.size()));
    return 0;
}

int run_build(const Values& values) {
    const std::string path = read_word(values, "book", "the file for the book");
    const BookPlan plan = read_plan(values);
    StopFlag stop;
    const EndBySignal watch(stop, "finishing; once more to end at once\n");
    auto work = WorkFile::open(path + ".work", purpose(plan, values));
    if (!work) return fail("anqi-book build", work.error());
    Workshop workshop(plan, std::move(work).value(), stop);
    auto tallies = workshop.play();
    if (!tallies) return stopped(workshop);
    const auto valuer = [&](const std::vector<Position>& p) { return workshop.value(p); };
    BookBuilder builder(plan.settings.rules, plan.origin, valuer, std::move(*tallies));
    if (!builder.run()) return stopped(workshop);
    return write_book("anqi-book build", path, builder.content());
}

void add_merge(po::options_description& options) {
    options.add_options()("output", po::value<std::string>(), "file for the merged book");
}

int run_merge(const Values& values) {
    const std::string output = read_required(values, "output");
    (void)read_word(values, "books", "a book to merge");
    std::vector<BookContent> contents;
    for (const std::string& path : read_words(values, "books")) {
        const auto book = Book::open(path);
        if (!book) return fail("anqi-book merge", book.error());
        contents.push_back((*book)->content());
        if (!(contents.back().rules == contents.front().rules)) {
            return fail("anqi-book merge", fmt::format("{} is for other rules: {}", path,
                                                       to_text(contents.back().rules)));
        }
    }
    return write_book("anqi-book merge", output, merge_books(contents));
}

}  // namespace

const Subcommand kBuild = {
    "build",
    "anqi-book build FILE [options]\n"
    "Makes an opening book: values positions by search and self-play, first all near the\n"
    "start, then where games are likely to go. What was found out stands in FILE.work: a\n"
    "build that was stopped goes on with the same command, also to more positions or games.\n",
    "book", add_build, run_build};
const Subcommand kMerge = {
    "merge",
    "anqi-book merge BOOK... --output FILE\n"
    "Makes one book of several for the same rules. Where two know a position, the word\n"
    "of the one with more visits behind it stands.\n",
    "books",
    add_merge,
    run_merge,
    -1};

}  // namespace anqi::book_tool
