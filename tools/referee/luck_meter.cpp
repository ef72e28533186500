#include "tools/referee/luck_meter.h"

#include <utility>

namespace anqi {
namespace {

constexpr Milliseconds kPatience = 10'000;
// See luck_search.h for what they leave of the variance.
constexpr std::int64_t kVisits = 20;

}  // namespace

LuckMeter::LuckMeter(std::string command, Guardian& guardian)
    : command_(std::move(command)), guardian_(guardian) {}

LuckMeter::~LuckMeter() {
    if (process_) (void)process_->end(0, [this] { guardian_.release(process_->pid()); });
}

Status LuckMeter::start(const RuleSet& rules) {
    if (command_ != kSearch) return start_engine(rules);
    search_ = std::make_unique<LuckSearch>(rules, kVisits);
    return Done{};
}

Status LuckMeter::start_engine(const RuleSet& rules) {
    const auto words = split_command_line(command_);
    if (!words) return Error{words.error()};
    auto process = EngineProcess::start({.argv = *words});
    if (!process) return Error{process.error()};
    process_ = std::move(process).value();
    guardian_.watch(process_->pid());
    engine_ = std::make_unique<LuckEngine>(*process_, kPatience);
    return engine_->set_rules(rules);
}

Status LuckMeter::measure(GameLog& log) {
    if (command_.empty()) return Done{};
    if (!process_ && !search_) {
        const Status started = start(log.rules);
        if (!started) return started;
    }
    const auto luck = luck_of(log, search_ ? search_->evaluate() : engine_->evaluate());
    if (!luck) return Error{luck.error()};
    log.luck = *luck;
    return Done{};
}

}  // namespace anqi
