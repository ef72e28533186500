#include "tools/spsa.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "engine/core/notation.h"

namespace anqi {
namespace {

// How the gains and steps fall off, as Spall recommends, and the iterations by which the first,
// largest gains are held back, as a share of all.
constexpr double kGainDecay = 0.602;
constexpr double kStepDecay = 0.101;
constexpr double kStability = 0.1;

constexpr std::string_view kHead = "anqi-tune state 1";

double clamped(const SearchParam& param, double value) {
    return std::clamp(value, param.low, param.high);
}

Result<double> parse_real(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
        return Error{quoted(text) + " is not a number"};
    }
    return value;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

}  // namespace

double Spsa::step_now(const TunedParameter& p) const {
    return p.step * std::pow(static_cast<double>(settings_.iterations) / (done_ + 1), kStepDecay);
}

// What one point of lead moves the parameter by.
double Spsa::gain_now(const TunedParameter& p) const {
    const double held_back = kStability * settings_.iterations;
    const double fall = (held_back + settings_.iterations) / (held_back + done_ + 1);
    return settings_.rate * p.step * p.step * std::pow(fall, kGainDecay) / step_now(p);
}

Signs Spsa::draw_signs(Random& random) const {
    Signs signs;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        signs.push_back(random.below(2) == 0 ? 1 : -1);
    }
    return signs;
}

SearchParams Spsa::perturbed(const Signs& signs, int direction, Random& random) const {
    SearchParams params;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const TunedParameter& p = parameters_[i];
        double value = clamped(*p.param, p.value + direction * signs[i] * step_now(p));
        if (p.param->whole) value = std::floor(value + random.unit());
        p.param->set(params, value);
    }
    return params;
}

SearchParams Spsa::present() const {
    SearchParams params;
    for (const TunedParameter& p : parameters_) {
        p.param->set(params, p.param->whole ? std::round(p.value) : p.value);
    }
    return params;
}

void Spsa::learn(const Signs& signs, double lead) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        TunedParameter& p = parameters_[i];
        p.value = clamped(*p.param, p.value + lead * signs[i] * gain_now(p));
    }
    ++done_;
}

std::string Spsa::to_text() const {
    std::string text = fmt::format("{}\niteration {}\n", kHead, done_);
    for (const TunedParameter& p : parameters_) {
        text += fmt::format("{} {}\n", p.param->name, p.value);
    }
    return text + "end\n";
}

Status Spsa::read(std::string_view text) {
    const auto lines = lines_of(text);
    if (lines.size() != parameters_.size() + 3 || lines.front() != kHead || lines.back() != "end") {
        return Error{"not the whole state of a run with these parameters"};
    }
    const auto words = split_words(lines[1]);
    if (words.size() != 2 || words[0] != "iteration") return Error{"no iteration is named"};
    const auto iteration = parse_integer(words[1], 0, settings_.iterations);
    if (!iteration) return Error{"iteration: " + iteration.error()};
    auto parameters = parameters_;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto entry = split_words(lines[i + 2]);
        if (entry.size() != 2 || entry[0] != parameters[i].param->name) {
            return Error{fmt::format("{} is not the parameter {}", quoted(lines[i + 2]),
                                     parameters[i].param->name)};
        }
        const auto value = parse_real(entry[1]);
        if (!value) return Error{value.error()};
        parameters[i].value = clamped(*parameters[i].param, *value);
    }
    parameters_ = std::move(parameters);
    done_ = static_cast<int>(*iteration);
    return Done{};
}

}  // namespace anqi
