#include "tests/support/table_folder.h"

#include <algorithm>
#include <filesystem>

#include "tests/support/endings.h"
#include "tests/support/test_data.h"

namespace anqi::test {

TableFolder::TableFolder(anqi::Shape shape, int men, int face_down)
    : classes_(shape, extents_up_to(men, face_down)) {}

Status TableFolder::build(const BuildSettings& settings) {
    BuildSettings here = settings;
    here.folder = folder_.path();
    const StopFlag never;
    return TableBuilder(classes_, here).run(never, [this](const BuildProgress& progress) {
        if (!progress.last.empty()) built.push_back(progress.last);
    });
}

std::vector<std::pair<std::string, std::string>> TableFolder::content() const {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
        const std::string path = entry.path().string();
        files.emplace_back(entry.path().filename().string(), read_file(path));
    }
    std::sort(files.begin(), files.end());
    return files;
}

Probe probe_for(OnDemand& solver, anqi::RuleSet rules, const Position& position) {
    Probe probe{position, rules, {}, {}};
    if (position.face_down() == 0) {
        probe.judgement = solver.judge(rules, position);
    } else {
        probe.rules.quiet_limit = 0;
        probe.score = solver.score(position);
    }
    return probe;
}

std::vector<Probe> random_probes(OnDemand& solver, const anqi::RuleSet& rules, int men,
                                 std::size_t count, Random& random) {
    std::vector<Probe> probes;
    const auto add = [&](const anqi::Men& set) {
        Position position = random_position(set, random);
        position.set_quiet(static_cast<int>(random.below(20)));
        probes.push_back(probe_for(solver, rules, position));
    };
    const std::size_t kinds = static_cast<std::size_t>((men + 1) * (men + 2) / 2 - 3);
    for (int n = 2; n <= men; ++n) {
        for (int face_down = 0; face_down <= n; ++face_down) {
            for (const auto& set : random_endings(n, face_down, count / kinds + 1, random))
                add(set);
        }
    }
    return probes;
}

Answer ask(const Tables& tables, const Probe& probe) {
    const auto judgement = tables.judge(probe.rules, probe.position);
    const auto score = tables.score(probe.rules, probe.position);
    if (!judgement && !score) return Answer::none;
    return judgement == probe.judgement && score == probe.score ? Answer::right : Answer::wrong;
}

}  // namespace anqi::test
