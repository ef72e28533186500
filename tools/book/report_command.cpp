// report: what a book says about the first flips.
#include <fmt/format.h>

#include "engine/util/file.h"
#include "tools/book/commands.h"
#include "tools/book/flip_report.h"
#include "tools/program.h"

namespace anqi::book_tool {
namespace {

namespace po = boost::program_options;

constexpr std::string_view kName = "anqi-book report";

void add_report(po::options_description& options) {
    // clang-format off
    options.add_options()
        ("work", po::value<std::string>(), "the build's work file, for the results of its games")
        ("html", po::value<std::string>(), "write a page there too");
    // clang-format on
}

int run_report(const Values& values) {
    const auto book = Book::open(read_word(values, "book", "the book"));
    if (!book) return fail(kName, book.error());
    std::vector<BookGame> games;
    if (values.count("work") > 0) {
        auto read = WorkFile::read_games(values["work"].as<std::string>());
        if (!read) return fail(kName, read.error());
        games = std::move(read).value();
    }
    const auto report = make_flip_report(**book, games);
    if (!report) return fail(kName, report.error());
    fmt::print("{}", to_text(*report));
    if (values.count("html") == 0) return 0;
    const Status written = write_file(values["html"].as<std::string>(), to_html(*report));
    return written ? 0 : fail(kName, written.error());
}

}  // namespace

const Subcommand kReport = {
    "report",
    "anqi-book report BOOK [options]\n"
    "Says what the first flip is worth by square and by what it shows, and the second\n"
    "one near it or far from it.\n",
    "book", add_report, run_report};

}  // namespace anqi::book_tool
