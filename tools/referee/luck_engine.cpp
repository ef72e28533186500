#include "tools/referee/luck_engine.h"

#include <charconv>
#include <fmt/format.h>

#include "engine/core/notation.h"

namespace anqi {
namespace {

std::string_view problem(Answer::Kind kind) {
    if (kind == Answer::Kind::refusal) return "was refused";
    if (kind == Answer::Kind::wrong_id) return "was answered with the wrong id";
    if (kind == Answer::Kind::timeout) return "was not answered in time";
    if (kind == Answer::Kind::gone) return "was not answered: the engine is gone";
    return "was not answered";
}

}  // namespace

Result<std::string> LuckEngine::ask(const std::string& request) {
    const Answer answer = engine_.ask(++id_, request, patience_ * 1000);
    if (answer.ok()) return answer.text;
    return Error{fmt::format("{} {}{}{}", quoted(request), problem(answer.kind),
                             answer.text.empty() ? "" : ": ",
                             answer.text.empty() ? "" : quoted(answer.text))};
}

Status LuckEngine::set_rules(const RuleSet& rules) {
    const auto answer = ask(fmt::format("rules {}", rules.name));
    if (!answer) return Error{answer.error()};
    return Done{};
}

Result<double> LuckEngine::value(const Position& position) {
    if (const auto set = ask("position " + to_text(position)); !set) return Error{set.error()};
    const auto answer = ask("eval");
    if (!answer) return Error{answer.error()};
    double value = 0;
    const char* const end = answer->data() + answer->size();
    const auto [rest, error] = std::from_chars(answer->data(), end, value);
    if (error == std::errc() && rest == end) return value;
    return Error{fmt::format("'eval' was answered with {}, which is no number", quoted(*answer))};
}

}  // namespace anqi
