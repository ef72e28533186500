#include "engine/search/params.h"

#include <array>

namespace anqi {
namespace {

// A row of the table for one member of SearchParams.
template <auto member>
constexpr SearchParam row(std::string_view name, std::string_view help, double low, double high,
                          bool whole = false) {
    return {name,
            help,
            low,
            high,
            whole,
            [](const SearchParams& p) { return static_cast<double>(p.*member); },
            [](SearchParams& p, double value) {
                p.*member = static_cast<std::remove_reference_t<decltype(p.*member)>>(value);
            }};
}

constexpr std::array kTable = {
    row<&SearchParams::exploration>("exploration", "PUCT constant", 0, 10),
    row<&SearchParams::first_play>(
        "first_play", "an unvisited action counts as its parent's value less this", 0, 2),
    row<&SearchParams::capture_prior>(
        "capture_prior", "weight of a capture in the priors, a quiet move being 1", 0.01, 100),
    row<&SearchParams::flip_prior>(
        "flip_prior", "weight of a flip in the priors, a quiet move being 1", 0.01, 100),
    row<&SearchParams::playout_plies>(
        "playout_plies", "plies played at random before the static value is taken", 0, 1000, true),
};

}  // namespace

std::span<const SearchParam> search_params() { return kTable; }

}  // namespace anqi
