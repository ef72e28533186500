// build, index, plan: making tables.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "engine/tables/builder.h"
#include "engine/util/clock.h"
#include "tools/end_by_signal.h"
#include "tools/program.h"
#include "tools/tables/commands.h"

namespace anqi::tables_tool {
namespace {

namespace po = boost::program_options;
namespace fs = std::filesystem;

constexpr double kSecond = 1e6;
// Measured: nodes a second and thread that a build comes to on a machine of 2022, by which plan
// estimates.
constexpr double kNodesASecond = 350'000;

void add_extent(po::options_description& options) {
    add_rules(options);
    // clang-format off
    options.add_options()
        ("men", po::value<std::string>()->default_value("4"), "endings of so many men, 2 to 8")
        ("face-down", po::value<std::string>()->default_value("0"),
         "of up to so many men also those with face-down pieces, 0 to 5");
    // clang-format on
}

EndgameClasses read_classes(const Values& values) {
    const auto men = static_cast<int>(read_number(values, "men", 2, kMostTableMen));
    const auto face_down =
        static_cast<int>(read_number(values, "face-down", 0, std::min(men, kMostTableFaceDown)));
    return {read_rules(values).shape, extents_up_to(men, face_down)};
}

void add_build(po::options_description& options) {
    add_extent(options);
    // clang-format off
    options.add_options()
        ("threads", po::value<std::string>()->default_value("2"), "classes built at once")
        ("memory", po::value<std::string>()->default_value("4096"), "MiB, a limit for all of them")
        ("only", po::value<std::vector<std::string>>(),
         "a class as plan names it; repeat for more. Leaves the folder's index alone");
    // clang-format on
}

std::string duration(double seconds) {
    return duration_text(static_cast<Microseconds>(seconds * kSecond));
}

// One line a class: how far, what, and how long the rest will take at this speed.
class Progress {
  public:
    void operator()(const BuildProgress& p) {
        const double seconds = static_cast<double>(clock_.now() - begun_) / kSecond;
        const double share =
            p.nodes == 0 ? 1 : static_cast<double>(p.nodes_done) / static_cast<double>(p.nodes);
        std::string line =
            fmt::format("{} of {} classes, {:.1f} %", p.done, p.classes, 100 * share);
        if (!p.last.empty()) line += fmt::format(", {}", p.last);
        if (share > 0 && share < 1) {
            line += fmt::format(", about {} to go", duration(seconds / share * (1 - share)));
        }
        tell(line + "\n");
    }

  private:
    SteadyClock clock_;
    Microseconds begun_ = clock_.now();
};

int run_build(const Values& values) {
    BuildSettings settings;
    settings.folder = read_word(values, "folder", "the folder for the tables");
    settings.threads = static_cast<int>(read_number(values, "threads", 1, 256));
    settings.memory = static_cast<std::uint64_t>(read_number(values, "memory", 1, 1 << 24)) << 20;
    settings.only = read_words(values, "only");
    const EndgameClasses classes = read_classes(values);
    for (const std::string& name : settings.only) {
        const Men men = read_men(name);
        const Seating* const seating = classes.find(men);
        if (seating == nullptr) throw po::error(fmt::format("{} is beyond --men", name));
        if (seating->cls->name() != name) {
            throw po::error(fmt::format("{} is in the class {}", name, seating->cls->name()));
        }
    }
    std::error_code error;
    fs::create_directories(settings.folder, error);
    if (error)
        return fail("anqi-tables build", fmt::format("{}: {}", settings.folder, error.message()));
    StopFlag stop;
    const EndBySignal watch(stop, "finishing the classes under way; once more to end at once\n");
    TableBuilder builder(classes, settings);
    Progress progress;
    const Status built = builder.run(stop, [&](const BuildProgress& p) { progress(p); });
    if (!built) return fail("anqi-tables build", built.error());
    if (!stop.requested()) return 0;
    tell("stopped; the same command goes on\n");
    return kInterrupted;
}

int run_index(const Values& values) {
    const std::string folder = read_word(values, "folder", "the folder of the tables");
    std::vector<std::string> refused;
    const Status written = index_folder(folder, read_classes(values), refused);
    for (const std::string& line : refused) tell(line + "\n");
    if (!written) return fail("anqi-tables index", written.error());
    return refused.empty() ? 0 : kFailed;
}

int run_plan(const Values& values) {
    const EndgameClasses classes = read_classes(values);
    std::uint64_t nodes = 0;
    for (const BuildStep& step : build_steps(classes)) {
        nodes += step.cls->nodes();
        fmt::print("{} nodes {} memory {} seconds {:.0f} needs", step.cls->name(),
                   step.cls->nodes(), (step.memory >> 20) + 1,
                   static_cast<double>(step.cls->nodes()) / kNodesASecond);
        for (const EndgameClass* const need : step.needs) fmt::print(" {}", need->name());
        fmt::print("\n");
    }
    fmt::print("total {} classes {} sets of men {} nodes, about {} on one core\n",
               classes.all().size(), classes.sets(), nodes,
               duration(static_cast<double>(nodes) / kNodesASecond));
    return 0;
}

}  // namespace

const Subcommand kBuild = {
    "build",
    "anqi-tables build FOLDER [options]\n"
    "Builds endgame tables into a folder; goes on where an earlier call ended.\n",
    "folder", add_build, run_build};
const Subcommand kIndex = {"index",
                           "anqi-tables index FOLDER [options]\n"
                           "Examines the tables in a folder and writes its index anew.\n",
                           "folder", add_extent, run_index};
const Subcommand kPlan = {
    "plan",
    "anqi-tables plan [options]\n"
    "Lists what there is to build, for a job scheduler: a line for each class with\n"
    "its nodes, memory in MiB, seconds, and the classes that must stand before.\n"
    "Each is built by: anqi-tables build FOLDER --only CLASS, with the same options.\n",
    nullptr, add_extent, run_plan};

}  // namespace anqi::tables_tool
