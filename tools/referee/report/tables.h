// The report's tables as HTML.
#pragma once

#include <string>
#include <vector>

#include "tools/referee/game_log.h"
#include "tools/referee/report/engines.h"
#include "tools/referee/report/games.h"
#include "tools/referee/report/pairings.h"

namespace anqi {

// What was played: games, engines, rules, seeds.
std::string summary_list(const std::vector<GameLog>& logs, const EngineTable& table);
// Points, and what every engine scored against every other.
std::string cross_table(const EngineTable& table, const std::vector<Pairing>& pairings);
// "55.3 % (48.1 to 62.3) in 120 games, +60 =12 -48".
std::string score_text(const Pairing& pairing);
std::string seat_table(const EngineTable& table, const GameFacts& facts);
// The score without luck beside the raw one; empty when no game says what luck was.
std::string luck_table(const EngineTable& table, const std::vector<Pairing>& pairings);
std::string reason_table(const GameFacts& facts);
// Empty when nothing went wrong.
std::string fault_table(const EngineTable& table);

}  // namespace anqi
