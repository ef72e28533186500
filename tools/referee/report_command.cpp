#include "tools/referee/report_command.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "engine/util/file.h"
#include "tools/program.h"
#include "tools/referee/game_file.h"
#include "tools/referee/report/page.h"

namespace anqi {
namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;

constexpr int kNoFile = 1;

constexpr std::string_view kName = "anqi-referee report";
constexpr std::string_view kUsage =
    "anqi-referee report FILE.jsonl... [options]\n"
    "Writes one HTML page about the games in these files.\n";

struct Call {
    std::vector<std::string> files;
    std::string output;
    ReportOptions options;
};

po::options_description options() {
    po::options_description all("Options");
    // clang-format off
    all.add_options()
        ("help", "say this and end")
        ("output,o", po::value<std::string>(), "the page; else the first file's name with .html")
        ("title", po::value<std::string>(), "heading of the page; else the first file's name");
    // clang-format on
    return all;
}

po::options_description all_options() {
    po::options_description all = options();
    all.add_options()("file", po::value<std::vector<std::string>>());
    return all;
}

bool same_file(const std::string& a, const std::string& b) {
    std::error_code missing;
    return fs::path(a).lexically_normal() == fs::path(b).lexically_normal() ||
           fs::equivalent(a, b, missing);
}

// Throws po::error.
Call read_call(const po::variables_map& values) {
    if (values.count("file") == 0) throw po::error("no file of games is named");
    Call call;
    call.files = values["file"].as<std::vector<std::string>>();
    const fs::path first = call.files.front();
    call.output = values.count("output") > 0 ? values["output"].as<std::string>()
                                             : fs::path(first).replace_extension(".html").string();
    call.options.title =
        values.count("title") > 0 ? values["title"].as<std::string>() : first.stem().string();
    for (const std::string& file : call.files) {
        if (same_file(file, call.output)) {
            throw po::error(fmt::format("{} would be overwritten", file));
        }
    }
    return call;
}

int fail(const std::string& message) {
    fmt::print(stderr, "{}: {}\n", kName, message);
    return kNoFile;
}

int write_report(const Call& call) {
    std::vector<GameLog> games;
    for (const std::string& file : call.files) {
        auto more = read_game_logs(file);
        if (!more) return fail(more.error());
        for (GameLog& log : std::move(more).value()) games.push_back(std::move(log));
    }
    const Status written = write_file(call.output, html_report(games, call.options));
    if (!written) return fail(written.error());
    fmt::print("{}: {} game{}\n", call.output, games.size(), games.size() == 1 ? "" : "s");
    return 0;
}

}  // namespace

int run_report(int argc, const char* const* argv) {
    return run_program(kName, [&] {
        po::positional_options_description files;
        files.add("file", -1);
        const auto values = read_arguments(all_options(), files, argc, argv);
        if (values.count("help") == 0) return write_report(read_call(values));
        print_help(kUsage, options());
        return 0;
    });
}

}  // namespace anqi
