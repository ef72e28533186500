// The referee's check: the engine passes every step, and each fault of the mock engine fails the
// step it should, for the right reason.
#include "tools/referee/check.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <doctest/doctest.h>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/test_data.h"
#include "tools/referee/check_command.h"

namespace anqi::test {
namespace {

const std::string kMock = ANQI_BINARY_DIR "/anqi-mock-engine";

std::vector<std::string> mock(const std::string& arguments) {
    std::vector<std::string> argv = {kMock, "--mode"};
    std::istringstream words(arguments);
    for (std::string word; words >> word;) argv.push_back(word);
    return argv;
}

// Long waits, so that a busy machine is no fault. Mock engines do not look at their clocks.
CheckSettings settings_for(std::vector<std::string> argv) {
    std::signal(SIGPIPE, SIG_IGN);
    CheckSettings settings;
    settings.argv = std::move(argv);
    return settings;
}

// For engines that never answer.
constexpr Milliseconds kShortWait = 400;

struct Findings {
    CheckSummary summary;
    std::map<std::string, StepReport, std::less<>> reports;
    std::string failures;  // names of the steps that failed, each with a blank behind it
};

Findings findings(const CheckSettings& settings) {
    Findings found;
    const auto summary = check_engine(settings, [&](const StepReport& report) {
        found.reports.emplace(report.step.name, report);
        if (report.verdict != Verdict::fail) return;
        found.failures += std::string(report.step.name) + ' ';
    });
    REQUIRE(summary.ok());
    found.summary = *summary;
    return found;
}

std::string failures(std::vector<std::string> argv) {
    return findings(settings_for(std::move(argv))).failures;
}

TEST_CASE("anqi passes every step of the check" * doctest::test_suite("timing")) {
    CheckSettings settings = settings_for({engine_path()});
    settings.clock = 1000;
    const Findings found = findings(settings);
    CHECK(found.summary.passed == static_cast<int>(check_steps().size()));
    CHECK(found.failures.empty());
}

TEST_CASE("anqi passes with the other framing, too" * doctest::test_suite("timing")) {
    CheckSettings settings = settings_for({engine_path(), "--dialect", "gtp"});
    settings.host = HostKind::gtp;
    settings.clock = 1000;
    settings.only = {"ids", "list-commands", "documented", "whole-game", "blank-lines", "quit"};
    const Findings found = findings(settings);
    CHECK(found.summary.passed == static_cast<int>(settings.only.size()));
    CHECK(found.failures.empty());
}

TEST_CASE("a mock engine without fault passes, and what it does not know is skipped") {
    for (const HostKind host : {HostKind::mgtp, HostKind::gtp}) {
        CAPTURE(static_cast<int>(host));
        CheckSettings settings = settings_for(mock("play"));
        settings.host = host;
        if (host == HostKind::gtp) settings.argv.push_back("--gtp");
        const Findings found = findings(settings);
        CHECK(found.failures.empty());
        CHECK(found.summary.warned == 0);
        CHECK(found.summary.skipped == 3);
        CHECK(found.reports.at("undo").reason == "undo is not known");
    }
}

TEST_CASE("a fault fails the step that looks for it, with what was sent and what came back") {
    struct Case {
        std::string mode;
        std::string step;
        std::string reason;
    };
    const Case cases[] = {
        {"crash --at 1", "first-action", "ended (signal 11 (Segmentation fault)) (sent '12 gen"},
        {"exit --at 2", "two-genmoves", "ended (exit code 3) (sent '12 genmove unknown'"},
        {"orphan", "whole-game", "the engine ended (exit code 3)"},
        {"hang --at 1", "first-action",
         "no answer within 400 ms (sent '12 genmove unknown', got nothing)"},
        {"late --at 1 --delay 3000", "first-action", "no answer within "},
        {"late --at 1 --delay 3000", "whole-game", "no answer within "},
        {"garbage --at 1", "first-action", "no action of two squares"},
        {"empty", "whole-game", "no action of two squares (sent '12 genmove black', got '=12')"},
        {"illegal", "whole-game", "got '=12 e9 e9'"},
        {"illegal-move", "whole-game", "not legal in "},
        {"wrong-id --at 1", "first-action", "the id '4711' where '12' was asked"},
        {"wrong-id", "whole-game", "got '=4711 b1 b1'"},
        {"refuse", "whole-game", "genmove is refused"},
        {"two-answers --at 1", "first-action", "more than one answer to a request"},
        {"two-answers", "whole-game", "the id '12' where '11' was asked"},
        {"glued-line", "whole-game", "bytes of something else"},
        {"flood-stdout", "whole-game", "bytes of something else"},
        {"illegal-move --at 1", "no-time", "not legal in "},
        {"illegal-move --at 1", "absurd-time", "not legal in "},
        {"hang --at 1", "after-the-end", "no answer within "},
        {"resign --at 1", "first-action", "resigns"},
        {"spaced-name", "name", "got '=1 mock spaced-name'"},
        {"by-number", "ids", "'mock-by-number' is right (sent '0 name', got '=0 1')"},
        {"bare", "versions", "a sound request is refused (sent '0 protocol_version'"},
        {"bare", "time-settings", "refused (sent '15 time_settings 900000'"},
        {"bare", "documented", "a sound request is refused (sent '17 showboard'"},
        {"bare", "draw-limits", "a sound request is refused (sent '9 num_moves_to_draw 180'"},
        {"bare", "list-commands", "a sound request is refused (sent '4 list_commands'"},
        {"careless", "list-commands", "'false' is right"},
        {"careless", "unknown-command", "must be refused (sent '99 no_such_command'"},
        {"careless", "early-move", "must be refused (sent '10 move a1 a2'"},
        {"careless", "bad-flips", "must be refused (sent '11 flip a1', got"},
        {"careless", "bad-moves", "must be refused (sent '10 move b1 b2'"},
        {"careless", "single-action", "not legal in "},
        {"careless", "undo", "must be refused (sent '99 undo'"},
        {"careless", "legal-actions", "right is 'a2a2"},
        {"answer-blanks", "blank-lines", "an answer to a blank line or a comment"},
        {"cut-lines", "long-line", "5 answers where one is right"},
        {"cut-lines", "huge-line", " answers where one is right"},
        {"cr-lf", "crlf", "answers hold a CR"},
        {"fragile", "tabs", "signal 6 (Aborted)"},
        {"fragile", "odd-bytes", "signal 6 (Aborted)"},
        {"two-answers --at 1", "bad-arguments", "more than one answer to a request"},
        {"ignore-quit", "quit", "the process still runs after 1000 ms"},
        {"ignore-quit", "end-of-input", "the process still runs after 2000 ms"},
        {"ignore-quit", "dead-host", "the process still runs after 2000 ms"},
        {"hang --at 1", "quit-thinking", "the process still runs after 1000 ms"},
        {"hang --at 1", "dead-host-thinking", "the process still runs after 2000 ms"},
        {"exit --at 1", "end-of-input-thinking", "the engine ended (exit code 3)"},
        {"hang-start", "start", "(sent '1 name', got nothing)"},
        {"exit-start", "start", "the engine ended (exit code 0) (sent '1 name', got nothing)"},
    };
    std::vector<std::string> tried;
    for (const Case& bad : cases) {
        CAPTURE(bad.mode);
        CAPTURE(bad.step);
        CheckSettings settings = settings_for(mock(bad.mode));
        if (contains(bad.mode, "hang-start")) settings.start_timeout = kShortWait;
        const bool silent = contains(bad.reason, "no answer") || bad.mode == "orphan" ||
                            contains(bad.reason, "something else");
        if (silent) settings.timeout = kShortWait;
        settings.only = {bad.step};
        const Findings found = findings(settings);
        REQUIRE(found.reports.size() == 1);
        const StepReport& report = found.reports.begin()->second;
        CHECK(report.verdict == Verdict::fail);
        CAPTURE(report.reason);
        CHECK(contains(report.reason, bad.reason));
        tried.emplace_back(bad.step);
    }
    for (const StepTitle& step : check_steps()) {
        CAPTURE(step.name);
        CHECK(std::find(tried.begin(), tried.end(), step.name) != tried.end());
    }
}

TEST_CASE("an action at once is measured") {
    CheckSettings settings = settings_for(mock("late --at 1 --delay 1000"));
    settings.only = {"no-time"};
    CHECK(contains(findings(settings).reports.at("no-time").reason, "took 1"));
    settings.argv = mock("late --at 2 --delay 1000");
    settings.clock = 300;
    settings.only = {"whole-game"};
    CHECK(contains(findings(settings).reports.at("whole-game").reason, "the clock has run out by"));
}

TEST_CASE("one failure does not lead to others") {
    CHECK(failures(mock("abort")) == "whole-game ");
    CHECK(failures(mock("refuse")) == "whole-game ");
}

TEST_CASE("slow starts, floods of stderr and children are no faults") {
    CheckSettings settings = settings_for(mock("slow-start --delay 1000"));
    settings.timeout = 800;
    settings.only = {"start"};
    CHECK(findings(settings).failures.empty());
    settings = settings_for(mock("stderr-flood --bytes 200000000"));
    settings.only = {"whole-game"};
    CHECK(findings(settings).failures.empty());
    settings = settings_for(mock("child"));
    settings.only = {"quit", "whole-game"};
    CHECK(findings(settings).failures.empty());
}

TEST_CASE("lines that are no answers, and resignations, are warnings") {
    const auto warning = [](const std::string& mode) {
        CheckSettings settings = settings_for(mock(mode));
        settings.only = {"whole-game"};
        const Findings found = findings(settings);
        CHECK(found.summary.warned == 1);
        return found.reports.at("whole-game").reason;
    };
    CHECK(contains(warning("chatter"), "lines on stdout are no answers, the first one is 'info"));
    CHECK(warning("long-line").starts_with("1 lines on stdout are no answers"));
    CHECK(contains(warning("well"), "resigns in ply 33"));
}

TEST_CASE("when the engine does not start the other steps are skipped") {
    for (const char* mode : {"hang-start", "exit-start"}) {
        CheckSettings settings = settings_for(mock(mode));
        settings.start_timeout = kShortWait;
        const Findings found = findings(settings);
        CHECK(found.failures == "start ");
        CHECK(found.summary.skipped + 1 == static_cast<int>(check_steps().size()));
        CHECK(found.reports.at("quit").reason == "the engine does not start");
    }
}

TEST_CASE("a check leaves neither descriptors nor processes") {
    const auto open_descriptors = [] {
        const std::filesystem::directory_iterator all("/proc/self/fd");
        return std::distance(begin(all), end(all));
    };
    const auto before = open_descriptors();
    for (const char* mode : {"hang", "crash", "orphan", "flood-stdout"}) {
        CheckSettings settings = settings_for(mock(mode));
        settings.timeout = kShortWait;
        settings.only = {"whole-game", "quit"};
        CHECK(findings(settings).failures == "whole-game ");
    }
    CHECK(open_descriptors() == before);
    errno = 0;
    CHECK(::waitpid(-1, nullptr, WNOHANG) == -1);
    CHECK(errno == ECHILD);
}

// The program as it is called.
struct Call {
    int status;
    std::vector<std::string> lines;
};

Call call(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "check");
    std::FILE* const file = std::tmpfile();
    REQUIRE(file != nullptr);
    Call result{run_check(static_cast<int>(arguments.size()), arguments.data(), file), {}};
    std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
    std::rewind(file);
    CHECK(std::fread(text.data(), 1, text.size(), file) == text.size());
    std::fclose(file);
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.lines.push_back(line);
    return result;
}

TEST_CASE("the command's lines and exit codes") {
    const std::string good = "'" + kMock + "' --mode play";
    const std::string bad = "'" + kMock + "' --mode spaced-name";
    using Lines = std::vector<std::string>;
    const Call passed = call({good.c_str(), "--step", "name", "--step", "undo"});
    CHECK(passed.status == 0);
    CHECK(passed.lines == Lines{"pass  name                   the name is one word",
                                "skip  undo                   undo is not known",
                                "1 passed, 0 warned, 0 failed, 1 skipped"});
    const Call failed = call({bad.c_str(), "--step", "name"});
    CHECK(failed.status == 1);
    CHECK(failed.lines == Lines{"fail  name                   the name is not one word (sent "
                                "'1 name', got '=1 mock spaced-name')",
                                "0 passed, 0 warned, 1 failed, 0 skipped"});
    CHECK(call({"--list"}).lines.size() == check_steps().size());
    CHECK(call({"--help"}).status == 0);
}

TEST_CASE("one JSON object a line") {
    const std::string bad = "'" + kMock + "' --mode illegal --at 1";
    const Call failed = call({bad.c_str(), "--json", "--step", "name", "--step", "first-action"});
    CHECK(failed.status == 1);
    REQUIRE(failed.lines.size() == 3);
    const auto step = nlohmann::json::parse(failed.lines[1]);
    CHECK(step["step"] == "first-action");
    CHECK(step["demand"] == "platform");
    CHECK(step["verdict"] == "fail");
    CHECK(step["ms"].is_number_integer());
    CHECK(contains(step["reason"].get<std::string>(), "got '=12 e9 e9'"));
    const auto count = nlohmann::json::parse(failed.lines[2]);
    CHECK(count["passed"] == 1);
    CHECK(count["failed"] == 1);
}

TEST_CASE("bad calls of the check, and programs that cannot be run") {
    const auto refused = [](const std::vector<const char*>& arguments) {
        const Call bad = call(arguments);
        return bad.status == 2 && bad.lines.empty();
    };
    CHECK(refused({}));
    CHECK(refused({"'a"}));
    CHECK(refused({"a", "b"}));
    CHECK(refused({"a", "--host", "uci"}));
    CHECK(refused({"a", "--rules", "chess"}));
    CHECK(refused({"a", "--timeout", "soon"}));
    CHECK(refused({"a", "--clock", "0"}));
    CHECK(refused({"a", "--speed", "1"}));
    CHECK(refused({kMock.c_str(), "--step", "no-such-step"}));
    CHECK(refused({"/no/such/engine"}));
    CHECK(refused({"/"}));
    const auto missing = check_engine(settings_for({"/no/such/engine"}), [](const StepReport&) {});
    REQUIRE_FALSE(missing.ok());
    CHECK(missing.error() == "cannot start /no/such/engine: No such file or directory");
}

}  // namespace
}  // namespace anqi::test
