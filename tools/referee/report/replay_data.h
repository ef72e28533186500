// The games as the page's script reads them: short JSON in which every ply says all it does, so
// that the script needs no rules.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tools/referee/game_log.h"

namespace anqi {

// One object, fit for a <script> element:
//   names   of the engines
//   games   a list of objects
//     number, round, pair   as in the log
//     seats   the first and the second seat's place in `names`
//     board   32 letters in the order a1, a2, ... d8: X face down, - empty, # missing, else a piece
//     side    to move at the start: r, b or ?
//     plies   one text, separated by blanks: "a1=K" turns a piece over, "a1a2" moves or captures,
//             "a1a2*" captures and vanishes too
//     times   of the plies in milliseconds; left out when unknown
//     result  "first", "second" or "draw", and
//     reason  why
//     note    fault, note of the log, or where the replay breaks off; left out when empty
std::string replay_json(std::span<const GameLog> logs);

}  // namespace anqi
