// The tunable numbers of search and evaluation, declared once: this table feeds options, help and
// the tuner.
#pragma once

#include <span>
#include <string_view>

#include "engine/eval/eval_params.h"

namespace anqi {

struct SearchParams {
    double exploration = 1.2;
    double first_play = 0.2;
    double capture_prior = 6;
    double flip_prior = 0.7;
    int playout_plies = 4;
    EvalParams eval;

    friend bool operator==(const SearchParams&, const SearchParams&) = default;
};

struct SearchParam {
    std::string_view name;
    std::string_view help;
    double low;
    double high;
    bool whole;  // takes whole numbers only
    double (*get)(const SearchParams&);
    void (*set)(SearchParams&, double);
};

std::span<const SearchParam> search_params();

}  // namespace anqi
