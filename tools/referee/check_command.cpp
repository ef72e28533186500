#include "tools/referee/check_command.h"

#include <csignal>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/core/notation.h"
#include "protocol/client.h"
#include "tools/program.h"
#include "tools/referee/check.h"

namespace anqi {
namespace {

namespace po = boost::program_options;

constexpr const char* kProgram = "anqi-referee check";
constexpr const char* kUsage =
    "anqi-referee check ENGINE [option...]\n"
    "Examines how an engine keeps to the protocol. ENGINE is a command line, quoted as for a "
    "shell.\n";
constexpr Milliseconds kLongestTime = 24LL * 60 * 60 * 1000;

po::options_description options() {
    const CheckSettings defaults;
    po::options_description all("Options");
    const auto text = [] { return po::value<std::string>(); };
    const auto time = [&](Milliseconds ms) { return text()->default_value(fmt::format("{}", ms)); };
    // clang-format off
    all.add_options()
        ("help", "say this and end")
        ("engine", text(), "the same as the word without an option")
        ("host", text()->default_value("mgtp"), "how to talk to it: mgtp or gtp")
        ("rules", text()->default_value(std::string(defaults.rules.name)),
         "rule set that it plays by")
        ("timeout", time(defaults.timeout), "ms for an answer")
        ("start-timeout", time(defaults.start_timeout), "ms for the first answer of a process")
        ("clock", time(defaults.clock), "ms a game and side that it is told")
        ("step", po::value<std::vector<std::string>>(), "only this step; may be repeated")
        ("list", "list the steps and end")
        ("json", "one JSON object a line");
    // clang-format on
    return all;
}

// Throws po::error, as the other readers do.
Milliseconds read_time(const po::variables_map& values, const char* name) {
    const auto value = parse_integer(values[name].as<std::string>(), 1, kLongestTime);
    if (!value) throw po::error(fmt::format("--{}: {}", name, value.error()));
    return *value;
}

HostKind read_host(const po::variables_map& values) {
    const std::string name = values["host"].as<std::string>();
    if (name == "mgtp") return HostKind::mgtp;
    if (name == "gtp") return HostKind::gtp;
    throw po::error(fmt::format("--host: {} is neither mgtp nor gtp", anqi::quoted(name)));
}

std::vector<std::string> read_engine(const po::variables_map& values) {
    if (values.count("engine") == 0) throw po::error("no engine is named");
    auto argv = split_command_line(values["engine"].as<std::string>());
    if (!argv) throw po::error(argv.error());
    return std::move(argv).value();
}

CheckSettings read_settings(const po::variables_map& values) {
    CheckSettings settings;
    settings.argv = read_engine(values);
    settings.host = read_host(values);
    settings.rules = rules_called(values["rules"].as<std::string>());
    settings.timeout = read_time(values, "timeout");
    settings.start_timeout = read_time(values, "start-timeout");
    settings.clock = read_time(values, "clock");
    if (values.count("step") > 0) settings.only = values["step"].as<std::vector<std::string>>();
    return settings;
}

// Writes reports as text or as JSON, each at once.
class Printer {
  public:
    Printer(std::FILE* out, bool json) : out_(out), json_(json) {}

    void print(const StepReport& report) const { line(json_ ? object(report) : text(report)); }
    void print(const CheckSummary& summary) const {
        line(json_ ? object(summary)
                   : fmt::format("{} passed, {} warned, {} failed, {} skipped", summary.passed,
                                 summary.warned, summary.failed, summary.skipped));
    }
    void print(const StepTitle& step) const {
        line(json_ ? title(step).dump()
                   : fmt::format("{:<23}{:<12}{}", step.name, to_text(step.demand), step.asks));
    }

  private:
    using Json = nlohmann::ordered_json;

    void line(const std::string& words) const {
        fmt::print(out_, "{}\n", words);
        std::fflush(out_);
    }
    static std::string text(const StepReport& report) {
        return fmt::format("{}  {:<23}{}", to_text(report.verdict), report.step.name,
                           report.reason.empty() ? report.step.asks : report.reason);
    }
    static Json title(const StepTitle& step) {
        return {{"step", step.name}, {"asks", step.asks}, {"demand", to_text(step.demand)}};
    }
    static std::string object(const StepReport& report) {
        Json json = title(report.step);
        json["verdict"] = to_text(report.verdict);
        json["reason"] = report.reason;
        json["ms"] = report.elapsed;
        return json.dump();
    }
    static std::string object(const CheckSummary& summary) {
        return Json{{"passed", summary.passed},
                    {"warned", summary.warned},
                    {"failed", summary.failed},
                    {"skipped", summary.skipped}}
            .dump();
    }

    std::FILE* out_;
    bool json_;
};

int check(const CheckSettings& settings, const Printer& printer) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto summary =
        check_engine(settings, [&](const StepReport& report) { printer.print(report); });
    if (!summary) {
        fmt::print(stderr, "{}: {}\n", kProgram, summary.error());
        return kBadCall;
    }
    printer.print(*summary);
    return summary->failed > 0 ? kFailed : 0;
}

}  // namespace

int run_check(int argc, const char* const* argv, std::FILE* out) {
    return run_program(kProgram, [&] {
        po::positional_options_description positions;
        positions.add("engine", 1);
        const auto values = read_arguments(options(), positions, argc, argv);
        const Printer printer(out, values.count("json") > 0);
        if (values.count("help") > 0) {
            print_help(kUsage, options());
        } else if (values.count("list") > 0) {
            for (const StepTitle& step : check_steps()) printer.print(step);
        } else {
            return check(read_settings(values), printer);
        }
        return 0;
    });
}

int run_check(int argc, const char* const* argv) { return run_check(argc, argv, stdout); }

}  // namespace anqi
