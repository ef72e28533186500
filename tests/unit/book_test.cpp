// The opening book: file, reader, and the player that asks it.
#include "book/book.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <doctest/doctest.h>
#include <string>

#include "book/key.h"
#include "book/merge.h"
#include "book/walk.h"
#include "engine/core/apply.h"
#include "engine/player/player.h"
#include "engine/util/clock.h"
#include "engine/util/crc32.h"
#include "engine/util/random.h"
#include "tests/support/engine_helpers.h"
#include "tests/support/process.h"
#include "tests/support/random_positions.h"

namespace anqi::test {
namespace {

// A page that says something of every action of the position's canonical image.
BookPage page_for(const Position& image) {
    BookPage page;
    double value = 0.5;
    for (const Move move : distinct_moves(default_rules(), image)) {
        page.push_back({move, value, 1'000, 3, 2});
        value = std::max(-1.0, value - 0.125);
    }
    return page;
}

void add(BookContent& content, const Position& position) {
    content.pages[canonical_key(position).key] = page_for(canonical_image(position));
}

// The start and some random positions.
BookContent random_content(std::uint64_t seed, int n) {
    BookContent content;
    content.origin = {.seed = 7, .visits = 100, .wanted = 20, .full_plies = 1};
    add(content, Position::start());
    RandomPositions source(seed, reference_rules(default_rules()));
    for (int i = 0; i < n; ++i) add(content, position_of(source.from_play()));
    return content;
}

SharedBook opened(const TemporaryFolder& folder, const BookContent& content) {
    const std::string path = folder.file("test.anqb");
    write_text(path, pack(content));
    const auto book = Book::open(path);
    REQUIRE(book.ok());
    return *book;
}

bool same_set(const MoveList& moves, const BookPage& page) {
    return std::all_of(page.begin(), page.end(), [&](const BookAction& action) {
        return std::find(moves.begin(), moves.end(), action.move) != moves.end();
    });
}

TEST_CASE("a book says what was written into it") {
    const TemporaryFolder folder;
    const BookContent content = random_content(3, 50);
    const SharedBook book = opened(folder, content);
    CHECK(book->positions() == content.pages.size());
    CHECK(book->origin() == content.origin);
    CHECK(book->rules() == default_rules());
    CHECK(book->content().pages == content.pages);
    CHECK(pack(book->content()) == pack(content));
}

TEST_CASE("a book knows all symmetric images of a position, and its actions fit each") {
    const TemporaryFolder folder;
    const int n = by_build(10'000, 500);
    const BookContent content = random_content(5, n);
    const SharedBook book = opened(folder, content);
    RandomPositions source(5, reference_rules(default_rules()));
    for (int i = 0; i < n; ++i) {
        const Position position = position_of(source.from_play());
        const BookPage page = book->look_up(position);
        const bool playable = Game(default_rules(), position).moves_on_board().size() > 0;
        REQUIRE(page.empty() != playable);
        for (const Symmetry symmetry : kSymmetries) {
            for (const bool swapped : {false, true}) {
                const Position image =
                    transform(swapped ? swap_colours(position) : position, symmetry);
                BookPage mirrored = book->look_up(image);
                REQUIRE(same_set(Game(default_rules(), image).moves_on_board(), mirrored));
                // A position that is its own image may answer with either of two actions.
                if (distinct_moves(default_rules(), position).size() !=
                    Game(default_rules(), position).moves_on_board().size()) {
                    continue;
                }
                for (BookAction& action : mirrored) {
                    action.move = transform(action.move, symmetry);
                }
                REQUIRE(mirrored == page);
            }
        }
    }
}

TEST_CASE("the start has eight distinct flips, other positions as many actions as are legal") {
    CHECK(distinct_moves(default_rules(), Position::start()).size() == 8);
    Position position = Position::start();
    apply(default_rules(), position, event_of("a1=K"));
    CHECK(distinct_moves(default_rules(), position).size() == 31);
}

TEST_CASE("a damaged book is refused with a reason") {
    const TemporaryFolder folder;
    const std::string path = folder.file("damaged.anqb");
    const std::string whole = pack(random_content(9, 20));
    Random random(1);
    const auto check = [&](const std::string& bytes) {
        write_text(path, bytes);
        const auto book = Book::open(path);
        REQUIRE_FALSE(book.ok());
        REQUIRE(book.error().find("damaged.anqb") != std::string::npos);
    };
    for (int i = 0; i < 1'000; ++i) {
        std::string bytes = whole;
        bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] ^=
            static_cast<char>(1U << random.below(8));
        check(bytes);
    }
    for (int i = 0; i < 100; ++i) {
        check(whole.substr(0, random.below(static_cast<std::uint32_t>(whole.size()))));
    }
    check(whole + "x");
    check("");
    const auto missing = Book::open(folder.file("missing.anqb"));
    REQUIRE_FALSE(missing.ok());
    CHECK(missing.error().find("missing.anqb") != std::string::npos);
}

// Writes something into sound bytes and makes the checksum right again: it does not tell then.
template <class T>
std::string forged(std::string bytes, std::size_t place, T value) {
    std::memcpy(bytes.data() + place, &value, sizeof value);
    const std::size_t from = offsetof(BookHeader, checksum), to = from + sizeof(std::uint32_t);
    const std::string_view all(bytes);
    const std::uint32_t checksum = crc32(all.substr(to), crc32(all.substr(0, from)));
    std::memcpy(bytes.data() + from, &checksum, sizeof checksum);
    return bytes;
}

TEST_CASE("a book with impossible numbers is refused though its checksum is right") {
    const std::string whole = pack(random_content(9, 3));
    const std::size_t entry = sizeof(BookHeader);
    const std::size_t action = entry + 4 * sizeof(BookEntry);
    const auto fault = [](const std::string& bytes) {
        const auto header = examine_book(bytes);
        return header ? std::string() : header.error();
    };
    CHECK(fault(forged(whole, 8, kBookVersion)).empty());
    CHECK(fault(forged(whole, 8, std::uint32_t{7})) == "version 7, not 1");
    CHECK(fault(forged(whole, 16, 'x')) == "for an unknown rule set");
    CHECK(fault(forged(whole, offsetof(BookHeader, quiet_limit), -1)) ==
          "damaged: limits out of range");
    CHECK(fault(forged(whole, offsetof(BookHeader, positions), std::uint32_t{5})) ==
          "damaged: its length is not what its header says");
    const char* const disorder = "damaged: positions out of order";
    CHECK(fault(forged(whole, entry, ~std::uint64_t{0})) == disorder);
    CHECK(fault(forged(whole, entry + offsetof(BookEntry, first), std::uint32_t{1})) == disorder);
    CHECK(fault(forged(whole, entry + offsetof(BookEntry, count), std::uint32_t{0})) == disorder);
    const char* const range = "damaged: numbers out of range";
    CHECK(fault(forged(whole, action, std::uint16_t{1024})) == range);
    CHECK(fault(forged(whole, action + 2, std::int16_t{-32'001})) == range);
    CHECK(fault(forged(whole, action + 2, std::int16_t{-32'000})).empty());
}

TEST_CASE("verifying finds an action that is not legal, and positions that are not reached") {
    const TemporaryFolder folder;
    BookContent start = random_content(1, 0);
    CHECK_FALSE(first_fault(*opened(folder, start)));
    start.pages.begin()->second.push_back({Move(0, 1), 0, 1, 0, 0});
    const auto illegal = first_fault(*opened(folder, start));
    REQUIRE(illegal);
    CHECK(illegal->starts_with("a1a2 in "));
    const auto lost = first_fault(*opened(folder, random_content(1, 3)));
    REQUIRE(lost);
    CHECK(*lost == "3 positions lead nowhere");
}

TEST_CASE("merging keeps every position, and of two pages the better known one") {
    BookContent a = random_content(1, 5), b = random_content(2, 5);
    for (auto& [key, page] : b.pages) page.front().visits += 1;
    const BookContent merged = merge_books({a, b});
    for (const auto& [key, page] : b.pages) CHECK(merged.pages.at(key) == page);
    for (const auto& [key, page] : a.pages) {
        if (!b.pages.contains(key)) CHECK(merged.pages.at(key) == page);
    }
    CHECK(merged.pages.size() == 11);
}

// A player with the book of one page for the start.
struct Fixture {
    TemporaryFolder folder;
    SteadyClock clock;
    Settings settings;

    explicit Fixture(const BookContent& content) {
        settings.book = folder.file("own.anqb");
        settings.visits = 50;
        settings.memory = 16;
        write_text(settings.book, pack(content));
    }
};

TEST_CASE("a player answers from its book as long as that knows the position") {
    Fixture fixture(random_content(1, 0));
    Player player(fixture.settings, fixture.clock);
    const StopFlag never;
    const Decision first = player.choose({}, never);
    REQUIRE(first.move);
    CHECK(*first.move == distinct_moves(default_rules(), Position::start())[0]);
    CHECK(first.report.candidates.front().source == Source::book);
    CHECK(first.report.visits == 0);
    REQUIRE(player.play(Event(*first.move, Piece(0))) == Illegal::none);
    CHECK(player.choose({}, never).report.candidates.front().source == Source::search);

    // Neither an analysis nor a search among some actions is answered by a book.
    player.new_game();
    CallLimits call;
    call.analysis = true;
    CHECK(player.choose(call, never).report.candidates.front().source == Source::search);
    call = {};
    call.visits = 30;
    CHECK(player.choose(call, never).report.visits == 30);
    call = {};
    call.root_moves = {Move::flip(9)};
    CHECK(player.choose(call, never).move == Move::flip(9));
}

TEST_CASE("a player leaves its book at the given depth, and thinks briefly where it ends early") {
    Fixture fixture(random_content(1, 0));
    fixture.settings.book_visits = 20;
    fixture.settings.player = PlayerKind::mcts;
    Player player(fixture.settings, fixture.clock);
    const StopFlag never;
    REQUIRE(player.play(event_of("a1=K")) == Illegal::none);
    CHECK(player.choose({}, never).report.visits == 20);
    Settings shallow = fixture.settings;
    shallow.book_depth = 1;
    REQUIRE(player.configure(shallow).ok());
    CHECK(player.choose({}, never).report.visits == 50);
    shallow.book_depth = 0;
    REQUIRE(player.configure(shallow).ok());
    player.new_game();
    CHECK(player.choose({}, never).report.candidates.front().source == Source::search);
}

TEST_CASE("an action of the book that is not legal is never played") {
    BookContent content = random_content(1, 0);
    BookPage& page = content.pages.begin()->second;
    page.insert(page.begin(), {Move(0, 1), 0.9, 5'000, 0, 0});
    Fixture fixture(content);
    Player player(fixture.settings, fixture.clock);
    const Decision decision = player.choose({}, StopFlag());
    REQUIRE(decision.move);
    CHECK(decision.move->is_flip());
    page.resize(1);
    Fixture empty(content);
    Player searching(empty.settings, empty.clock);
    const Decision searched = searching.choose({}, StopFlag());
    REQUIRE(searched.move);
    CHECK(searched.move->is_flip());
    CHECK(searched.report.candidates.front().source == Source::search);
}

TEST_CASE("a book's values can guide a search that does not answer from it") {
    BookContent content = random_content(1, 0);
    BookPage& page = content.pages.begin()->second;
    std::reverse(page.begin(), page.end());
    for (BookAction& action : page) action.value = -0.5 - action.value;
    // No flip: two positions may share a key.
    page.insert(page.begin(), {Move(0, 1), 0.9, 5'000, 0, 0});
    Fixture fixture(content);
    fixture.settings.book_depth = 0;
    Player searching(fixture.settings, fixture.clock);
    fixture.settings.book_priors = true;
    Player guided(fixture.settings, fixture.clock);
    const auto share_of_best = [&](Player& player) {
        const Decision decision = player.choose({}, StopFlag());
        REQUIRE(decision.report.visits == 50);
        for (const Candidate& c : decision.report.candidates) {
            CHECK(c.source == Source::search);
            if (c.move == page[1].move) return static_cast<double>(c.visits) / 50;
        }
        return 0.0;
    };
    CHECK(share_of_best(searching) < 0.2);
    CHECK(share_of_best(guided) > 0.5);
}

TEST_CASE("book_random draws among the actions that are about as good, by the seed") {
    Fixture fixture(random_content(1, 0));
    fixture.settings.book_random = 0.25;  // the first three of the page
    std::vector<Move> drawn;
    for (fixture.settings.seed = 1; fixture.settings.seed <= 60; ++fixture.settings.seed) {
        Player player(fixture.settings, fixture.clock);
        const auto move = player.choose({}, StopFlag()).move;
        REQUIRE(move);
        CHECK(player.choose({}, StopFlag()).move == move);
        if (std::find(drawn.begin(), drawn.end(), *move) == drawn.end()) drawn.push_back(*move);
    }
    CHECK(drawn.size() == 3);
}

TEST_CASE("a book for other rules is refused by name, and play goes on") {
    BookContent content = random_content(1, 0);
    content.rules = rules_of("taiwan");
    Fixture fixture(content);
    Player player(fixture.settings, fixture.clock);
    REQUIRE(player.problems().size() == 1);
    CHECK(player.problems().front().find("taiwan") != std::string::npos);
    CHECK(player.book() == nullptr);
    CHECK(player.choose({}, StopFlag()).move.has_value());
    Settings other = fixture.settings;
    other.rules = rules_of("taiwan");
    REQUIRE(player.configure(other).ok());
    CHECK(player.problems().empty());
    CHECK(player.choose({}, StopFlag()).report.candidates.front().source == Source::book);
    other.book = "auto";
    REQUIRE(player.configure(other).ok());
    CHECK(player.problems().empty());
}

}  // namespace
}  // namespace anqi::test
