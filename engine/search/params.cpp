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
        "first_play", "an unvisited action counts as its parent's value less this", 0, 2),
    row<&SearchParams::capture_prior>(
        "capture_prior", "weight of a capture in the priors, a quiet move being 1", 0.01, 100),
    row<&SearchParams::flip_prior>(
        "flip_prior", "weight of a flip in the priors, a quiet move being 1", 0.01, 100),
    row<&SearchParams::playout_plies>(
        "playout_plies", "plies played at random before the static value is taken", 0, 1000),
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
