#include "engine/search/params.h"

#include <array>
#include <type_traits>

#include "engine/core/types.h"

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

// The same for one member of AlphaBetaParams.
template <auto member>
constexpr SearchParam tree_row(std::string_view name, std::string_view help, double low,
                               double high) {
    return {name,
            help,
            low,
            high,
            true,
            [](const SearchParams& p) { return static_cast<double>(p.tree.*member); },
            [](SearchParams& p, double value) { p.tree.*member = static_cast<int>(value); }};
}

// The same for one number of the evaluation, for both phases, and for one that has no phase.
template <auto phase, auto term>
constexpr SearchParam phase_row(std::string_view name, std::string_view help, double low,
                                double high) {
    return {name,
            help,
            low,
            high,
            false,
            [](const SearchParams& p) { return p.eval.*phase.*term; },
            [](SearchParams& p, double value) { p.eval.*phase.*term = value; }};
}

template <auto term>
constexpr std::array<SearchParam, 2> phases(std::string_view early, std::string_view late,
                                            std::string_view help, double low, double high) {
    return {phase_row<&EvalParams::early, term>(early, help, low, high),
            phase_row<&EvalParams::late, term>(late, help, low, high)};
}

template <auto member>
constexpr std::array<SearchParam, 1> eval_row(std::string_view name, std::string_view help,
                                              double low, double high) {
    return {{{name, help, low, high, false, [](const SearchParams& p) { return p.eval.*member; },
              [](SearchParams& p, double value) { p.eval.*member = value; }}}};
}

// One array out of several.
template <std::size_t... n>
constexpr auto joined(const std::array<SearchParam, n>&... parts) {
    std::array<SearchParam, (n + ...)> all{};
    std::size_t at = 0;
    const auto append = [&](const auto& part) {
        for (const SearchParam& row : part) all[at++] = row;
    };
    (append(parts), ...);
    return all;
}

constexpr std::array kSearchTable = {
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
};

using A = AlphaBetaParams;

constexpr std::array kTreeTable = {
    tree_row<&A::flips_on_path>("ab_flips", "alphabeta: flips followed as chance on one line", 0,
                                8),
    tree_row<&A::flip_cost>("ab_flip_cost", "alphabeta: plies that a flip costs beside its own", 0,
                            8),
    tree_row<&A::flip_depth>("ab_flip_depth", "alphabeta: least depth for flips inside the tree", 1,
                             32),
    tree_row<&A::flip_width>("ab_flip_width", "alphabeta: squares flipped inside the tree", 1,
                             kSquares),
    tree_row<&A::quiescence>("ab_quiescence", "alphabeta: plies of captures beyond the depth", 0,
                             32),
    tree_row<&A::reduce_from>("ab_reduce_from",
                              "alphabeta: place in the order from which quiet moves are searched "
                              "less deep; 0 = none",
                              0, 64),
    tree_row<&A::cut_depth>(
        "ab_cut_depth", "alphabeta: depth up to which a static value above the window cuts", 0, 16),
    tree_row<&A::cut_margin>("ab_cut_margin",
                             "alphabeta: by how many millionths for each ply of depth", 0, kWin),
    tree_row<&A::null_depth>("ab_null_depth", "alphabeta: least depth for trying a pass; 0 = never",
                             0, 32),
};

using T = EvalTerms;

constexpr auto kEvalTable = joined(
    phases<&T::enemy_factor>("eval_enemy_factor_early", "eval_enemy_factor_late",
                             "share of a piece's worth left by one more enemy that takes it", 0, 1),
    phases<&T::soldier_factor>("eval_soldier_factor_early", "eval_soldier_factor_late",
                               "share of a general's worth left by one more enemy soldier", 0, 1),
    phases<&T::floor>("eval_floor_early", "eval_floor_late",
                      "worth of a piece that every enemy takes", 0, 1),
    phases<&T::prey>("eval_prey_early", "eval_prey_late", "worth of a piece that takes every enemy",
                     -2, 2),
    phases<&T::cannon>("eval_cannon_early", "eval_cannon_late", "worth of a cannon", 0, 2),
    phases<&T::face_down>("eval_face_down_early", "eval_face_down_late",
                          "share of its worth of a face-down piece", 0, 2),
    phases<&T::slope>("eval_slope_early", "eval_slope_late",
                      "how sharply a lead becomes an expected score", 0.1, 20),
    phases<&T::mobility>("eval_mobility_early", "eval_mobility_late",
                         "for each move more than the opponent has", -1, 1),
    phases<&T::chase>("eval_chase_early", "eval_chase_late",
                      "for hunters close to what they can take", -20, 20),
    phases<&T::threat>("eval_threat_early", "eval_threat_late",
                       "against the best own piece that can be taken", -8, 8),
    phases<&T::fork>("eval_fork_early", "eval_fork_late",
                     "against all further own pieces that can be taken", -8, 8),
    phases<&T::attack>("eval_attack_early", "eval_attack_late",
                       "for enemy pieces that can be taken", -8, 8),
    phases<&T::trapped>("eval_trapped_early", "eval_trapped_late",
                        "against pieces without a safe square to go to", -8, 8),
    phases<&T::caught>("eval_caught_early", "eval_caught_late",
                       "against such pieces that can be taken", -8, 8),
    phases<&T::tempo>("eval_tempo_early", "eval_tempo_late", "for having the move", -1, 1),
    phases<&T::barren>("eval_barren_early", "eval_barren_late",
                       "share of a lead that counts when some enemy piece cannot be taken", 0, 1),
    phases<&T::lone>("eval_lone_early", "eval_lone_late",
                     "share of a lead that counts when some enemy piece has only one taker", 0, 1),
    eval_row<&EvalParams::early_from>("eval_early_from",
                                      "pieces face down from which the phase is all early", 1, 32),
    eval_row<&EvalParams::lazy>(
        "eval_lazy", "how far outside the window material alone settles the value", 0, 4),
    eval_row<&EvalParams::fade_from>("eval_fade_from",
                                     "share of the quiet limit from which a lead fades", 0, 1));

constexpr auto kTable = joined(kSearchTable, kTreeTable, kEvalTable);

}  // namespace

std::span<const SearchParam> search_params() { return kTable; }

}  // namespace anqi
