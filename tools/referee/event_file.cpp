#include "tools/referee/event_file.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <toml++/toml.h>

#include "engine/core/notation.h"
#include "engine/util/file.h"
#include "engine/util/hash.h"
#include "protocol/client.h"
#include "protocol/suggest.h"

namespace anqi {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t kMaxFile = std::size_t{1} << 24;
constexpr int kStateVersion = 1;

// ---- TOML

// A value as text, as an option reads it; nothing for tables and lists.
std::optional<std::string> scalar_text(const toml::node& node) {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "yes" : "no";
    return std::nullopt;
}

class TomlReader {
  public:
    TomlReader(std::string path, EventSettings& settings)
        : path_(std::move(path)), settings_(settings) {}

    Status read(const toml::table& file) {
        // The rule set first, because it resets the numbers that other keys name.
        if (const auto* rules = file.get("rules")) set("rules", *rules);
        for (const auto& [key, node] : file) {
            if (key == "rules") continue;
            if (key == "engine") {
                read_engines(node);
            } else {
                set(key.str(), node);
            }
        }
        return error_.empty() ? Status(Done{}) : Error{error_};
    }

  private:
    void fail(const toml::node& node, const std::string& message) {
        if (!error_.empty()) return;
        error_ = fmt::format("{}:{}: {}", path_, node.source().begin.line, message);
    }
    void check(const toml::node& node, const Status& status) {
        if (!status) fail(node, status.error());
    }

    void set(std::string_view key, const toml::node& node) {
        auto names = event_option_names();
        names.push_back("engine");
        if (std::find(names.begin(), names.end(), key) == names.end()) {
            return fail(node, unknown("key", key, names));
        }
        const auto value = scalar_text(node);
        if (!value) return fail(node, fmt::format("{} is not a single value", key));
        check(node, set_event_option(settings_, key, *value));
    }

    void read_engines(const toml::node& node) {
        const auto* list = node.as_array();
        if (list == nullptr || !list->is_array_of_tables()) {
            return fail(node, "engines are written as [[engine]] tables");
        }
        for (const auto& entry : *list) read_engine(*entry.as_table());
    }

    void read_engine(const toml::table& table) {
        EngineSpec engine;
        for (const auto& [key, node] : table) {
            if (key == "command") {
                read_command(engine, node);
            } else {
                read_setting(engine, key.str(), node);
            }
        }
        if (engine.argv.empty()) return fail(table, "an engine without a command");
        if (engine.name.empty()) engine.name = fs::path(engine.argv[0]).filename().string();
        settings_.engines.push_back(std::move(engine));
    }

    void read_command(EngineSpec& engine, const toml::node& node) {
        if (const auto* list = node.as_array()) {
            for (const auto& word : *list) {
                const auto text = scalar_text(word);
                if (!text) return fail(node, "command: not a list of words");
                engine.argv.push_back(*text);
            }
            return;
        }
        const auto text = scalar_text(node);
        if (!text) return fail(node, "command is neither a text nor a list");
        auto words = split_command_line(*text);
        if (!words) return fail(node, words.error());
        engine.argv = std::move(words).value();
    }

    // A list sets the same several times; a table gives NAME=VALUE each.
    void read_setting(EngineSpec& engine, std::string_view key, const toml::node& node) {
        if (const auto* list = node.as_array()) {
            for (const auto& entry : *list) set_one(engine, key, entry);
        } else if (const auto* table = node.as_table()) {
            for (const auto& [name, entry] : *table) {
                const auto value = scalar_text(entry);
                if (!value) return fail(entry, fmt::format("{} is not a single value", name.str()));
                check(entry,
                      set_engine_setting(engine, key, fmt::format("{}={}", name.str(), *value)));
            }
        } else {
            set_one(engine, key, node);
        }
    }
    void set_one(EngineSpec& engine, std::string_view key, const toml::node& node) {
        const auto value = scalar_text(node);
        if (!value) return fail(node, fmt::format("{} is not a single value", key));
        check(node, set_engine_setting(engine, key, *value));
    }

    std::string path_;
    EventSettings& settings_;
    std::string error_;
};

// ---- state

std::string absolute(const std::string& path) {
    std::error_code ignored;
    return path.empty() ? path : fs::absolute(path, ignored).lexically_normal().string();
}

Json engine_json(const EngineSpec& engine) {
    return {{"name", engine.name},       {"argv", engine.argv},   {"dir", engine.directory},
            {"env", engine.environment}, {"setup", engine.setup}, {"host", to_text(*engine.host)},
            {"restart", engine.restart}};
}

EngineSpec engine_from(const Json& json) {
    EngineSpec engine;
    json.at("name").get_to(engine.name);
    json.at("argv").get_to(engine.argv);
    json.at("dir").get_to(engine.directory);
    json.at("env").get_to(engine.environment);
    json.at("setup").get_to(engine.setup);
    const auto host = parse_host(json.at("host").get<std::string>());
    if (host) engine.host = *host;
    json.at("restart").get_to(engine.restart);
    return engine;
}

// So that a changed file of start positions does not go unseen.
std::string fingerprint(const std::vector<Position>& starts) {
    Fingerprint print;
    for (const Position& start : starts) print.add(to_text(start));
    return fmt::format("{:016x}", print.value());
}

Status read_options(const Json& options, EventSettings& settings) {
    for (const auto& [name, value] : options.items()) {
        const Status set = set_event_option(settings, name, value.get<std::string>());
        if (!set) return set;
    }
    return Done{};
}

Status read_state_json(const Json& json, EventSettings& settings) {
    if (json.at("version") != kStateVersion) return Error{"is of another version"};
    const auto folder = json.at("folder").get<std::string>();
    std::error_code error;
    fs::current_path(folder, error);
    if (error) return Error{fmt::format("cannot go to {}: {}", folder, error.message())};
    const Status read = read_options(json.at("options"), settings);
    if (!read) return read;
    for (const Json& engine : json.at("engines")) settings.engines.push_back(engine_from(engine));
    std::vector<std::string> ignored;
    const Status completed = complete(settings, ignored);
    if (!completed) return completed;
    if (json.at("starts") != fingerprint(settings.schedule.starts)) {
        return Error{fmt::format("{} has changed since the event began", settings.starts)};
    }
    return Done{};
}

}  // namespace

Status read_event_file(const std::string& path, EventSettings& settings) {
    const auto text = read_file(path, kMaxFile);
    if (!text) return Error{text.error()};
    try {
        return TomlReader(path, settings).read(toml::parse(*text, path));
    } catch (const toml::parse_error& error) {
        return Error{fmt::format("{}:{}: {}", path, error.source().begin.line,
                                 std::string(error.description()))};
    }
}

std::string state_path(const EventSettings& settings) {
    return absolute(games_name(settings) + ".state");
}

Status write_state(const std::string& path, const EventSettings& settings) {
    Json options = Json::object();
    for (const EventOption& option : event_options()) {
        const std::string value = option.get(settings);
        if (!value.empty()) options[std::string(option.name)] = value;
    }
    Json engines = Json::array();
    for (const EngineSpec& engine : settings.engines) engines.push_back(engine_json(engine));
    const Json json = {{"anqi-referee", "state of an event"},
                       {"version", kStateVersion},
                       {"folder", absolute(".")},
                       {"options", options},
                       {"engines", engines},
                       {"starts", fingerprint(settings.schedule.starts)}};
    return write_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n');
}

Status read_state(const std::string& path, EventSettings& settings) {
    const auto text = read_file(path, kMaxFile);
    if (!text) return Error{text.error()};
    try {
        const Status read = read_state_json(Json::parse(*text), settings);
        return read ? read : Error{fmt::format("{}: {}", path, read.error())};
    } catch (const Json::exception&) {
        return Error{fmt::format("{} is no state of an event, or damaged", path)};
    }
}

}  // namespace anqi
