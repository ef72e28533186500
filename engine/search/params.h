// The tunable numbers of the search, declared once: this table feeds options, help and the tuner.
#pragma once

#include <span>
#include <string_view>

namespace anqi {

struct SearchParams {
    double exploration = 1.2;    // PUCT constant
    double prior_weight = 1.0;   // temperature exponent on priors
    double first_play = 0.2;     // an unvisited move counts as the parent's value less this
    int quiescence = 6;          // plies of captures below a leaf
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
