// The report in a real browser: it is loaded from disk, games are stepped through with the
// keyboard, and what the board then shows is compared with the rules. Needs chromium
// (tools/setup.sh).
#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/core/notation.h"
#include "tests/support/played_games.h"
#include "tests/support/process.h"
#include "tests/support/test_data.h"
#include "tools/referee/report/page.h"

namespace anqi::test {
namespace {

constexpr milliseconds kPatience{60'000};

// Goes first: notes everything that goes wrong on the page.
constexpr std::string_view kWatch = R"(<script>
const faults = [];
console.error = (...words) => faults.push('console: ' + words.join(' '));
addEventListener('error', (event) => faults.push('error: ' + event.message));
addEventListener('unhandledrejection', (event) => faults.push('promise: ' + event.reason));
addEventListener('securitypolicyviolation', (event) => faults.push('load: ' + event.blockedURI));
</script>)";

// Goes last: plays the user, and leaves lines "KEY VALUE" in the page. Messages with names in them
// are cut, so that a line stays a line.
constexpr std::string_view kUser = R"(<script>
(async () => {
const lines = [];
const say = (key, value) => lines.push(`${key} ${value}`);
const get = (id) => document.getElementById(id);
const pause = () => new Promise((done) => setTimeout(done, 20));
const press = (key) => {
    const event = new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true});
    document.activeElement.dispatchEvent(event);
    return event.defaultPrevented;
};
const boards = () => get('board').querySelector('desc').textContent;
try {
    const games = JSON.parse(get('data').textContent).games;
    say('rows', get('list').children.length);
    get('list').querySelectorAll('a')[1].click();
    await pause();
    say('focus', document.activeElement.id);
    say('opened', get('counter').textContent);
    const seen = new Set([get('board').innerHTML]);
    for (let i = 0; i < 3; ++i) {
        say('taken', press('ArrowRight'));
        seen.add(get('board').innerHTML);
    }
    say('boards', seen.size);
    say('right', get('counter').textContent);
    press('ArrowLeft');
    say('left', get('counter').textContent);
    press('End');
    say('end', get('counter').textContent);
    say('ended', get('state').textContent.includes(' End: '));
    press('ArrowRight');
    say('beyond', get('counter').textContent);
    press('Home');
    say('home', get('counter').textContent);
    press('ArrowLeft');
    say('before', get('counter').textContent);
    press('PageDown');
    say('page', get('counter').textContent);
    say('other', press('x'));
    get('plies').children[4].click();
    say('ply', get('counter').textContent);
    document.querySelector('[data-key=ArrowRight]').click();
    say('button', get('counter').textContent);
    say('current', get('plies').querySelector('[aria-current]').textContent ===
        games[1].plies.split(' ')[5]);
    const letters = get('letters').checked;
    get('letters').click();
    say('switched', get('letters').checked !== letters);
    for (let i = 0; i < games.length; ++i) {
        const plies = games[i].plies === '' ? 0 : games[i].plies.split(' ').length;
        const half = Math.floor(plies / 2);
        location.hash = `#game-${i + 1}-${half}`;
        await pause();
        say('half', boards());
        say('side', get('state').textContent.match(/ to move, (\w+)\.$/)?.[1]);
        press('End');
        say('final', boards());
        say('captured', get('captured').querySelectorAll('span').length);
    }
    say('loaded', performance.getEntriesByType('resource').length);
    say('done', 'all');
} catch (error) {
    say('broken', error.message);
}
const report = document.createElement('pre');
report.id = 'outcome';
report.textContent = '\n' + lines.join('\n') + '\n' + faults.map((f) => `fault ${f}\n`).join('');
document.body.append(report);
})();
</script>)";

std::string replace_first(std::string text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

// What the browser makes of the page: its DOM as text, once the scripts have run.
std::string dump(const std::string& page) {
    const TemporaryFolder folder;
    const std::string file = folder.file("report of games.html");
    write_text(file, page);
    Process browser({"/usr/bin/env", "chromium", "--headless", "--no-sandbox", "--disable-gpu",
                     "--disable-dev-shm-usage", "--no-first-run",
                     "--user-data-dir=" + folder.file("profile"), "--virtual-time-budget=20000",
                     "--dump-dom", "file://" + file});
    browser.close_input();
    std::string dom = browser.read_rest(kPatience);
    const auto code = browser.wait(kPatience);
    CAPTURE(browser.error_text());
    REQUIRE(code == 0);
    return dom;
}

// The values of the lines that the user's script left, by key.
class Outcome {
  public:
    explicit Outcome(const std::string& page) {
        std::string with = replace_first(page, "<head>", "<head>" + std::string(kWatch));
        with = replace_first(with, "</body>", std::string(kUser) + "</body>");
        const std::string dom = dump(with);
        const std::string_view mark = "<pre id=\"outcome\">";
        const std::size_t begin = dom.find(mark);
        REQUIRE(begin != std::string::npos);
        const std::size_t end = dom.find("</pre>", begin);
        lines_ = split(dom.substr(begin + mark.size(), end - begin - mark.size()), '\n');
    }

    std::vector<std::string> all(std::string_view key) const {
        std::vector<std::string> values;
        for (const std::string& line : lines_) {
            if (line.starts_with(key) && line.substr(key.size(), 1) == " ") {
                values.push_back(line.substr(key.size() + 1));
            }
        }
        return values;
    }
    std::string one(std::string_view key) const {
        const auto values = all(key);
        return values.size() == 1 ? values[0] : fmt::format("{} times", values.size());
    }

  private:
    std::vector<std::string> lines_;
};

std::string piece_text(Piece piece) {
    constexpr std::array<std::string_view, kKinds> kWords = {
        "general", "advisor", "elephant", "chariot", "horse", "cannon", "soldier"};
    return fmt::format("{} {}", to_text(colour_of(piece)),
                       kWords[static_cast<std::size_t>(index(kind_of(piece)))]);
}

// What the page says of a board, from the rules' own position.
std::string board_text(const Position& position) {
    std::string text;
    int down = 0;
    for (Square s = 0; s < kSquares; ++s) {
        down += (position.face_down() & bit(s)) != 0;
        if (position.at(s) == Piece::none) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_text(s),
                            piece_text(position.at(s)));
    }
    return fmt::format("{}; {} face down.", text.empty() ? "No piece face up" : text, down);
}

Position after(GameLog log, std::size_t plies) {
    log.events.resize(plies);
    const auto game = replayed(log);
    REQUIRE(game.ok());
    return game->position();
}

int men(const Position& position) {
    int count = 0;
    for (Square s = 0; s < kSquares; ++s) count += (position.occupied() & bit(s)) != 0;
    return count;
}

void check_boards(const std::vector<GameLog>& logs, const Outcome& outcome) {
    const auto half = outcome.all("half"), side = outcome.all("side"), last = outcome.all("final"),
               captured = outcome.all("captured");
    REQUIRE(half.size() == logs.size());
    REQUIRE(last.size() == logs.size());
    for (std::size_t i = 0; i < logs.size(); ++i) {
        CAPTURE(i);
        const std::size_t plies = logs[i].events.size();
        const Position middle = after(logs[i], plies / 2), final = after(logs[i], plies);
        CHECK(half[i] == board_text(middle));
        CHECK(side[i] == to_text(middle.side()));
        CHECK(last[i] == board_text(final));
        CHECK(captured[i] == fmt::format("{}", men(logs[i].start) - men(final)));
    }
}

std::string counter(std::size_t ply, const GameLog& log) {
    return fmt::format("Ply {} of {}.", ply, log.events.size());
}

void check_keys(const GameLog& log, const Outcome& outcome) {
    CHECK(outcome.one("focus") == "replay");
    CHECK(outcome.one("opened") == counter(0, log));
    CHECK(outcome.all("taken") == std::vector<std::string>(3, "true"));
    CHECK(outcome.one("boards") == "4");
    CHECK(outcome.one("right") == counter(3, log));
    CHECK(outcome.one("left") == counter(2, log));
    CHECK(outcome.one("end") == counter(log.events.size(), log));
    CHECK(outcome.one("ended") == "true");
    CHECK(outcome.one("beyond") == counter(log.events.size(), log));
    CHECK(outcome.one("home") == counter(0, log));
    CHECK(outcome.one("before") == counter(0, log));
    CHECK(outcome.one("page") == counter(10, log));
    CHECK(outcome.one("other") == "false");
    CHECK(outcome.one("ply") == counter(5, log));
    CHECK(outcome.one("button") == counter(6, log));
    CHECK(outcome.one("current") == "true");
    CHECK(outcome.one("switched") == "true");
}

// Games of every rule set, of small boards and of positions with colours; names that try to break
// the page.
std::vector<GameLog> games_of_all_kinds() {
    const std::array<WeakPlayer, 2> players = {
        WeakPlayer{"</script><b>", PlayerKind::greedy},
        WeakPlayer{"\"><img src=x onerror=alert(1)>", PlayerKind::random}};
    std::vector<GameLog> games;
    const auto play = [&](const RuleSet& rules, const Position& start) {
        const auto more =
            play_event({.players = players, .pairs = 1, .seed = 5, .rules = rules, .start = start});
        games.insert(games.end(), more.begin(), more.end());
    };
    const auto coloured = parse_position("####/####/####/####/####/XXX#/RXr#/KXp# b PCgmn 3");
    const auto small = parse_position("####/####/####/####/##XX/##XX/##XX/##XX ? KMRPkmp2 0");
    REQUIRE(coloured.ok());
    REQUIRE(small.ok());
    for (const RuleSet& rules : rule_presets()) {
        play(rules, Position::start());
        play(rules, *coloured);
        play(rules, *small);
    }
    return games;
}

TEST_CASE("report in a browser: games are replayed with the keyboard and nothing goes wrong") {
    const auto logs = games_of_all_kinds();
    const Outcome outcome(html_report(logs, {.title = "</title><b>"}));
    CHECK(outcome.all("fault").empty());
    CHECK(outcome.all("broken").empty());
    CHECK(outcome.one("done") == "all");
    CHECK(outcome.one("loaded") == "0");
    CHECK(outcome.one("rows") == fmt::format("{}", logs.size()));
    check_keys(logs[1], outcome);
    check_boards(logs, outcome);
}

TEST_CASE("report in a browser: the test sees a page that is broken") {
    GameLog log;
    log.engines = {"A", "B"};
    const std::string page = html_report({log});
    const std::string broken = replace_first(page, "{\"names\"", "{names");
    const Outcome outcome(replace_first(broken, "<h1>", "<img src=\"picture.png\"><h1>"));
    const auto faults = outcome.all("fault");
    const auto begin_with = [&](std::string_view word) {
        return std::count_if(faults.begin(), faults.end(),
                             [&](const std::string& fault) { return fault.starts_with(word); });
    };
    CHECK(begin_with("error:") == 1);
    CHECK(begin_with("load:") == 1);
    CHECK(outcome.all("done").empty());
}

}  // namespace
}  // namespace anqi::test
