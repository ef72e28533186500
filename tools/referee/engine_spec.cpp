#include "tools/referee/engine_spec.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <optional>

#include "engine/core/notation.h"
#include "protocol/client.h"
#include "protocol/suggest.h"

namespace anqi {
namespace {

struct Setting {
    std::string_view name;
    Status (*set)(EngineSpec& engine, const std::string& value);
};

Status set_name(EngineSpec& engine, const std::string& value) {
    if (value.empty()) return Error{"an engine's name may not be empty"};
    engine.name = value;
    return Done{};
}

Status add_environment(EngineSpec& engine, const std::string& value) {
    if (value.find('=') == std::string::npos || value.front() == '=') {
        return Error{fmt::format("env: {} is not NAME=VALUE", anqi::quoted(value))};
    }
    engine.environment.push_back(value);
    return Done{};
}

Status set_host(EngineSpec& engine, const std::string& value) {
    const auto kind = parse_host(value);
    if (!kind) return Error{"host: " + kind.error()};
    engine.host = *kind;
    return Done{};
}

Status set_restart(EngineSpec& engine, const std::string& value) {
    if (value != "yes" && value != "no") {
        return Error{fmt::format("restart: {} is neither yes nor no", anqi::quoted(value))};
    }
    engine.restart = value == "yes";
    return Done{};
}

constexpr std::array<Setting, 6> kSettings = {{
    {"name", set_name},
    {"dir",
     [](EngineSpec& engine, const std::string& value) -> Status {
         engine.directory = value;
         return Done{};
     }},
    {"env", add_environment},
    {"setup",
     [](EngineSpec& engine, const std::string& value) -> Status {
         engine.setup.push_back(value);
         return Done{};
     }},
    {"host", set_host},
    {"restart", set_restart},
}};

const Setting* find_setting(std::string_view name) {
    const auto* const found =
        std::find_if(kSettings.begin(), kSettings.end(),
                     [&](const Setting& setting) { return setting.name == name; });
    return found == kSettings.end() ? nullptr : found;
}

// The word as NAME=VALUE; a path with an equals sign in it is none.
std::optional<std::pair<std::string, std::string>> as_setting(const std::string& word) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || word.find('/') < equals) return std::nullopt;
    return std::pair(word.substr(0, equals), word.substr(equals + 1));
}

}  // namespace

std::string_view to_text(HostKind kind) { return kind == HostKind::gtp ? "gtp" : "mgtp"; }

Result<HostKind> parse_host(std::string_view text) {
    for (const HostKind kind : {HostKind::mgtp, HostKind::gtp}) {
        if (to_text(kind) == text) return kind;
    }
    return Error{fmt::format("{} is neither mgtp nor gtp", quoted(text))};
}

Status set_engine_setting(EngineSpec& engine, std::string_view name, const std::string& value) {
    if (const Setting* const setting = find_setting(name)) return setting->set(engine, value);
    std::array<std::string_view, kSettings.size()> names;
    std::transform(kSettings.begin(), kSettings.end(), names.begin(),
                   [](const Setting& setting) { return setting.name; });
    return Error{unknown("setting of an engine", name, names)};
}

Result<EngineSpec> parse_engine(std::string_view text) {
    auto words = split_command_line(text);
    if (!words) return Error{words.error()};
    EngineSpec engine;
    std::size_t at = 0;
    for (; at < words->size(); ++at) {
        const auto setting = as_setting((*words)[at]);
        if (!setting) break;
        const Status set = set_engine_setting(engine, setting->first, setting->second);
        if (!set) return Error{set.error()};
    }
    engine.argv.assign(words->begin() + static_cast<std::ptrdiff_t>(at), words->end());
    if (engine.argv.empty()) return Error{fmt::format("{} names no program", anqi::quoted(text))};
    if (engine.name.empty()) {
        engine.name = std::filesystem::path(engine.argv.front()).filename().string();
    }
    return engine;
}

void make_names_unique(std::vector<EngineSpec>& engines) {
    const auto taken = [&](const std::string& name, std::size_t before) {
        return std::any_of(engines.begin(), engines.begin() + static_cast<std::ptrdiff_t>(before),
                           [&](const EngineSpec& engine) { return engine.name == name; });
    };
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const std::string base = engines[i].name;
        for (int number = 2; taken(engines[i].name, i); ++number) {
            engines[i].name = fmt::format("{} {}", base, number);
        }
    }
}

}  // namespace anqi
