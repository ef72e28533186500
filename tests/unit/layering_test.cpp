// The layers as a table, and the check that no file includes what its layer may not.
#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/test_data.h"

namespace anqi::test {
namespace {

namespace fs = std::filesystem;

struct Layer {
    std::string_view folder;
    std::vector<std::string_view> below;  // the layers it may include, besides itself
};

const std::array kLayers = {
    Layer{"engine/util", {}},
    Layer{"engine/core", {"engine/util"}},
    Layer{"engine/eval", {"engine/core", "engine/util"}},
    Layer{"engine/tables", {"engine/core", "engine/util"}},
    Layer{"engine/search", {"engine/tables", "engine/eval", "engine/core", "engine/util"}},
    Layer{"book", {"engine/core", "engine/util"}},
    Layer{"engine/player",
          {"engine/search", "engine/tables", "engine/eval", "book", "engine/core", "engine/util"}},
    Layer{"protocol",
          {"engine/player", "engine/search", "engine/tables", "engine/eval", "book", "engine/core",
           "engine/util"}},
    Layer{"tools",
          {"protocol", "book", "engine/player", "engine/search", "engine/tables", "engine/eval",
           "engine/core", "engine/util"}},
};

constexpr std::array<std::string_view, 4> kSourceFolders = {"engine", "book", "protocol", "tools"};

// Where text is made or read, and so fmt is at home: whole layers, and files by path without
// extension.
constexpr std::array<std::string_view, 6> kFmtPlaces = {"protocol/",
                                                        "tools/",
                                                        "engine/core/notation",
                                                        "engine/core/position_reader",
                                                        "engine/core/record",
                                                        "engine/core/platform_record"};

// A person must be able to keep a file in the head.
constexpr std::size_t kMaxLines = 800;

// Draws that differ between standard libraries, so that a seed would not mean the same game.
constexpr std::array<std::string_view, 3> kForeignDraws = {"_distribution<", "std::shuffle",
                                                           "random_device"};

struct Source {
    std::string path;  // from the repository's root
    std::string text;
    bool has_own_header;  // a .cpp beside which a .h of the same name lies
};

struct Include {
    std::string_view name;
    bool quoted;
};

bool inside(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

const Layer* layer_of(std::string_view path) {
    const auto* const found = std::find_if(kLayers.begin(), kLayers.end(), [&](const Layer& layer) {
        return inside(path, layer.folder);
    });
    return found == kLayers.end() ? nullptr : found;
}

// What `line` includes, if it is such a line.
std::optional<Include> include_in(std::string_view line) {
    const auto skip = [&line](std::string_view word) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const bool found = line.starts_with(word);
        if (found) line.remove_prefix(word.size());
        return found;
    };
    if (!skip("#") || !skip("include") || !skip("")) return std::nullopt;
    if (line.empty() || (line[0] != '"' && line[0] != '<')) return std::nullopt;
    const bool quoted = line[0] == '"';
    line.remove_prefix(1);
    return Include{line.substr(0, line.find(quoted ? '"' : '>')), quoted};
}

std::vector<Include> includes_of(std::string_view text) {
    std::vector<Include> found;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (const auto include = include_in(text.substr(0, end))) found.push_back(*include);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return found;
}

bool layer_allows(const Layer& layer, std::string_view name) {
    return inside(name, layer.folder) ||
           std::any_of(layer.below.begin(), layer.below.end(),
                       [&](std::string_view folder) { return inside(name, folder); });
}

bool fmt_allowed(std::string_view path) {
    return std::any_of(kFmtPlaces.begin(), kFmtPlaces.end(), [&](std::string_view place) {
        return path.starts_with(place) &&
               (place.ends_with('/') || path.substr(place.size()).starts_with('.'));
    });
}

bool system_allowed(std::string_view path, std::string_view name) {
    if (name.starts_with("fmt/")) return fmt_allowed(path);
    if (name.starts_with("boost/")) return inside(path, "tools");
    if (name.starts_with("doctest")) return false;
    return name != "iostream" || !inside(path, "engine");
}

bool include_allowed(std::string_view path, const Include& include) {
    if (!include.quoted) return system_allowed(path, include.name);
    const Layer* const layer = layer_of(path);
    return layer != nullptr && layer_allows(*layer, include.name);
}

std::string own_header(const Source& source) {
    return fs::path(source.path).replace_extension(".h").generic_string();
}

// One line for each thing in `source` that the house rules forbid.
std::vector<std::string> faults(const Source& source) {
    std::vector<std::string> found;
    const auto includes = includes_of(source.text);
    for (const Include& include : includes) {
        if (!include_allowed(source.path, include)) {
            found.push_back(source.path + " may not include " + std::string(include.name));
        }
    }
    if (source.has_own_header &&
        (includes.empty() || includes.front().name != own_header(source))) {
        found.push_back(source.path + " does not include its own header first");
    }
    if (source.path.ends_with(".h") && source.text.find("#pragma once\n") == std::string::npos) {
        found.push_back(source.path + " lacks #pragma once");
    }
    for (std::string_view word : kForeignDraws) {
        if (source.text.find(word) != std::string::npos) {
            found.push_back(source.path + " draws with " + std::string(word));
        }
    }
    return found;
}

bool is_source(const fs::path& path) {
    return path.extension() == ".h" || path.extension() == ".cpp";
}

std::vector<Source> sources_in(std::string_view folder) {
    const fs::path root = ANQI_SOURCE_DIR;
    std::vector<Source> found;
    if (!fs::exists(root / folder)) return found;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        const fs::path& path = entry.path();
        if (!is_source(path)) continue;
        const bool has_own_header =
            path.extension() == ".cpp" && fs::exists(fs::path(path).replace_extension(".h"));
        found.push_back(
            {fs::relative(path, root).generic_string(), read_file(path.string()), has_own_header});
    }
    return found;
}

std::vector<std::string> faults_of(std::string path, std::string text) {
    return faults({std::move(path), std::move(text), false});
}

TEST_CASE("no file includes what its layer may not") {
    std::size_t files = 0;
    for (std::string_view folder : kSourceFolders) {
        for (const Source& source : sources_in(folder)) {
            ++files;
            for (const std::string& fault : faults(source)) FAIL_CHECK(fault);
        }
    }
    CHECK(files > 50);
}

TEST_CASE("no file is too long to be read") {
    for (std::string_view folder : {"engine", "book", "protocol", "tools", "tests"}) {
        for (const Source& source : sources_in(folder)) {
            CAPTURE(source.path);
            CHECK(std::count(source.text.begin(), source.text.end(), '\n') <= kMaxLines);
        }
    }
}

TEST_CASE("every layer lies above those that it includes") {
    for (const Layer& layer : kLayers) {
        for (std::string_view below : layer.below) {
            const auto* const found =
                std::find_if(kLayers.begin(), kLayers.end(),
                             [&](const Layer& other) { return other.folder == below; });
            CHECK(found < &layer);
        }
    }
}

TEST_CASE("a forbidden include is caught") {
    CHECK(faults_of("engine/core/x.cpp", "#include \"engine/search/mcts.h\"\n") ==
          std::vector<std::string>{"engine/core/x.cpp may not include engine/search/mcts.h"});
    CHECK(faults_of("engine/core/x.cpp", "#include \"engine/util/bits.h\"\n").empty());
    CHECK(faults_of("engine/core/x.cpp", "  #  include\t\"protocol/server.h\"").size() == 1);
    CHECK(faults_of("engine/core/x.cpp", "#include \"engine/corexy/a.h\"\n").size() == 1);
    CHECK(faults_of("engine/core/x.cpp", "#include \"x.h\"\n").size() == 1);
    CHECK(faults_of("engine/core/x.cpp", "#include \"../search/mcts.h\"\n").size() == 1);
    CHECK(faults_of("engine/eval/x.cpp", "#include \"engine/tables/a.h\"\n").size() == 1);
    CHECK(faults_of("engine/new/x.cpp", "#include \"engine/util/bits.h\"\n").size() == 1);
    CHECK(faults_of("book/x.cpp", "#include \"engine/player/player.h\"\n").size() == 1);
    CHECK(faults_of("engine/search/x.cpp", "#include \"book/book.h\"\n").size() == 1);
    CHECK(faults_of("tools/x.cpp", "#include \"tests/support/test_data.h\"\n").size() == 1);
    CHECK(faults_of("tools/x.cpp", "#include \"book/book.h\"\n").empty());
    CHECK(faults_of("tools/x.cpp", "// #include \"tests/a.h\"\nint include;\n").empty());
}

TEST_CASE("a library in the wrong layer is caught") {
    CHECK(faults_of("engine/search/x.cpp", "#include <fmt/format.h>\n").size() == 1);
    CHECK(faults_of("engine/core/movegen.cpp", "#include <fmt/format.h>\n").size() == 1);
    CHECK(faults_of("engine/core/notations.cpp", "#include <fmt/format.h>\n").size() == 1);
    CHECK(faults_of("engine/core/notation.cpp", "#include <fmt/format.h>\n").empty());
    CHECK(faults_of("protocol/handlers/x.cpp", "#include <fmt/format.h>\n").empty());
    CHECK(faults_of("protocol/x.cpp", "#include <boost/program_options.hpp>\n").size() == 1);
    CHECK(faults_of("tools/x.cpp", "#include <boost/program_options.hpp>\n").empty());
    CHECK(faults_of("tools/x.cpp", "#include <doctest/doctest.h>\n").size() == 1);
    CHECK(faults_of("engine/util/x.cpp", "#include <iostream>\n").size() == 1);
    CHECK(faults_of("tools/x.cpp", "#include <iostream>\n").empty());
}

TEST_CASE("an own header that does not come first, a lacking guard and foreign draws are caught") {
    CHECK(faults({"tools/a.cpp", "#include <map>\n#include \"tools/a.h\"\n", true}).size() == 1);
    CHECK(faults({"tools/a.cpp", "#include \"tools/a.h\"\n#include <map>\n", true}).empty());
    CHECK(faults({"tools/a.cpp", "", true}).size() == 1);
    CHECK(faults_of("tools/a.h", "int x;\n").size() == 1);
    CHECK(faults_of("tools/a.h", "#pragma once\nint x;\n").empty());
    CHECK(faults_of("tools/a.cpp", "std::shuffle(a, b, c);\n").size() == 1);
    CHECK(faults_of("tools/a.cpp", "std::uniform_int_distribution<int> d;\n").size() == 1);
}

}  // namespace
}  // namespace anqi::test
