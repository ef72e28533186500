#include "tests/support/dialogue.h"

#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "engine/core/notation.h"
#include "tests/support/process.h"

namespace anqi::test {
namespace {

constexpr std::string_view kWatchId = "4242";

std::string unescaped(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            bytes += text[i];
            continue;
        }
        const char kind = i + 1 < text.size() ? text[++i] : '\0';
        if (kind == 'x' && i + 2 < text.size()) {
            bytes += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
            i += 2;
        } else if (kind == 'r' || kind == 't' || kind == '\\') {
            bytes += kind == 'r' ? '\r' : kind == 't' ? '\t' : '\\';
        } else {
            throw std::runtime_error("bad escape in a dialogue");
        }
    }
    return bytes;
}

// What follows a marker such as ">" and the one blank behind it.
std::string_view after(std::string_view line, std::size_t marker) {
    return line.size() > marker ? line.substr(marker + 1) : std::string_view();
}

void parse_line(std::string_view line, int number, Dialogue& dialogue) {
    if (line.empty() || line.starts_with('#')) return;
    if (line.starts_with(">>")) {
        dialogue.steps.push_back({Step::Kind::send, unescaped(after(line, 2)), number});
    } else if (line.starts_with('>')) {
        dialogue.steps.push_back({Step::Kind::send, unescaped(after(line, 1)) + '\n', number});
    } else if (line.starts_with('<')) {
        dialogue.steps.push_back({Step::Kind::expect, std::string(after(line, 1)), number});
    } else if (line.starts_with("args ")) {
        for (const auto word : split_words(after(line, 4))) dialogue.args.emplace_back(word);
    } else if (line == "unwatched") {
        dialogue.watched = false;
    } else if (line.starts_with("exit ")) {
        dialogue.exit_code = std::stoi(std::string(after(line, 4)));
    } else {
        throw std::runtime_error(fmt::format("line {} of a dialogue: {}", number, line));
    }
}

// One dialogue while it is held.
class Talk {
  public:
    Talk(const Dialogue& dialogue, const std::string& folder)
        : dialogue_(dialogue),
          process_(thinking_engine(dialogue.args), folder),
          before_(ask_position()) {}

    std::string hold() {
        const auto& steps = dialogue_.steps;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const bool ends_block = i + 1 == steps.size() || steps[i + 1].kind == Step::Kind::send;
            std::string fault = take(steps[i]);
            if (fault.empty() && ends_block && steps[i].kind == Step::Kind::expect) {
                fault = end_block();
            }
            if (!fault.empty()) return fmt::format("line {}: {}", steps[i].line, fault);
        }
        return end();
    }

  private:
    std::string take(const Step& step) {
        if (step.kind == Step::Kind::send) {
            quits_ = step.text.find("quit") != std::string::npos;
            return process_.write(step.text) ? "" : "the program has closed its input";
        }
        const auto line = process_.read_line();
        if (!line) return fmt::format("nothing came instead of '{}'", step.text);
        if (!matches(step.text, *line)) {
            return fmt::format("'{}' came instead of '{}'", *line, step.text);
        }
        refused_ = refused_ || line->starts_with('?');
        succeeded_ = succeeded_ || line->starts_with('=');
        return "";
    }

    // A block with both kinds of answers proves nothing about either.
    std::string end_block() {
        const bool only_refused = refused_ && !succeeded_;
        refused_ = succeeded_ = false;
        if (!dialogue_.watched || quits_) return "";
        const std::string now = ask_position();
        if (only_refused && now != before_) {
            return fmt::format("a refused request changed '{}' to '{}'", before_, now);
        }
        before_ = now;
        return now.empty() ? "no answer to the question for the position" : "";
    }

    std::string ask_position() {
        if (!dialogue_.watched) return "";
        process_.write(fmt::format("{} position\n", kWatchId));
        const auto line = process_.read_line();
        return line && line->starts_with(fmt::format("={} ", kWatchId)) ? *line : "";
    }

    std::string end() {
        process_.close_input();
        const std::string rest = process_.read_rest();
        if (!rest.empty()) return fmt::format("at the end came '{}'", rest);
        const auto code = process_.wait();
        if (!code) return "the program does not end";
        if (*code == dialogue_.exit_code) return "";
        return fmt::format("exit code {}; stderr: {}", *code, process_.error_text());
    }

    const Dialogue& dialogue_;
    Process process_;
    std::string before_;
    bool refused_ = false;
    bool succeeded_ = false;
    bool quits_ = false;
};

}  // namespace

Dialogue parse_dialogue(std::string_view text) {
    Dialogue dialogue;
    int number = 0;
    while (!text.empty()) {
        const auto end = text.find('\n');
        parse_line(text.substr(0, end), ++number, dialogue);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return dialogue;
}

std::string hold(const Dialogue& dialogue, const std::string& folder) {
    return Talk(dialogue, folder).hold();
}

bool matches(std::string_view pattern, std::string_view text) {
    const auto star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == text;
    if (!text.starts_with(pattern.substr(0, star))) return false;
    const std::string_view rest = pattern.substr(star + 1);
    for (std::size_t i = star; i <= text.size(); ++i) {
        if (matches(rest, text.substr(i))) return true;
    }
    return false;
}

}  // namespace anqi::test
