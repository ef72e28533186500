#include "tools/fit_evaluation.h"

#include <algorithm>
#include <cmath>

#include "engine/core/rules.h"
#include "engine/eval/evaluator.h"

namespace anqi {
namespace {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

std::vector<float> values_of(const SearchParams& params, std::span<const Labelled> positions) {
    Evaluator<StandardShape> evaluator(default_rules(), params.eval);
    std::vector<float> values;
    values.reserve(positions.size());
    for (const Labelled& p : positions) values.push_back(evaluator.value(p.position));
    return values;
}

double mean_square(std::span<const float> values, std::span<const Labelled> positions) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double error =
            static_cast<double>(values[i]) - static_cast<double>(positions[i].result);
        sum += error * error;
    }
    return positions.empty() ? 0 : sum / static_cast<double>(positions.size());
}

// The normal equations of the linearised problem: J^T J and J^T r.
struct Normal {
    Matrix square;
    Vector right;
};

// How far a parameter is moved to measure its influence.
double step_of(const SearchParam& p) { return (p.high - p.low) * 1e-3; }

Normal linearise(const SearchParams& at, std::span<const SearchParam* const> which,
                 std::span<const Labelled> positions) {
    const auto base = values_of(at, positions);
    std::vector<std::vector<float>> slopes;
    for (const SearchParam* p : which) {
        SearchParams moved = at;
        const double step = p->get(at) + step_of(*p) > p->high ? -step_of(*p) : step_of(*p);
        p->set(moved, p->get(at) + step);
        slopes.push_back(values_of(moved, positions));
        for (std::size_t i = 0; i < base.size(); ++i) {
            slopes.back()[i] = (slopes.back()[i] - base[i]) / static_cast<float>(step);
        }
    }
    const std::size_t n = which.size();
    Normal normal{Matrix(n, Vector(n, 0)), Vector(n, 0)};
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t i = 0; i < base.size(); ++i) {
            normal.right[a] += static_cast<double>(slopes[a][i]) *
                               static_cast<double>(positions[i].result - base[i]);
        }
        for (std::size_t b = 0; b <= a; ++b) {
            double sum = 0;
            for (std::size_t i = 0; i < base.size(); ++i) {
                sum += static_cast<double>(slopes[a][i]) * static_cast<double>(slopes[b][i]);
            }
            normal.square[a][b] = normal.square[b][a] = sum;
        }
    }
    return normal;
}

// Gauss elimination with pivots; the matrix is positive definite thanks to its damped diagonal.
Vector solve(Matrix m, Vector right) {
    const std::size_t n = right.size();
    for (std::size_t c = 0; c < n; ++c) {
        std::size_t pivot = c;
        for (std::size_t r = c; r < n; ++r) {
            if (std::abs(m[r][c]) > std::abs(m[pivot][c])) pivot = r;
        }
        std::swap(m[c], m[pivot]);
        std::swap(right[c], right[pivot]);
        for (std::size_t r = c + 1; r < n; ++r) {
            const double factor = m[r][c] / m[c][c];
            for (std::size_t k = c; k < n; ++k) m[r][k] -= factor * m[c][k];
            right[r] -= factor * right[c];
        }
    }
    for (std::size_t c = n; c-- > 0;) {
        for (std::size_t k = c + 1; k < n; ++k) right[c] -= m[c][k] * right[k];
        right[c] /= m[c][c];
    }
    return right;
}

SearchParams moved_by(const SearchParams& from, std::span<const SearchParam* const> which,
                      const Normal& normal, double damping) {
    Matrix damped = normal.square;
    for (std::size_t i = 0; i < damped.size(); ++i) damped[i][i] += damping * damped[i][i] + 1e-9;
    const Vector change = solve(damped, normal.right);
    SearchParams result = from;
    for (std::size_t i = 0; i < which.size(); ++i) {
        which[i]->set(result,
                      std::clamp(which[i]->get(from) + change[i], which[i]->low, which[i]->high));
    }
    return result;
}

void split(std::span<const Labelled> positions, const FitSettings& settings,
           std::vector<Labelled>& fitted, std::vector<Labelled>& held_out) {
    const std::size_t blocks = settings.check_blocks;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const bool out = blocks > 0 && i / settings.block % blocks == blocks - 1;
        (out ? held_out : fitted).push_back(positions[i]);
    }
}

}  // namespace

std::vector<const SearchParam*> parameters_named(std::string_view prefix) {
    std::vector<const SearchParam*> result;
    for (const SearchParam& p : search_params()) {
        if (p.name.starts_with(prefix)) result.push_back(&p);
    }
    return result;
}

double mean_square_error(const SearchParams& params, std::span<const Labelled> positions) {
    return mean_square(values_of(params, positions), positions);
}

SearchParams fit(const SearchParams& start, std::span<const SearchParam* const> which,
                 std::span<const Labelled> positions, const FitSettings& settings,
                 const std::function<void(const FitStep&)>& progress) {
    std::vector<Labelled> fitted, held_out;
    split(positions, settings, fitted, held_out);
    SearchParams best = start;
    double error = mean_square_error(best, fitted), damping = 1e-3;
    progress({0, error, mean_square_error(best, held_out)});
    for (int i = 1; i <= settings.iterations && damping < 1e6; ++i) {
        const Normal normal = linearise(best, which, fitted);
        for (bool better = false; !better && damping < 1e6;) {
            const SearchParams tried = moved_by(best, which, normal, damping);
            const double tried_error = mean_square_error(tried, fitted);
            better = tried_error < error;
            damping *= better ? 0.3 : 4;
            if (!better) continue;
            best = tried;
            error = tried_error;
        }
        progress({i, error, mean_square_error(best, held_out)});
    }
    return best;
}

}  // namespace anqi
