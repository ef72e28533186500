// The files of an event: nothing is lost, torn ends are cut off, what is not ours is left alone.
#include "tools/referee/journal.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>

#include "engine/core/notation.h"
#include "tests/support/process.h"
#include "tests/support/test_data.h"

namespace anqi::test {
namespace {

struct Folder : TemporaryFolder {
    std::string operator/(const char* name) const { return path() + '/' + name; }
};

GameLog game(int number) {
    GameLog log;
    log.game = number;
    log.engines = {"a", "b"};
    log.events = {*parse_event("a1=K"), *parse_event("b1=p")};
    log.reason = Reason::resign;
    log.result = SeatResult::first;
    return log;
}

std::string text_of(const std::string& path) { return test::read_file(path); }

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

std::ptrdiff_t records_in(const std::string& text) {
    std::ptrdiff_t n = 0;
    for (std::size_t at = 0; (at = text.find("\nend\n", at)) != std::string::npos; ++at) ++n;
    return n;
}

// Three games in both files.
void write_three(const Folder& folder) {
    auto journal = Journal::open(folder / "g.jsonl", folder / "g.txt");
    REQUIRE(journal.ok());
    Journal open = std::move(journal).value();
    for (const int i : {1, 2, 3}) CHECK(open.add(game(i)).ok());
}

TEST_CASE("games are there again when the journal is opened again") {
    const Folder folder;
    write_three(folder);
    const auto journal = Journal::open(folder / "g.jsonl", folder / "g.txt");
    REQUIRE(journal.ok());
    REQUIRE(journal->past().size() == 3);
    CHECK(journal->past()[2] == game(3));
    CHECK(records_in(text_of(folder / "g.txt")) == 3);
}

TEST_CASE("whatever byte a killed writer stopped at, both files go on with whole games") {
    const Folder folder;
    write_three(folder);
    const std::string games = text_of(folder / "g.jsonl"), records = text_of(folder / "g.txt");
    // The records come first: either they are torn and the game is missing, or the line is torn.
    const std::size_t line = games.size() / 3, record = records.size() / 3;
    const auto check = [&](std::size_t game_bytes, std::size_t record_bytes, std::size_t left) {
        write(folder / "g.jsonl", games.substr(0, game_bytes));
        write(folder / "g.txt", records.substr(0, record_bytes));
        {
            auto journal = Journal::open(folder / "g.jsonl", folder / "g.txt");
            REQUIRE(journal.ok());
            REQUIRE(journal->past().size() == left);
            Journal open = std::move(journal).value();
            for (auto i = static_cast<int>(left) + 1; i <= 3; ++i) CHECK(open.add(game(i)).ok());
        }
        CHECK(text_of(folder / "g.jsonl") == games);
        CHECK(text_of(folder / "g.txt") == records);
    };
    for (std::size_t torn = 0; torn <= record; ++torn) check(2 * line, 2 * record + torn, 2);
    for (std::size_t torn = 0; torn < line; ++torn) check(2 * line + torn, 3 * record, 2);
    check(3 * line, 3 * record, 3);
    // The system may have kept the line and not the record.
    for (std::size_t torn = 0; torn <= record; torn += 7) check(3 * line, 2 * record + torn, 3);
}

TEST_CASE("a file that holds something else is not touched") {
    const Folder folder;
    write_three(folder);
    const std::string notes = "my notes, twice as long as anything\n" + std::string(5000, 'x');
    write(folder / "g.txt", notes);
    const auto journal = Journal::open(folder / "g.jsonl", folder / "g.txt");
    REQUIRE_FALSE(journal.ok());
    CHECK(journal.error().find("g.txt") != std::string::npos);
    CHECK(text_of(folder / "g.txt") == notes);
    write(folder / "g.jsonl", "{\"game\":1}\n");
    const auto other = Journal::open(folder / "g.jsonl", folder / "h.txt");
    REQUIRE_FALSE(other.ok());
    CHECK(other.error().find("g.jsonl' line 1: ") != std::string::npos);
}

TEST_CASE("a second writer, a folder, a full disk and a missing folder are refused by name") {
    const Folder folder;
    const auto first = Journal::open(folder / "g.jsonl", folder / "g.txt");
    REQUIRE(first.ok());
    const auto second = Journal::open(folder / "g.jsonl", folder / "h.txt");
    REQUIRE_FALSE(second.ok());
    CHECK(second.error().find("another program") != std::string::npos);
    CHECK_FALSE(Journal::open(folder / ".", folder / "i.txt").ok());
    CHECK_FALSE(Journal::open(folder / "no/g.jsonl", folder / "i.txt").ok());
    auto full = Journal::open(folder / "j.jsonl", "/dev/full");
    REQUIRE(full.ok());
    Journal journal = std::move(full).value();
    const Status added = journal.add(game(1));
    REQUIRE_FALSE(added.ok());
    CHECK(added.error().find("No space left") != std::string::npos);
    CHECK(text_of(folder / "j.jsonl").empty());
}

}  // namespace
}  // namespace anqi::test
