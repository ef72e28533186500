// Whether an engine keeps to the protocol, examined from outside step by step. Every step starts
// the engine anew, so that one failure does not lead to others.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rules.h"
#include "engine/util/clock.h"
#include "engine/util/result.h"

namespace anqi {

// How requests are written: with the platform's numbers and answers of one line, or numbered in
// sequence and with an empty line behind each answer.
enum class HostKind : std::uint8_t { mgtp, gtp };

struct CheckSettings {
    std::vector<std::string> argv;  // the engine; looked up in PATH
    HostKind host = HostKind::mgtp;
    RuleSet rules = default_rules();      // what the engine plays by
    Milliseconds timeout = 10'000;        // for an answer
    Milliseconds start_timeout = 30'000;  // for the first answer of a process
    Milliseconds clock = 10'000;          // a game and side, as the engine is told
    std::vector<std::string> only;        // names of steps; empty = all
};

enum class Verdict : std::uint8_t { pass, warn, fail, skip };

// "pass", "warn", "fail", "skip".
std::string_view to_text(Verdict verdict);

// Why a step is there: the platform sends it, any host may send it by accident or in trouble, or it
// belongs to a command beyond the platform's.
enum class Demand : std::uint8_t { platform, robustness, extension };

// "platform", "robustness", "extension".
std::string_view to_text(Demand demand);

// A step as the list shows it.
struct StepTitle {
    std::string_view name;
    std::string_view asks;  // what must be true
    Demand demand;
};

struct StepReport {
    StepTitle step;
    Verdict verdict;
    std::string reason;  // for all but pass: with what was sent and what came back
    Milliseconds elapsed = 0;
};

struct CheckSummary {
    int passed = 0, warned = 0, failed = 0, skipped = 0;
};

// All steps in their order.
std::vector<StepTitle> check_steps();

// Runs the steps and hands each report over at once. When the engine does not even start, the rest
// is skipped. Errors: the program cannot be run at all, or a name in `only` is no step. SIGPIPE
// must be ignored.
Result<CheckSummary> check_engine(const CheckSettings& settings,
                                  const std::function<void(const StepReport&)>& receiver);

}  // namespace anqi
