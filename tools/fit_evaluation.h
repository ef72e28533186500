// Fits parameters of the evaluation to the results of games: least squares by the method of
// Levenberg and Marquardt, derivatives by differences.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/position.h"
#include "engine/search/params.h"

namespace anqi {

// A position and how its game ended for the side to move: 1, 0 or -1.
struct Labelled {
    Position position;
    float result = 0;
};

struct FitStep {
    int iteration = 0;
    double error = 0;        // mean square over the positions fitted to
    double check_error = 0;  // over the positions held out
};

struct FitSettings {
    int iterations = 12;
    // The last of so many blocks is held out, and so on; 0 = none. Positions must come in the order
    // of their games, so that few games stand on both sides.
    std::size_t check_blocks = 10;
    std::size_t block = 1000;  // positions
};

// Parameters whose name begins with `prefix`, with a range to move in.
std::vector<const SearchParam*> parameters_named(std::string_view prefix);

// Mean square error of the static values, from the position's side to move.
double mean_square_error(const SearchParams& params, std::span<const Labelled> positions);

// Returns the better parameters; calls `progress` after each step. One thread.
SearchParams fit(const SearchParams& start, std::span<const SearchParam* const> which,
                 std::span<const Labelled> positions, const FitSettings& settings,
                 const std::function<void(const FitStep&)>& progress);

}  // namespace anqi
