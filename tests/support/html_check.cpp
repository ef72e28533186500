#include "tests/support/html_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace anqi::test {
namespace {

constexpr std::array<std::string_view, 3> kVoid = {"meta", "br", "input"};
constexpr std::string_view kNameLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

bool is_void(std::string_view name) {
    return std::find(kVoid.begin(), kVoid.end(), name) != kVoid.end();
}

class Checker {
  public:
    explicit Checker(std::string_view page) : rest_(page) {}

    HtmlCheck run() {
        while (check_.fault.empty() && !rest_.empty()) {
            read_text();
            if (!rest_.empty() && check_.fault.empty()) read_tag();
        }
        if (check_.fault.empty() && !open_.empty()) fail("not closed: " + open_.back());
        return check_;
    }

  private:
    void fail(std::string fault) {
        if (!check_.fault.empty()) return;
        check_.fault = std::move(fault) + " before " + std::string(rest_.substr(0, 60));
    }

    bool skip(std::string_view text) {
        if (!rest_.starts_with(text)) return false;
        rest_.remove_prefix(text.size());
        return true;
    }

    std::string read_name() {
        const std::size_t end = std::min(rest_.find_first_not_of(kNameLetters), rest_.size());
        std::string name(rest_.substr(0, end));
        rest_.remove_prefix(end);
        return name;
    }

    void check_text(std::string_view text) {
        if (text.find_first_of("<>") != std::string_view::npos) fail("a bare < or >");
        for (std::size_t at = 0; (at = text.find('&', at)) != std::string_view::npos; ++at) {
            const std::size_t length = text.find_first_not_of(kNameLetters, at + 2) - at - 1;
            if (length > 8 || text.substr(at + 1 + length, 1) != ";") fail("a bare &");
        }
    }

    void read_text() {
        const std::size_t end = std::min(rest_.find('<'), rest_.size());
        check_text(rest_.substr(0, end));
        rest_.remove_prefix(end);
    }

    void read_tag() {
        if (skip("<!DOCTYPE html>")) return;
        if (skip("</")) return read_end();
        skip("<");
        const std::string name = read_name();
        if (name.empty()) return fail("a bare <");
        check_.elements.insert(name);
        while (check_.fault.empty() && skip(" ")) read_attribute();
        if (skip("/>")) return;
        if (!skip(">")) return fail("a tag without its end");
        if (is_void(name)) return;
        open_.push_back(name);
        if (name == "script" || name == "style") skip_raw(name);
    }

    void read_end() {
        const std::string name = read_name();
        if (!skip(">")) return fail("a tag without its end");
        if (open_.empty() || open_.back() != name) return fail("</" + name + "> closes nothing");
        open_.pop_back();
    }

    void read_attribute() {
        const std::string name = read_name();
        if (name.empty()) return fail("not an attribute");
        check_.attributes.insert(name);
        if (!skip("=")) return;
        if (!skip("\"")) return fail("an attribute without quotes");
        const std::size_t end = rest_.find('"');
        if (end == std::string_view::npos) return fail("an attribute without its end");
        check_text(rest_.substr(0, end));
        if (name == "id" && !ids_.emplace(rest_.substr(0, end)).second) fail("an id given twice");
        rest_.remove_prefix(end + 1);
    }

    void skip_raw(const std::string& name) {
        const std::size_t end = rest_.find("</" + name);
        if (end == std::string_view::npos) return fail("not closed: " + name);
        rest_.remove_prefix(end);
    }

    std::string_view rest_;
    HtmlCheck check_;
    std::vector<std::string> open_;
    std::set<std::string> ids_;
};

}  // namespace

HtmlCheck check_html(std::string_view page) { return Checker(page).run(); }

}  // namespace anqi::test
