// The luck of finished games, measured with an engine of its own or with a short search in this
// process, whose values foretell results better than a static one.
#pragma once

#include <memory>
#include <string>

#include "tools/referee/guardian.h"
#include "tools/referee/luck_engine.h"
#include "tools/referee/luck_search.h"

namespace anqi {

// Starts the engine when it is first asked. Not for two threads at once: every worker has its own.
class LuckMeter {
  public:
    static constexpr std::string_view kSearch = "search";

    // kSearch, or an engine's command as for a shell; empty = nothing is measured. `guardian` must
    // outlive the object.
    LuckMeter(std::string command, Guardian& guardian);
    ~LuckMeter();

    // Enters the luck of the game's first seat. Errors name the engine's answer; the game stays as
    // it was.
    Status measure(GameLog& log);

  private:
    Status start(const RuleSet& rules);
    Status start_engine(const RuleSet& rules);

    std::string command_;
    Guardian& guardian_;
    std::unique_ptr<EngineProcess> process_;
    std::unique_ptr<LuckEngine> engine_;
    std::unique_ptr<LuckSearch> search_;
};

}  // namespace anqi
