// The tunable numbers of search and evaluation, declared once: this table feeds options, help and
// the tuner.
#pragma once

#include <span>
#include <string_view>

#include "engine/eval/eval_params.h"
#include "engine/search/alphabeta_params.h"

namespace anqi {

struct SearchParams {
    double exploration = 0.8;
    double first_play = 0.2;
    double trust = 100;
    int quiescence = 6;
    double prior_capture = 1.0;
    double prior_victim = 4.0;
    double prior_danger = 4.0;
    double prior_escape = 3.0;
    double prior_threat = 1.0;
    double prior_flip = 0.0;
    double prior_flip_beside = 3.0;
    AlphaBetaParams tree;  // of the alpha-beta search
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
