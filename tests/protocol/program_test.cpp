// The program around the protocol: command line, configuration files, log, streams.
#include <array>
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "protocol/server.h"
#include "tests/support/process.h"
#include "tests/support/test_data.h"

using namespace anqi;
using namespace anqi::test;

namespace {

struct Outcome {
    int code;
    std::string out;
    std::string error;
};

// Runs the program with empty input.
Outcome run_program(const std::vector<std::string>& arguments, std::string program = engine_path(),
                    const std::string& input = "") {
    std::vector<std::string> argv = {std::move(program)};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    Process process(argv);
    process.write(input);
    process.close_input();
    std::string out = process.read_rest(milliseconds(60'000));
    const int code = process.wait().value_or(-1000);
    return {code, out, process.error_text()};
}

}  // namespace

TEST_CASE("a bad command line names the bad word and ends with code 2") {
    struct Case {
        std::vector<std::string> arguments;
        std::string message;
    };
    const std::vector<Case> cases = {
        {{"--sead", "5"}, "unknown option '--sead' (did you mean '--seed'?)"},
        {{"--movetimes=3"}, "unknown option '--movetimes' (did you mean '--movetime'?)"},
        {{"-seed"}, "unknown option '-seed' (did you mean '--seed'?)"},
        {{"--seed", "x"}, "--seed: 'x' is not a value of seed"},
        {{"--seed=-5"}, "'-5' is not a value of seed"},
        {{"--seed"}, "--seed"},
        {{"chess"}, "unexpected argument 'chess'"},
        {{"demo", "chess"}, "unexpected argument 'chess'"},
        {{"--config", "/no/such/file"}, "'/no/such/file'"},
        {{"--perft", "x"}, "--perft: 'x' is not a whole number"},
        {{"--perft", "2", "not a position"}, "four words, not 3"},
    };
    for (const Case& bad : cases) {
        CAPTURE(bad.message);
        const Outcome outcome = run_program(bad.arguments);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK(contains(outcome.error, bad.message));
    }
}

TEST_CASE("the small jobs") {
    CHECK(run_program({"--perft", "2"}).out == "192448\n");
    CHECK(run_program({"--perft", "1", "--rules", "xiangqi", "4/4/4/4/4/4/3p/N3 r - 0"}).out ==
          "2\n");
    CHECK(run_program({"--version"}).out == "anqi 0.1.0\n");
    const Outcome help = run_program({"--help"});
    CHECK(help.code == 0);
    CHECK(contains(help.out, "--quiet-limit int"));
}

TEST_CASE("demo shows a board after every action and a result") {
    const Outcome game = run_program({"demo", "--seed", "5", "--visits", "20", "--movetime", "5",
                                      "--rules", "taiwan", "--player", "greedy"});
    CHECK(game.code == 0);
    CHECK(contains(game.out, "taiwan rules, seed 5\n8 X X X X\n"));
    CHECK(contains(game.out, "\n1. "));
    CHECK(contains(game.out, "\nresult: "));
    CHECK(contains(game.out, " plies\n"));
}

TEST_CASE("underscores and dashes, and the protocol above the command line") {
    const Outcome outcome =
        run_program({"--quiet_limit", "60", "--repetition-kind=cycle"}, engine_path(),
                    "get quiet_limit\nget repetition_kind\nset quiet_limit 24\nget quiet-limit\n");
    CHECK(outcome.out == "= 60\n= cycle\n=\n= 24\n");
    CHECK(outcome.error.empty());
}

TEST_CASE("anqi.conf beside the executable: used, warned about, overridden") {
    const TemporaryFolder folder;
    const std::string program = folder.file("anqi");
    std::filesystem::copy_file(engine_path(), program);
    write_text(
        folder.file("anqi.conf"),
        "# set-up\nrules = platform\nquiet_limit = 60\nsead = 5\nmovetime = never\nseed = 9\n");
    const std::string questions = "get rules\nget quiet_limit\nget seed\nget movetime\n";
    const Outcome outcome = run_program({"--seed", "10"}, program, questions);
    CHECK(outcome.code == 0);
    CHECK(outcome.out == "= platform\n= 60\n= 10\n= 1000\n");
    CHECK(contains(outcome.error, "anqi.conf:4: unknown option 'sead'"));
    CHECK(contains(outcome.error, "anqi.conf:5: 'never' is not a value of movetime"));

    // A file that was asked for replaces the other one and has to be without fault.
    write_text(folder.file("good.conf"), "seed=3");
    CHECK(run_program({"--config", folder.file("good.conf")}, program, questions).out ==
          "= olympiad\n= 180\n= 3\n= 1000\n");
    CHECK(run_program({"--config", folder.file("anqi.conf")}, program).code == 2);
}

TEST_CASE("the log copies both directions; one that cannot be written costs a warning only") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a log");
    CHECK(run_program({"--log", file}, engine_path(), "1 name\n2 nmae\n").code == 0);
    const std::string log = read_file(file);
    CHECK(contains(log, "Z > 1 name\n"));
    CHECK(contains(log, "Z < =1 anqi\n"));
    CHECK(contains(log, "Z < ?2 unknown"));

    for (const std::string& bad :
         {folder.path(), std::string("/dev/full"), folder.file("no/file")}) {
        CAPTURE(bad);
        const Outcome outcome = run_program({"--log", bad}, engine_path(), "1 name\n");
        CHECK(outcome.code == 0);
        CHECK(outcome.out == "=1 anqi\n");
        CHECK(contains(outcome.error, "warning: cannot write the log"));
        // By command: refused, and the log before it goes on.
        const Outcome asked =
            run_program({"--log", file}, engine_path(), fmt::format("3 log {}\n4 version\n", bad));
        CHECK(contains(asked.out, "?3 cannot write the log"));
        CHECK(contains(read_file(file), "> 4 version\n"));
        std::filesystem::remove(file);
    }
}

TEST_CASE("a log that fails in the middle: one warning, and play goes on") {
    const TemporaryFolder folder;
    // A limit on file size is a disk that fills up. SIGXFSZ must be ignored for write() to fail.
    const std::string script = fmt::format("trap '' XFSZ; ulimit -f 1; exec '{}' --log '{}'",
                                           engine_path(), folder.file("log"));
    std::string requests;
    for (int i = 0; i < 100; ++i) requests += "name\n";
    Process engine({"/bin/bash", "-c", script});
    engine.write(requests);
    engine.close_input();
    std::string expected;
    for (int i = 0; i < 100; ++i) expected += "= anqi\n";
    CHECK(engine.read_rest() == expected);
    CHECK(engine.wait() == 0);
    const std::string error = engine.error_text();
    CHECK(contains(error, "warning: cannot write the log"));
    CHECK(error.find("warning") == error.rfind("warning"));
}

TEST_CASE("closed standard streams do no harm") {
    const TemporaryFolder folder;
    for (const std::string closed : {"<&-", ">&-", "2>&-", "<&- >&- 2>&-"}) {
        CAPTURE(closed);
        const std::string script = fmt::format("echo name | '{}' --log '{}' {}", engine_path(),
                                               folder.file("log"), closed);
        Process engine({"/bin/bash", "-c", script});
        CHECK(engine.wait() == 0);
    }
}

TEST_CASE("two servers in one process, each with its own game") {
    std::signal(SIGPIPE, SIG_IGN);
    struct Host {
        std::array<int, 2> ends;
        std::thread server;
        std::string answers;
    };
    const SteadyClock clock;
    std::array<Host, 2> hosts;
    for (Host& host : hosts) {
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, host.ends.data()) == 0);
        host.server = std::thread([&host, &clock] {
            Configuration configuration;
            configuration.player.movetime = 50;
            serve(host.ends[1], host.ends[1], configuration, clock);
            ::close(host.ends[1]);
        });
    }
    const std::array<std::string, 2> requests = {
        "1 flip a1 K\n2 genmove black\n3 position\n4 quit\n",
        "1 flip a1 p\n2 genmove red\n3 position\n4 quit\n"};
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(::write(hosts[i].ends[0], requests[i].data(), requests[i].size()) > 0);
    }
    for (Host& host : hosts) {
        std::array<char, 4096> bytes;
        ssize_t n;
        while ((n = ::read(host.ends[0], bytes.data(), bytes.size())) > 0) {
            host.answers.append(bytes.data(), static_cast<std::size_t>(n));
        }
        host.server.join();
        ::close(host.ends[0]);
        CHECK(contains(host.answers, "=1\n=2 "));
        CHECK(contains(host.answers, "\n=4\n"));
    }
    CHECK(contains(hosts[0].answers, "KXXX b "));
    CHECK(contains(hosts[1].answers, "pXXX r "));
}

TEST_CASE("nothing but answers on standard output, nothing at all on standard error") {
    const Outcome game = run_program(
        {"--movetime", "10"}, engine_path(),
        "1 name\n2 version\n7 reset_board\n15 time_setting 900000\n14 ready\n11 flip a1 K\n"
        "16 time_left red 900000\n12 go visits 100\n17 showboard\n5 quit\n99 name\n");
    CHECK(game.code == 0);
    CHECK(game.error.empty());
    CHECK(game.out.starts_with("=1 anqi\n=2 0.1.0\n=7\n=15\n=14\n=11\n=16\n=12 "));
    CHECK(game.out.ends_with("  a b c d\n=5\n"));
}
