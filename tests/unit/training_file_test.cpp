// Packed positions: what is packed and read back is what the games say when they are replayed, and
// damaged files are refused.
#include "tools/selfplay/training_file.h"

#include <cstddef>
#include <cstring>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/core/notation.h"
#include "engine/util/crc32.h"
#include "engine/util/file.h"
#include "tests/support/process.h"
#include "tools/selfplay/game.h"

namespace anqi::test {
namespace {

SelfPlayPlan learning_plan() {
    SelfPlayPlan plan;
    for (Settings& side : plan.sides) {
        side.player = PlayerKind::mcts;
        side.visits = 30;
        side.memory = 1;
        side.rules.quiet_limit = 40;
    }
    plan.endings = 0.5;
    plan.noise = 0.25;
    plan.random_plies = 3;
    plan.values = plan.policy = true;
    return plan;
}

std::vector<GameLog> games_of(const SelfPlayPlan& plan, int count) {
    const SteadyClock clock;
    const StopFlag never;
    const PlayerPair players = make_players(plan, clock);
    std::vector<GameLog> logs;
    for (int n = 1; n <= count; ++n) logs.push_back(*play_numbered(plan, players, n, never));
    return logs;
}

// The same for all tests, because it takes a while.
const std::vector<GameLog>& some_games() {
    static const std::vector<GameLog> logs = games_of(learning_plan(), 6);
    return logs;
}

std::string lines_of(const std::vector<GameLog>& logs) {
    std::string text;
    for (const GameLog& log : logs) text += to_json_line(log);
    return text;
}

std::string content_of(const std::string& path) { return read_file(path, 1 << 26).value(); }

// What a packed position of a game must say, from the replayed game and the log alone.
void check_against(const TrainingPosition& training, const GameLog& log, const Game& game) {
    const auto ply = static_cast<std::size_t>(game.plies());
    CHECK(training.game == log.game);
    CHECK(training.ply == game.plies());
    CHECK(training.position == game.position());
    CHECK(training.position.consistent());
    CHECK(training.value == doctest::Approx(log.values[ply]).epsilon(1e-9));
    CHECK(training.reason == log.reason);
    CHECK(training.plies_left == static_cast<int>(log.events.size()) - game.plies());
    CHECK(training.played == log.events[ply].move());
    const int points = log.result == SeatResult::draw                                 ? 0
                       : (log.result == SeatResult::first) == (game.plies() % 2 == 0) ? 1
                                                                                      : -1;
    CHECK(training.result == points);
    CHECK(training.policy == shares_of(log.policy[ply]));
    REQUIRE_FALSE(training.policy.empty());
    CHECK(training.policy[0].move == log.policy[ply][0].move);
}

TEST_CASE("packed games say what the games say when they are replayed") {
    const TemporaryFolder folder;
    const auto& logs = some_games();
    const std::string games = folder.file("games.jsonl"), path = folder.file("games.anqd");
    write_text(games, lines_of(logs));
    const auto count = pack_games(path, {games});
    REQUIRE(count.ok());
    CHECK(count->games == 6);
    const auto file = read_training_file(path);
    REQUIRE(file.ok());
    CHECK(file->header.games == 6);
    CHECK(file->header.seed == 1);
    CHECK(file->header.quiet_limit == 40);
    CHECK(file->positions.size() == count->positions);
    std::size_t next = 0;
    for (const GameLog& written : logs) {
        // As it was read: values have four decimals.
        const GameLog log = parse_json_line(to_json_line(written)).value();
        Game game(log.rules, log.start);
        for (const Event event : log.events) {
            REQUIRE(next < file->positions.size());
            const auto training = unpacked(file->positions[next++]);
            REQUIRE(training.ok());
            check_against(*training, log, game);
            REQUIRE(game.play(event) == Illegal::none);
        }
    }
    CHECK(next == file->positions.size());
}

TEST_CASE("the bytes of a packed position lie where the table says") {
    const TrainingPosition training{.game = 0x01020304,
                                    .ply = 0x0506,
                                    .position = *parse_position("3g/4/4/4/4/4/X3/KX2 b Pp 7"),
                                    .value = -0.5,
                                    .result = 1,
                                    .reason = Reason::repetition,
                                    .plies_left = 300,
                                    .played = Move(31, 30),
                                    .visits = 1000,
                                    .policy = {{Move(31, 30), 200}, {Move::flip(1), 55}}};
    const PackedPosition bytes = packed(training);
    const auto at = [&](std::size_t i) {
        unsigned char all[sizeof bytes];
        std::memcpy(all, &bytes, sizeof bytes);
        return int{all[i]};
    };
    const auto pair_at = [&](std::size_t i) { return at(i) + 256 * at(i + 1); };
    CHECK(at(0) == 0xF0);       // a1 red general, a2 face down
    CHECK(at(4) == 0xEF);       // b1 face down, b2 empty
    CHECK(at(15) == 0x8E);      // d7 empty, d8 black advisor
    CHECK(at(16 + 3) == 0x01);  // one red soldier, no black general
    CHECK(at(16 + 6) == 0x10);  // no black cannon, one black soldier
    CHECK(at(23) == (1 | 2 << 2 | 4 << 4));
    CHECK(pair_at(24) == 7);
    CHECK(pair_at(26) == 0x10000 - 5000);
    CHECK(pair_at(28) == 300);
    CHECK(pair_at(30) == (31 | 30 << 5));
    CHECK(pair_at(32) == (31 | 30 << 5));
    CHECK(pair_at(34) == (1 | 1 << 5));
    CHECK(at(48) == 200);
    CHECK(at(49) == 55);
    CHECK(at(50) == 0);
    CHECK(pair_at(56) == 0x0304);
    CHECK(pair_at(58) == 0x0102);
    CHECK(pair_at(60) == 1000);
    CHECK(pair_at(62) == 0x0506);
    CHECK(unpacked(bytes)->position == training.position);
    CHECK(unpacked(bytes)->policy == training.policy);
}

TEST_CASE("shares add up to 255 and keep the order; what has none is dropped") {
    const auto shares = [](std::vector<std::int64_t> visits) {
        std::vector<VisitCount> counts;
        for (std::size_t i = 0; i < visits.size(); ++i) {
            counts.push_back({Move::flip(static_cast<Square>(i)), visits[i]});
        }
        std::vector<int> result;
        for (const MoveShare& share : shares_of(counts)) result.push_back(share.share);
        return result;
    };
    CHECK(shares({7}) == std::vector{255});
    CHECK(shares({2, 1}) == std::vector{170, 85});
    CHECK(shares({1, 1, 1, 1}) == std::vector{64, 64, 63, 64});
    CHECK(shares({1'000'000, 1}) == std::vector{255});
    CHECK(shares({}).empty());
    CHECK(shares({0}).empty());
}

TEST_CASE("positions that were not searched are left out") {
    GameLog log = some_games()[0];
    const auto all = training_positions(log);
    REQUIRE(all.ok());
    log.policy[0].clear();
    const auto fewer = training_positions(log);
    REQUIRE(fewer.ok());
    CHECK(fewer->size() + 1 == all->size());
    CHECK(fewer->front().ply == 1);
    log.policy.clear();
    CHECK(training_positions(log).error() == "no values and policy: play with --values --policy");
}

TEST_CASE("games that no search can have played are refused by ply and reason") {
    const auto error = [](auto change) {
        GameLog log = some_games()[0];
        change(log);
        const auto positions = training_positions(log);
        return positions ? std::string() : positions.error();
    };
    CHECK(error([](auto&) {}).empty());
    CHECK(error([](auto& log) { log.values[2] = 5; }) == "ply 3: a value of 5");
    CHECK(error([](auto& log) { log.policy[1].resize(9); }) == "ply 2: 9 actions in the policy");
    CHECK(error([](auto& log) { log.policy[0][0].visits = -4; }) == "ply 1: -4 visits");
    CHECK(error([](auto& log) { log.policy[0][0].move = Move(0, 31); }).starts_with("ply 1: "));
    CHECK(error([](auto& log) { log.events[1] = log.events[0]; }).starts_with("ply 2: "));
    CHECK(error([](auto& log) {
              log.start.take_face_down(0);
              log.start.put_missing(0);
          }) == "no game on the whole board");
}

TEST_CASE("what no packed position can hold is refused") {
    const auto sound = packed(training_positions(some_games()[0])->front());
    REQUIRE(unpacked(sound).ok());
    const auto refused = [&](auto change) {
        PackedPosition bytes = sound;
        change(bytes);
        return !unpacked(bytes).ok();
    };
    CHECK(refused([](auto& b) { b.value = 10'001; }));
    CHECK(refused([](auto& b) { b.side_and_end |= 3; }));
    CHECK(refused([](auto& b) { b.side_and_end |= 12; }));
    CHECK(refused([](auto& b) { b.side_and_end |= 0xF0; }));
    CHECK(refused([](auto& b) { b.played = 1024; }));
    CHECK(refused([](auto& b) { b.moves[0] = 1024; }));
    CHECK(refused([](auto& b) { b.shares[0] ^= 1; }));
    CHECK(refused([](auto& b) { b.pool[0] |= 0x0F; }));
    CHECK(refused([](auto& b) { b.pool.fill(0), b.board.fill(0xFF); }));
}

TEST_CASE("equal games give equal bytes in whatever order and files they lie") {
    const TemporaryFolder folder;
    const auto& logs = some_games();
    write_text(folder.file("all"), lines_of(logs));
    write_text(folder.file("late"), lines_of({logs[5], logs[3], logs[4]}));
    write_text(folder.file("early"), lines_of({logs[1], logs[0], logs[2]}) + "{\"game\":7");
    REQUIRE(pack_games(folder.file("one"), {folder.file("all")}).ok());
    const auto two = pack_games(folder.file("two"), {folder.file("late"), folder.file("early")});
    REQUIRE(two.ok());
    CHECK(two->torn == std::vector{folder.file("early")});
    CHECK(content_of(folder.file("one")) == content_of(folder.file("two")));
}

TEST_CASE("damaged files are refused by name and reason") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.anqd");
    write_text(folder.file("games"), lines_of({some_games()[0]}));
    REQUIRE(pack_games(path, {folder.file("games")}).ok());
    const std::string sound = content_of(path);
    const auto error = [&](std::string content) {
        write_text(path, content);
        const auto file = read_training_file(path);
        return file ? std::string() : file.error();
    };
    const auto changed = [&](std::size_t place) {
        std::string content = sound;
        content[place] = static_cast<char>(content[place] ^ 1);
        return content;
    };
    CHECK(error(sound).empty());
    for (const std::size_t place : {std::size_t{24}, std::size_t{50}, std::size_t{63},
                                    std::size_t{64}, sound.size() / 2, sound.size() - 1}) {
        CHECK(error(changed(place)) ==
              fmt::format("'{}': damaged: the checksum does not fit", path));
    }
    CHECK(error(changed(0)) == fmt::format("'{}': no file of packed positions", path));
    CHECK(error(changed(8)).find("this program reads version 1") != std::string::npos);
    CHECK(error(changed(16)).find("positions should be") != std::string::npos);
    CHECK(error(sound.substr(0, sound.size() - 64)).find("should be") != std::string::npos);
    CHECK(error(sound + "x").find("should be") != std::string::npos);
    CHECK(error(sound.substr(0, 63)).find("too short") != std::string::npos);
    CHECK(error("").find(path) != std::string::npos);
}

TEST_CASE("packing refuses what it cannot use and leaves the old file as it was") {
    const TemporaryFolder folder;
    const auto& logs = some_games();
    GameLog silent = logs[1], other = logs[1];
    silent.values.clear();
    other.seed = 2;
    write_text(folder.file("a"), lines_of({logs[0]}));
    write_text(folder.file("silent"), lines_of({silent}));
    write_text(folder.file("other"), lines_of({other}));
    write_text(folder.file("empty"), "");
    REQUIRE(pack_games(folder.file("out"), {folder.file("a")}).ok());
    const std::string before = content_of(folder.file("out"));
    const auto error = [&](const char* output, std::vector<std::string> inputs) {
        for (std::string& input : inputs) input = folder.file(input);
        const auto count = pack_games(folder.file(output), inputs);
        return count ? std::string() : count.error();
    };
    CHECK(error("out", {"a", "a"}).find("game 1 is there twice") != std::string::npos);
    CHECK(error("out", {"a", "silent"}).find("game 2: no values and policy") != std::string::npos);
    CHECK(error("out", {"a", "other"}).find("different seeds 1 and 2") != std::string::npos);
    CHECK(error("out", {"empty"}) == "there is no game to pack");
    CHECK(error("out", {"none"}).find("No such file") != std::string::npos);
    CHECK(error("a", {"a"}).find("holds no packed positions") != std::string::npos);
    CHECK(content_of(folder.file("out")) == before);
    CHECK(error("out", {"a"}).empty());
}

TEST_CASE("the checksum is that of zlib") {
    CHECK(crc32("") == 0);
    CHECK(crc32("56789", crc32("1234")) == 0xCBF43926);
}

}  // namespace
}  // namespace anqi::test
