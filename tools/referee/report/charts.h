// The report's pictures as HTML with inline SVG, each with its text alternative.
#pragma once

#include <string>
#include <vector>

#include "tools/referee/report/engines.h"
#include "tools/referee/report/games.h"
#include "tools/referee/report/pairings.h"

namespace anqi {

// The score of one pairing against the number of games, with its band.
std::string score_chart(const Pairing& pairing, const EngineTable& table);
// How many games had how many plies, won and drawn ones apart.
std::string length_chart(const Lengths& lengths);
// Mean and longest time by ply, two pictures and their legend; empty when no times are known.
std::string time_charts(const EngineTable& table);
// The first seat's score by the square of the first flip, on a board with a1 at the bottom left.
std::string first_flip_chart(const GameFacts& facts);

}  // namespace anqi
