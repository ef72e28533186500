// Simultaneous perturbation stochastic approximation (Spall, "Multivariate stochastic approximation
// using a simultaneous perturbation gradient approximation", 1992) over named parameters, and the
// file that a run goes on from. engine/search/TUNING.md says how it is used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/search/params.h"
#include "engine/util/random.h"
#include "engine/util/result.h"

namespace anqi {

struct SpsaSettings {
    int iterations = 1000;
    // How far a parameter moves, in steps of its own, on one win more at the end of the run; more
    // at its start.
    double rate = 0.02;
};

struct TunedParameter {
    const SearchParam* param = nullptr;
    double step =
        0;  // how far apart the compared values are from the middle, at the end of the run
    double value = 0;
};

// Which way each parameter is moved for the first of the two players: 1 or -1.
using Signs = std::vector<int>;

class Spsa {
  public:
    Spsa(const SpsaSettings& settings, std::vector<TunedParameter> parameters)
        : settings_(settings), parameters_(std::move(parameters)) {}

    const std::vector<TunedParameter>& parameters() const { return parameters_; }
    int done() const { return done_; }  // iterations
    bool over() const { return done_ >= settings_.iterations; }

    // Both players of the next iteration differ from the present values by the same amounts with
    // opposite signs. Whole parameters are rounded up or down by chance, so that on the average
    // they are where they should be.
    Signs draw_signs(Random& random) const;
    SearchParams perturbed(const Signs& signs, int direction, Random& random) const;
    // The present values, whole ones rounded.
    SearchParams present() const;

    // Ends an iteration: `lead` is what the player with direction 1 scored more than the other, in
    // points (win 1, draw 1/2) of all its games.
    void learn(const Signs& signs, double lead);

    // The state as text and back. Errors say what is wrong; then nothing has changed. The text must
    // name the same parameters in the same order.
    std::string to_text() const;
    Status read(std::string_view text);

  private:
    double step_now(const TunedParameter& p) const;
    double gain_now(const TunedParameter& p) const;

    SpsaSettings settings_;
    std::vector<TunedParameter> parameters_;
    int done_ = 0;
};

}  // namespace anqi
