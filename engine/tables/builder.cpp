#include "engine/tables/builder.h"

#include <algorithm>
#include <new>
#include <thread>

#include "engine/core/notation.h"
#include "engine/tables/passage.h"
#include "engine/tables/solve_class.h"
#include "engine/tables/table_file.h"
#include "engine/util/file.h"
#include "engine/util/hash.h"

namespace anqi {
namespace {

// Node numbers have 32 bits while a class is solved, and one is kept for the mover.
constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 31;

// Bytes a node: judgements, counters and queues of the retrograde analysis; or states and offers.
constexpr std::uint64_t kForJudgements = 24, kForScores = 96;

std::uint64_t memory_for(const EndgameClass& cls, const std::vector<const EndgameClass*>& needs) {
    std::uint64_t bytes = cls.nodes() * (cls.men().pool.empty() ? kForJudgements : kForScores);
    for (const EndgameClass* const need : needs) bytes += need->nodes() * sizeof(Symbol);
    return bytes;
}

TableIndex::Entry entry_for(const EndgameClass& cls, std::string_view content) {
    return {cls.name(), content.size(), fingerprint(content)};
}

// Reads a file from end to end. What is not as it was written is an error.
Result<TableIndex::Entry> examine(const std::string& path, const EndgameClasses& classes) {
    const auto file = TableFile::open(path, classes);
    if (!file) return Error{file.error()};
    const auto solved = file->read_all();
    if (!solved) return Error{solved.error()};
    const auto content = read_file(path, kMostTableBytes);
    if (!content) return Error{content.error()};
    return entry_for(file->cls(), *content);
}

// What the index says, if it is right by size and header.
bool trusted(const TableIndex::Entry& entry, const std::string& path,
             const EndgameClasses& classes) {
    const auto size = file_size(path);
    if (!size || *size != entry.bytes) return false;
    const auto file = TableFile::open(path, classes);
    return file && file->cls().name() == entry.name;
}

}  // namespace

std::vector<BuildStep> build_steps(const EndgameClasses& classes) {
    std::vector<BuildStep> steps;
    for (const auto& cls : classes.all()) {
        const Passages passages(classes, *cls);
        steps.push_back({cls.get(), passages.targets(), memory_for(*cls, passages.targets())});
    }
    return steps;
}

TableBuilder::TableBuilder(const EndgameClasses& classes, const BuildSettings& settings)
    : classes_(classes),
      settings_(settings),
      steps_(build_steps(classes)),
      stages_(classes.all().size(), Stage::waiting),
      loaded_(classes.all().size()) {}

// Finds out what is there already. What the folder's index lists beyond `classes` stays listed.
Status TableBuilder::survey() {
    const auto index = read_index(settings_.folder);
    if (index && index->shape != classes_.shape()) {
        return Error{quoted(settings_.folder)
                         .append(" has tables for rules of shape ")
                         .append(to_text(index->shape))
                         .append(", not ")
                         .append(to_text(classes_.shape()))};
    }
    for (std::size_t i = 0; index && i < index->entries.size(); ++i) {
        entries_.emplace(index->entries[i].name, index->entries[i]);
    }
    for (const BuildStep& step : steps_) {
        const std::string name = step.cls->name(), path = table_path(settings_.folder, name);
        const auto listed = entries_.find(name);
        const bool known = listed != entries_.end() && trusted(listed->second, path, classes_);
        const auto entry = known ? Result(listed->second) : examine(path, classes_);
        entries_.erase(name);
        if (!entry || entry->name != name) continue;
        entries_.emplace(name, *entry);
        stage(*step.cls) = Stage::done;
    }
    const bool right = index && index->entries == list().entries;
    return right || !settings_.only.empty() ? Done{} : write_index(settings_.folder, list());
}

// All tables that are there. Needs the lock.
TableIndex TableBuilder::list() const {
    TableIndex index{classes_.shape(), {}};
    for (const auto& [name, entry] : entries_) index.entries.push_back(entry);
    return index;
}

Status TableBuilder::run(const StopFlag& stop, const ShowProgress& show) {
    const Status surveyed = survey();
    if (!surveyed) return surveyed;
    if (!settings_.only.empty()) {
        std::erase_if(steps_, [this](const BuildStep& step) {
            const auto& only = settings_.only;
            return std::find(only.begin(), only.end(), step.cls->name()) == only.end();
        });
    }
    progress_.classes = steps_.size();
    for (const BuildStep& step : steps_) {
        const bool done = stage(*step.cls) == Stage::done;
        progress_.done += done;
        progress_.nodes += done ? 0 : step.cls->nodes();
    }
    show(progress_);
    {
        std::vector<std::jthread> helpers;
        call_helpers(helpers, stop, show);
        work(stop, show);
    }
    if (!failure_.empty()) return Error{failure_};
    return Done{};
}

// Fewer than wanted where the system does not grant more.
void TableBuilder::call_helpers(std::vector<std::jthread>& helpers, const StopFlag& stop,
                                const ShowProgress& show) {
    try {
        for (int i = 1; i < settings_.threads; ++i) {
            helpers.emplace_back([this, &stop, &show] { work(stop, show); });
        }
    } catch (const std::exception&) {  // std::system_error or std::bad_alloc
    }
}

bool TableBuilder::ready(const BuildStep& step) const {
    return stages_[step.cls->number()] == Stage::waiting &&
           std::all_of(step.needs.begin(), step.needs.end(), [this](const EndgameClass* need) {
               return stages_[need->number()] == Stage::done;
           });
}

// The first step that can be begun now, or nullptr. Needs the lock.
const BuildStep* TableBuilder::next_step() {
    for (const BuildStep& step : steps_) {
        if (ready(step) && memory_used_ + step.memory <= settings_.memory) return &step;
    }
    return nullptr;
}

void TableBuilder::work(const StopFlag& stop, const ShowProgress& show) {
    std::unique_lock lock(mutex_);
    while (failure_.empty() && !stop.requested()) {
        if (const BuildStep* const step = next_step()) {
            stage(*step->cls) = Stage::building;
            ++building_;
            memory_used_ += step->memory;
            lock.unlock();
            const Status built = build_now(*step);
            lock.lock();
            finish(*step, built, show);
        } else if (building_ > 0) {
            changed_.wait(lock);
        } else {
            explain_rest();
            break;
        }
    }
    changed_.notify_all();
}

// Why nothing can be begun, if anything is left. Needs the lock.
void TableBuilder::explain_rest() {
    for (const BuildStep& step : steps_) {
        if (stages_[step.cls->number()] == Stage::done) continue;
        failure_ = step.cls->name();
        failure_ += ready(step) ? " needs " + std::to_string(step.memory >> 20) + " MiB of memory"
                                : std::string(" needs classes that are not there");
        return;
    }
}

// Needs the lock.
void TableBuilder::finish(const BuildStep& step, const Status& built, const ShowProgress& show) {
    --building_;
    memory_used_ -= step.memory;
    if (built) {
        stage(*step.cls) = Stage::done;
        progress_.last = step.cls->name();
        ++progress_.done;
        progress_.nodes_done += step.cls->nodes();
        show(progress_);
    } else if (failure_.empty()) {
        failure_ = built.error();
    }
    changed_.notify_all();
}

Status TableBuilder::build_now(const BuildStep& step) {
    if (step.cls->nodes() >= kMostNodes) return Error{step.cls->name() + " has too many positions"};
    try {
        return build(step);
    } catch (const std::bad_alloc&) {
        return Error{step.cls->name() + ": the system does not grant enough memory"};
    }
}

Status TableBuilder::build(const BuildStep& step) {
    std::map<const EndgameClass*, std::shared_ptr<const SolvedClass>> targets;
    for (const EndgameClass* const need : step.needs) {
        auto solved = load(*need);
        if (!solved) return Error{"the table of " + need->name() + " cannot be read any more"};
        targets[need] = std::move(solved);
    }
    const Passages passages(classes_, *step.cls);
    const auto solved_of = [&](const EndgameClass& cls) -> const SolvedClass& {
        return *targets.at(&cls);
    };
    return store(step, solve_class(*step.cls, passages, solved_of));
}

Status TableBuilder::store(const BuildStep& step, const SolvedClass& solved) {
    const auto content = table_bytes(solved);
    if (!content) return Error{step.cls->name() + ": " + content.error()};
    const Status written = write_file(table_path(settings_.folder, step.cls->name()), *content);
    if (!written) return written;
    const std::lock_guard lock(mutex_);
    entries_[step.cls->name()] = entry_for(*step.cls, *content);
    // Several jobs may build single classes into one folder; its index is then written at the end.
    return settings_.only.empty() ? write_index(settings_.folder, list()) : Done{};
}

// From memory if another thread uses it just now, else from its file.
std::shared_ptr<const SolvedClass> TableBuilder::load(const EndgameClass& cls) {
    {
        const std::lock_guard lock(mutex_);
        if (auto there = loaded_[cls.number()].lock()) return there;
    }
    const auto file = TableFile::open(table_path(settings_.folder, cls.name()), classes_);
    if (!file) return nullptr;
    auto solved = file->read_all();
    if (!solved) return nullptr;
    auto shared = std::make_shared<const SolvedClass>(std::move(solved).value());
    const std::lock_guard lock(mutex_);
    loaded_[cls.number()] = shared;
    return shared;
}

Status index_folder(const std::string& folder, const EndgameClasses& classes,
                    std::vector<std::string>& refused) {
    TableIndex index{classes.shape(), {}};
    for (const auto& cls : classes.all()) {
        const std::string path = table_path(folder, cls->name());
        if (!file_size(path)) continue;
        const auto entry = examine(path, classes);
        if (!entry) {
            refused.push_back(entry.error());
        } else if (entry->name != cls->name()) {
            refused.push_back("'" + path + "': is the table of " + entry->name);
        } else {
            index.entries.push_back(*entry);
        }
    }
    return write_index(folder, index);
}

}  // namespace anqi
