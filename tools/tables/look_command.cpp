// list, verify, probe: looking at tables.
#include <fmt/format.h>
#include <map>

#include "engine/core/history.h"
#include "engine/core/notation.h"
#include "engine/tables/passage.h"
#include "engine/tables/solve_class.h"
#include "engine/tables/table_file.h"
#include "engine/tables/table_index.h"
#include "engine/tables/tables.h"
#include "engine/util/file.h"
#include "engine/util/hash.h"
#include "tools/program.h"
#include "tools/tables/commands.h"

namespace anqi::tables_tool {
namespace {

namespace po = boost::program_options;

constexpr std::size_t kCacheBytes = std::size_t{64} << 20;

// Classes enough for everything that an index names.
EndgameClasses classes_of(const TableIndex& index) {
    int men = 2, face_down = 0;
    for (const auto& entry : index.entries) {
        const auto set = parse_men(entry.name);
        if (!set || set->count() > kMostTableMen || set->pool.size() > kMostTableFaceDown) continue;
        men = std::max(men, set->count());
        if (!set->pool.empty()) face_down = std::max(face_down, set->count());
    }
    return {index.shape, extents_up_to(men, face_down)};
}

int run_list(const Values& values) {
    const std::string folder = read_word(values, "folder", "the folder of the tables");
    const auto index = read_index(folder);
    if (!index) return fail("anqi-tables list", index.error());
    const EndgameClasses classes = classes_of(*index);
    int status = 0;
    std::uint64_t bytes = 0, nodes = 0;
    for (const auto& entry : index->entries) {
        const auto file = TableFile::open(table_path(folder, entry.name), classes);
        if (!file) {
            status = fail("anqi-tables list", file.error());
            continue;
        }
        bytes += entry.bytes;
        nodes += file->cls().nodes();
        fmt::print("{} nodes {} bytes {} symbols {} columns {}\n", entry.name, file->cls().nodes(),
                   entry.bytes, file->palette().symbols(), file->palette().columns.size());
    }
    fmt::print("total {} tables {} nodes {} bytes, rules of shape {}\n", index->entries.size(),
               nodes, bytes, to_text(index->shape));
    return status;
}

// Checks one folder's tables against the index, and each node against those that its actions lead
// to.
class Verification {
  public:
    Verification(std::string folder, const TableIndex& index)
        : folder_(std::move(folder)), classes_(classes_of(index)) {}

    Status check(const TableIndex::Entry& entry) {
        const std::string path = table_path(folder_, entry.name);
        const auto content = read_file(path, kMostTableBytes);
        if (!content) return Error{content.error()};
        if (content->size() != entry.bytes || fingerprint(*content) != entry.fingerprint) {
            return Error{fmt::format("'{}': not what the index says", path)};
        }
        const auto solved = load(entry.name);
        if (!solved) return Error{solved.error()};
        return consistent(**solved);
    }

  private:
    Result<const SolvedClass*> load(const std::string& name) {
        const auto known = solved_.find(name);
        if (known != solved_.end()) return &known->second;
        const auto file = TableFile::open(table_path(folder_, name), classes_);
        if (!file) return Error{file.error()};
        auto solved = file->read_all();
        if (!solved) return Error{solved.error()};
        return &solved_.emplace(name, std::move(solved).value()).first->second;
    }

    Status consistent(const SolvedClass& solved) {
        const Passages passages(classes_, *solved.cls);
        for (const EndgameClass* const target : passages.targets()) {
            const auto loaded = load(target->name());
            if (!loaded) return Error{loaded.error()};
        }
        const auto bad = first_inconsistent(solved, passages,
                                            [this](const EndgameClass& cls) -> const SolvedClass& {
                                                return solved_.at(cls.name());
                                            });
        if (!bad) return Done{};
        return Error{fmt::format("{}: wrong at {}", solved.cls->name(),
                                 to_text(solved.cls->position(solved.cls->spot(*bad))))};
    }

    std::string folder_;
    EndgameClasses classes_;
    std::map<std::string, SolvedClass> solved_;
};

int run_verify(const Values& values) {
    const std::string folder = read_word(values, "folder", "the folder of the tables");
    const auto index = read_index(folder);
    if (!index) return fail("anqi-tables verify", index.error());
    Verification verification(folder, *index);
    int status = 0;
    for (std::size_t i = 0; i < index->entries.size(); ++i) {
        const auto& entry = index->entries[i];
        const Status sound = verification.check(entry);
        if (!sound) status = fail("anqi-tables verify", sound.error());
        tell(fmt::format("{} of {}: {} {}\n", i + 1, index->entries.size(), entry.name,
                         sound ? "right" : "WRONG"));
    }
    if (status == 0) fmt::print("{} tables, all right\n", index->entries.size());
    return status;
}

void add_probe(po::options_description& options) {
    add_rules(options);
    options.add_options()("position", po::value<std::string>(), "position text");
}

int run_probe(const Values& values) {
    const RuleSet rules = read_served_rules(values);
    const std::string folder = read_word(values, "folder", "the folder of the tables");
    const Position position = read_position(read_required(values, "position"));
    const Outcome outcome = verdict(rules, position, History(position));
    if (outcome.over()) {
        fmt::print("over: {}\n", to_text(outcome));
        return 0;
    }
    const Tables tables(rules.shape, {folder}, kCacheBytes);
    const auto judgement = tables.judge(rules, position);
    const auto score = tables.score(rules, position);
    for (const std::string& problem : tables.problems()) tell(problem + "\n");
    if (judgement) {
        constexpr const char* kNames[] = {"loss", "draw", "win"};
        fmt::print("{}", kNames[judgement->result + 1]);
        if (judgement->result != 0) fmt::print(" distance {}", judgement->distance);
        fmt::print("\n");
        return 0;
    }
    if (!score) return fail("anqi-tables probe", "no table for this position");
    fmt::print("score {:.6f}\n", *score);
    return 0;
}

}  // namespace

const Subcommand kList = {"list", "anqi-tables list FOLDER\nSays which tables a folder has.\n",
                          "folder", add_nothing, run_list};
const Subcommand kVerify = {
    "verify",
    "anqi-tables verify FOLDER\n"
    "Checks every file and that each value follows from those that its actions\n"
    "lead to.\n",
    "folder", add_nothing, run_verify};
const Subcommand kProbe = {"probe",
                           "anqi-tables probe FOLDER --position \"TEXT\" [options]\n"
                           "Says what the tables know of a position, for the side to move.\n",
                           "folder", add_probe, run_probe};

}  // namespace anqi::tables_tool
