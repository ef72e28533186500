#include "tools/referee/check.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/notation.h"
#include "protocol/client.h"
#include "tools/referee/check_steps.h"
#include "tools/referee/conversation.h"

namespace anqi {
namespace {

bool chosen(const CheckSettings& settings, std::string_view name) {
    const auto& only = settings.only;
    return only.empty() || std::find(only.begin(), only.end(), name) != only.end();
}

Status check_names(const CheckSettings& settings) {
    for (const std::string& name : settings.only) {
        const auto steps = step_table();
        const auto named = [&](const CheckStep& step) { return step.title.name == name; };
        if (std::none_of(steps.begin(), steps.end(), named)) {
            return Error{fmt::format("no step is called {}", quoted(name))};
        }
    }
    return Done{};
}

// Whether the system runs the program; what it then does is for the steps.
Status check_program(const CheckSettings& settings) {
    const auto process = EngineProcess::start({settings.argv});
    if (!process) return Error{process.error()};
    return Done{};
}

bool knows(const CheckSettings& settings, std::string_view command) {
    Conversation engine(settings);
    const Reply reply = engine.ask(fmt::format("known_command {}", command));
    return reply.success && reply.text == "true";
}

StepReport run(const CheckStep& step, const CheckSettings& settings) {
    try {
        if (!step.command.empty() && !knows(settings, step.command)) {
            return {step.title, Verdict::skip, fmt::format("{} is not known", step.command)};
        }
        std::string warning = step.run(settings);
        const Verdict verdict = warning.empty() ? Verdict::pass : Verdict::warn;
        return {step.title, verdict, std::move(warning)};
    } catch (const StepFailure& failure) {
        return {step.title, Verdict::fail, failure.what()};
    }
}

StepReport timed_run(const CheckStep& step, const CheckSettings& settings) {
    const SteadyClock clock;
    const Microseconds begin = clock.now();
    StepReport report = run(step, settings);
    report.elapsed = (clock.now() - begin) / 1000;
    return report;
}

void count(CheckSummary& summary, Verdict verdict) {
    switch (verdict) {
        case Verdict::pass:
            ++summary.passed;
            return;
        case Verdict::warn:
            ++summary.warned;
            return;
        case Verdict::fail:
            ++summary.failed;
            return;
        case Verdict::skip:
            ++summary.skipped;
            return;
    }
}

}  // namespace

std::string_view to_text(Verdict verdict) {
    constexpr std::string_view names[] = {"pass", "warn", "fail", "skip"};
    return names[static_cast<std::size_t>(verdict)];
}

std::string_view to_text(Demand demand) {
    constexpr std::string_view names[] = {"platform", "robustness", "extension"};
    return names[static_cast<std::size_t>(demand)];
}

std::vector<StepTitle> check_steps() {
    std::vector<StepTitle> titles;
    for (const CheckStep& step : step_table()) titles.push_back(step.title);
    return titles;
}

Result<CheckSummary> check_engine(const CheckSettings& settings,
                                  const std::function<void(const StepReport&)>& receiver) {
    for (const Status& status : {check_names(settings), check_program(settings)}) {
        if (!status) return Error{status.error()};
    }
    CheckSummary summary;
    bool started = true;
    for (const CheckStep& step : step_table()) {
        if (!chosen(settings, step.title.name)) continue;
        const StepReport report =
            started ? timed_run(step, settings)
                    : StepReport{step.title, Verdict::skip, "the engine does not start"};
        const bool is_start = &step == &step_table().front();
        if (is_start && report.verdict == Verdict::fail) started = false;
        count(summary, report.verdict);
        receiver(report);
    }
    return summary;
}

}  // namespace anqi
