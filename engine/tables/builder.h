// Builds tables into a folder, class by class: what captures and flips lead to comes first, several
// classes at once, and what is there already is not built again.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "engine/tables/endgame_class.h"
#include "engine/tables/solved_class.h"
#include "engine/tables/table_index.h"
#include "engine/util/result.h"
#include "engine/util/stop_flag.h"

namespace anqi {

// What building one class takes.
struct BuildStep {
    const EndgameClass* cls = nullptr;
    std::vector<const EndgameClass*> needs;  // all of them earlier steps
    std::uint64_t memory = 0;                // bytes, estimated
};

// All classes, in an order in which they can be built.
std::vector<BuildStep> build_steps(const EndgameClasses& classes);

struct BuildSettings {
    std::string folder;             // must exist
    int threads = 1;                // classes built at once
    std::uint64_t memory = 0;       // bytes, a limit for all of them together
    std::vector<std::string> only;  // names of classes; empty = all
};

struct BuildProgress {
    std::size_t done = 0;  // classes, with those that were there
    std::size_t classes = 0;
    std::uint64_t nodes_done = 0;  // by this run
    std::uint64_t nodes = 0;       // that this run has to do
    std::string last;              // the class just finished; empty at the start
};
using ShowProgress = std::function<void(const BuildProgress&)>;

class TableBuilder {
  public:
    // Both must outlive the object.
    TableBuilder(const EndgameClasses& classes, const BuildSettings& settings);

    // Builds what is missing and brings the folder's index up to date, which without `only` is done
    // after every class. After `stop` no class is begun any more. Calls `show` from one thread at a
    // time. Errors name the class or file: a class beyond the memory limit or whose needs are not
    // there, what cannot be written, a folder with tables of another shape. Finished classes stay.
    Status run(const StopFlag& stop, const ShowProgress& show);

  private:
    enum class Stage : std::uint8_t { waiting, building, done };

    Status survey();
    TableIndex list() const;
    void call_helpers(std::vector<std::jthread>& helpers, const StopFlag& stop,
                      const ShowProgress& show);
    void work(const StopFlag& stop, const ShowProgress& show);
    const BuildStep* next_step();
    bool ready(const BuildStep& step) const;
    void explain_rest();
    std::shared_ptr<const SolvedClass> load(const EndgameClass& cls);
    void finish(const BuildStep& step, const Status& built, const ShowProgress& show);
    Status build_now(const BuildStep& step);
    Status build(const BuildStep& step);
    Status store(const BuildStep& step, const SolvedClass& solved);
    Stage& stage(const EndgameClass& cls) { return stages_[cls.number()]; }

    const EndgameClasses& classes_;
    const BuildSettings& settings_;
    std::vector<BuildStep> steps_;

    std::mutex mutex_;  // of what follows
    std::condition_variable changed_;
    std::vector<Stage> stages_;  // by number of the class
    std::map<std::string, TableIndex::Entry> entries_;
    std::vector<std::weak_ptr<const SolvedClass>> loaded_;
    std::uint64_t memory_used_ = 0;
    int building_ = 0;
    BuildProgress progress_;
    std::string failure_;
};

// Looks at all tables in a folder and writes its index: for tables that came from elsewhere. Files
// that are no sound tables are left out and named in `refused`.
Status index_folder(const std::string& folder, const EndgameClasses& classes,
                    std::vector<std::string>& refused);

}  // namespace anqi
