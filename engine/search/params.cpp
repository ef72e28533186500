#include "engine/search/params.h"

#include <array>
#include <type_traits>

namespace anqi {
namespace {

// A row of the table for one member of SearchParams.
template <auto member>
constexpr SearchParam row(std::string_view name, std::string_view help, double low, double high) {
    using Value = std::remove_reference_t<decltype(std::declval<SearchParams&>().*member)>;
    return {name,
            help,
            low,
            high,
            std::is_integral_v<Value>,
            [](const SearchParams& p) { return static_cast<double>(p.*member); },
            [](SearchParams& p, double value) { p.*member = static_cast<Value>(value); }};
}

// The same for one member of EvalParams.
template <auto member>
constexpr SearchParam eval_row(std::string_view name, std::string_view help, double low,
                               double high) {
    return {name,
            help,
            low,
            high,
            false,
            [](const SearchParams& p) { return p.eval.*member; },
            [](SearchParams& p, double value) { p.eval.*member = value; }};
}

constexpr std::array kTable = {
    row<&SearchParams::exploration>("exploration", "PUCT constant", 0, 10),
    row<&SearchParams::first_play>(
        "first_play", "how much less than its parent an unvisited action counts", 0, 2),
    row<&SearchParams::trust>(
        "trust", "visits after which the best action counts as much as the mean of all", 0, 1e9),
    row<&SearchParams::quiescence>("quiescence", "plies of captures below a leaf", 0, 32),
    row<&SearchParams::prior_capture>("prior_capture", "prior of any capture", -8, 8),
    row<&SearchParams::prior_victim>("prior_victim", "prior of a capture, by its victim's worth", 0,
                                     16),
    row<&SearchParams::prior_danger>(
        "prior_danger", "against moving to where the piece can be taken, by its worth", 0, 16),
    row<&SearchParams::prior_escape>("prior_escape",
                                     "for moving a piece that can be taken, by its worth", 0, 16),
    row<&SearchParams::prior_threat>(
        "prior_threat", "for threatening a piece from a safe square, by its worth", 0, 16),
    row<&SearchParams::prior_flip>("prior_flip", "prior of any flip", -8, 8),
    row<&SearchParams::prior_flip_beside>(
        "prior_flip_beside", "for flips by what stands beside them and may come up", 0, 16),
    eval_row<&EvalParams::enemy_factor>(
        "eval_enemy_factor", "share of a piece's worth left by one more enemy that takes it", 0, 1),
    eval_row<&EvalParams::soldier_factor>(
        "eval_soldier_factor", "share of a general's worth left by one more enemy soldier", 0, 1),
    eval_row<&EvalParams::floor>("eval_floor", "worth of a piece that every enemy takes", 0, 1),
    eval_row<&EvalParams::cannon>("eval_cannon", "worth of a cannon", 0, 2),
    eval_row<&EvalParams::face_down>("eval_face_down", "share of its worth of a face-down piece", 0,
                                     2),
    eval_row<&EvalParams::slope>("eval_slope", "how sharply a lead becomes an expected score", 0.1,
                                 20),
    eval_row<&EvalParams::mobility>("eval_mobility", "for each move more than the opponent has", 0,
                                    1),
    eval_row<&EvalParams::chase>("eval_chase", "for hunters close to what they can take", 0, 2),
    eval_row<&EvalParams::barren>(
        "eval_barren", "share of a lead that counts when some enemy piece cannot be taken", 0, 1),
    eval_row<&EvalParams::fade_from>("eval_fade_from",
                                     "share of the quiet limit from which a lead fades", 0, 1),
};

}  // namespace

std::span<const SearchParam> search_params() { return kTable; }

}  // namespace anqi
