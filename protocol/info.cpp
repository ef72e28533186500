#include "protocol/info.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <vector>

#include "engine/core/notation.h"

namespace anqi {
namespace {

std::size_t shown(const Report& report, int multipv) {
    return std::min(report.candidates.size(), static_cast<std::size_t>(multipv));
}

std::vector<std::string> line_words(const std::vector<Event>& line) {
    std::vector<std::string> words;
    for (const Event event : line) words.push_back(to_text(event));
    return words;
}

// A proven value is named as such.
std::string_view source(const Candidate& candidate) {
    if (candidate.source == Source::table) return "table";
    if (candidate.source == Source::book) return "book";
    return candidate.lower == candidate.upper ? "proof" : "search";
}

// "K*1:0.1234,P*5:-0.2000": piece, how many of them lie face down, value when it is that one.
std::string outcomes_text(const std::vector<FlipOutcome>& outcomes) {
    std::string text;
    for (const FlipOutcome& o : outcomes) {
        if (!text.empty()) text += ',';
        text += fmt::format("{}*{}:{:.4f}", letter(o.piece), o.count, o.value);
    }
    return text;
}

std::string outcomes_json(const std::vector<FlipOutcome>& outcomes) {
    std::string text;
    for (const FlipOutcome& o : outcomes) {
        if (!text.empty()) text += ',';
        text += fmt::format(R"({{"piece":"{}","count":{},"visits":{},"value":{}}})",
                            letter(o.piece), o.count, o.visits, o.value);
    }
    return text;
}

}  // namespace

std::string info_text(const Report& report, int multipv) {
    std::string text;
    for (std::size_t i = 0; i < shown(report, multipv); ++i) {
        const Candidate& c = report.candidates[i];
        if (i > 0) text += '\n';
        fmt::format_to(std::back_inserter(text),
                       "info rank {} action {} visits {} value {:.4f} lower {:.4g} upper {:.4g} "
                       "source {} total {} time {}",
                       i + 1, to_text(c.move), c.visits, c.value, c.lower, c.upper, source(c),
                       report.visits, report.elapsed / 1000);
        if (!c.outcomes.empty()) text += fmt::format(" outcomes {}", outcomes_text(c.outcomes));
        if (!c.line.empty()) text += fmt::format(" pv {}", fmt::join(line_words(c.line), " "));
    }
    return text;
}

std::string info_json(const Report& report, int multipv) {
    std::string text = fmt::format("{{\"visits\":{},\"candidates\":[", report.visits);
    for (std::size_t i = 0; i < shown(report, multipv); ++i) {
        const Candidate& c = report.candidates[i];
        if (i > 0) text += ',';
        fmt::format_to(std::back_inserter(text),
                       "{{\"action\":\"{}\",\"visits\":{},\"value\":{},\"lower\":{},\"upper\":{},"
                       "\"pv\":[",
                       to_text(c.move), c.visits, c.value, c.lower, c.upper);
        const auto words = line_words(c.line);
        if (!words.empty()) text += fmt::format("\"{}\"", fmt::join(words, "\",\""));
        text += ']';
        if (!c.outcomes.empty()) {
            text += fmt::format(",\"outcomes\":[{}]", outcomes_json(c.outcomes));
        }
        text += '}';
    }
    return text + "]}";
}

void InfoWriter::report(const Report& report) {
    if (report.candidates.empty()) return;
    writer_.line(format_ == InfoFormat::json ? info_json(report, multipv_)
                                             : info_text(report, multipv_));
}

}  // namespace anqi
