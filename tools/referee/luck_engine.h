// The value of positions for the luck of a game, asked of an engine over the protocol.
#pragma once

#include "engine/core/rules.h"
#include "engine/util/clock.h"
#include "engine/util/result.h"
#include "protocol/client.h"
#include "tools/referee/luck.h"

namespace anqi {

// Sends `position TEXT` and `eval`. One thread at a time; after an error the engine's state is not
// known and it should be ended.
class LuckEngine {
  public:
    // `engine` must outlive this. `patience` is the most time for one answer.
    LuckEngine(EngineProcess& engine, Milliseconds patience)
        : engine_(engine), patience_(patience) {}

    // Before the first position and when the rules change. Errors give the engine's answer, which
    // may be that it does not know the command.
    Status set_rules(const RuleSet& rules);
    // Errors give request and answer: a refusal, none, or no number. The range is not checked.
    Result<double> value(const Position& position);
    // As luck_of() wants it; must not outlive this.
    Evaluate evaluate() {
        return [this](const Position& position) { return value(position); };
    }

  private:
    Result<std::string> ask(const std::string& request);

    EngineProcess& engine_;
    Milliseconds patience_;
    int id_ = 0;  // of the last request
};

}  // namespace anqi
