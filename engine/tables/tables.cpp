#include "engine/tables/tables.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <mutex>
#include <utility>

#include "engine/tables/passage.h"
#include "engine/tables/solve_class.h"
#include "engine/tables/table_file.h"
#include "engine/tables/table_index.h"

namespace anqi {

// One class's table: a file, or in memory.
struct Tables::Source {
    const EndgameClass* cls;
    std::optional<TableFile> file;
    SolvedClass solved;
    mutable std::atomic<bool> damaged{false};

    const Palette& palette() const { return file ? file->palette() : solved.palette; }
};

struct Tables::Problems {
    std::mutex mutex;
    std::vector<std::string> lines;
};

// Unpacked blocks, each at the one place that its class and number give it. Places are locked one
// by one, for as long as it takes to copy a symbol or to unpack a block.
class Tables::Cache {
  public:
    explicit Cache(std::size_t bytes) : places_(std::max<std::size_t>(1, bytes / kPlaceBytes)) {}

    Result<Symbol> symbol(const TableFile& file, NodeNumber node) {
        const std::size_t block = node / file.nodes_in_block();
        const std::size_t within = node % file.nodes_in_block();
        Place& place = places_[(first_of(file) + block) % places_.size()];
        const std::lock_guard lock(place.mutex);
        if (place.cls != &file.cls() || place.block != block) {
            auto symbols = file.read_block(block);
            if (!symbols) return Error{symbols.error()};
            place.cls = &file.cls();
            place.block = block;
            place.symbols = std::move(symbols).value();
        }
        return place.symbols[within];
    }

    // Blocks of all files stand one after the other, so that none share a place while there is
    // room.
    void add(const TableFile& file) {
        const std::size_t number = file.cls().number();
        if (firsts_.size() <= number) firsts_.resize(number + 1);
        firsts_[number] = blocks_;
        blocks_ += file.blocks();
    }

  private:
    static constexpr std::size_t kPlaceBytes = kNodesInBlock * sizeof(Symbol);

    struct Place {
        std::mutex mutex;
        const EndgameClass* cls = nullptr;
        std::size_t block = 0;
        std::vector<Symbol> symbols;
    };

    std::size_t first_of(const TableFile& file) const { return firsts_[file.cls().number()]; }

    std::vector<std::size_t> firsts_;  // by number of the class
    std::size_t blocks_ = 0;
    std::vector<Place> places_;
};

namespace {

struct Listed {
    std::string folder;
    TableIndex::Entry entry;
};

// What the names in an index say about which sets of men are needed.
std::vector<EndgameClasses::Extent> extents_of(const std::vector<Listed>& listed) {
    std::map<std::pair<int, int>, bool> seen;
    for (const auto& [folder, entry] : listed) {
        const auto men = parse_men(entry.name);
        const bool possible = men && men->count() <= kMostTableMen &&
                              men->pool.size() <= kMostTableFaceDown && men->alive(Colour::red) &&
                              men->alive(Colour::black);
        if (possible) seen[{men->count(), men->pool.size()}] = true;
    }
    std::vector<EndgameClasses::Extent> extents;
    for (const auto& [extent, yes] : seen) extents.push_back({extent.first, extent.second});
    return extents;
}

Status check_shape(const std::string& folder, const TableIndex& index, Shape shape) {
    if (index.shape == shape) return Done{};
    return Error{folder + ": for rules of shape " + std::string(to_text(index.shape)) + ", not " +
                 std::string(to_text(shape))};
}

}  // namespace

Tables::Tables(Shape shape, const std::vector<std::string>& folders, std::size_t cache_bytes)
    : shape_(shape),
      cache_(std::make_unique<Cache>(cache_bytes)),
      problems_(std::make_unique<Problems>()) {
    std::vector<Listed> listed;
    for (const std::string& folder : folders) {
        const auto index = read_index(folder);
        const Status fits = index ? check_shape(folder, *index, shape) : Error{index.error()};
        if (!fits) {
            refuse(fits.error());
            continue;
        }
        for (const auto& entry : index->entries) listed.push_back({folder, entry});
    }
    classes_ = std::make_unique<EndgameClasses>(shape, extents_of(listed));
    sources_.resize(classes_->all().size());
    for (const auto& [folder, entry] : listed) {
        const Status added = add(table_path(folder, entry.name), entry.name);
        if (!added) refuse(added.error());
    }
}

Status Tables::add(const std::string& path, const std::string& name) {
    auto file = TableFile::open(path, *classes_);
    if (!file) return Error{file.error()};
    const EndgameClass& cls = file->cls();
    if (cls.name() != name) return Error{path + ": is the table of " + cls.name()};
    most_men_ = std::max(most_men_, cls.men().count());
    auto& source = sources_[cls.number()];
    source = std::make_unique<Source>();
    source->cls = &cls;
    source->file = std::move(file).value();
    cache_->add(*source->file);
    return Done{};
}

Tables::Tables(Shape shape, int men, int face_down)
    : shape_(shape), most_men_(men), problems_(std::make_unique<Problems>()) {
    classes_ = std::make_unique<EndgameClasses>(shape, extents_up_to(men, face_down));
    const SolvedOf solved_of = [this](const EndgameClass& cls) -> const SolvedClass& {
        return sources_[cls.number()]->solved;
    };
    for (const auto& cls : classes_->all()) {
        auto source = std::make_unique<Source>();
        source->cls = cls.get();
        source->solved = solve_class(*cls, Passages(*classes_, *cls), solved_of);
        sources_.push_back(std::move(source));
    }
}

Tables::~Tables() = default;

std::size_t Tables::count() const {
    return static_cast<std::size_t>(std::count_if(sources_.begin(), sources_.end(),
                                                  [](const auto& s) { return s != nullptr; }));
}

std::vector<std::string> Tables::problems() const {
    const std::lock_guard lock(problems_->mutex);
    return problems_->lines;
}

void Tables::refuse(std::string problem) const {
    const std::lock_guard lock(problems_->mutex);
    problems_->lines.push_back(std::move(problem));
}

const Tables::Source* Tables::find(const RuleSet& rules, const Position& position,
                                   NodeNumber& node) const {
    const int men = std::popcount(position.occupied());
    if (men > most_men_ || position.missing() != 0 || rules.shape != shape_) return nullptr;
    const Seating* const seating = classes_->find(men_on(position));
    if (seating == nullptr) return nullptr;
    const Source* const source = sources_[seating->cls->number()].get();
    if (source == nullptr || source->damaged.load(std::memory_order_relaxed)) return nullptr;
    node = seating->node(position);
    return source;
}

std::optional<Symbol> Tables::symbol(const Source& source, NodeNumber node) const {
    if (!source.file) return source.solved.symbols[node];
    const auto symbol = cache_->symbol(*source.file, node);
    if (symbol) return *symbol;
    if (!source.damaged.exchange(true)) refuse(symbol.error());
    return std::nullopt;
}

// As if no quiet ply had been played.
std::optional<Judgement> Tables::untimed(const RuleSet& rules, const Position& position) const {
    if (position.face_down() != 0 || position.side() == Colour::none) return std::nullopt;
    NodeNumber node = 0;
    const Source* const source = find(rules, position, node);
    if (source == nullptr) return std::nullopt;
    const auto column = source->palette().column_for(effective_limit(rules), rules.limit_ply);
    if (!column) return std::nullopt;
    const auto symbol = this->symbol(*source, node);
    if (!symbol) return std::nullopt;
    return source->palette().judgement(*symbol, *column);
}

std::optional<Judgement> Tables::judge(const RuleSet& rules, const Position& position) const {
    const auto judgement = untimed(rules, position);
    if (!judgement) return std::nullopt;
    return judgement->in_time(plies_left(rules, position));
}

std::optional<double> Tables::score(const RuleSet& rules, const Position& position) const {
    if (position.face_down() == 0) return std::nullopt;
    const auto known = value(rules, position);
    return known ? std::optional(known->value) : std::nullopt;
}

std::optional<Tables::Known> Tables::value(const RuleSet& rules, const Position& position) const {
    const int left = plies_left(rules, position);
    if (position.face_down() == 0) {
        const auto judgement = untimed(rules, position);
        if (!judgement) return std::nullopt;
        return Known{static_cast<double>(judgement->in_time(left).result), judgement->distance};
    }
    if (position.side() == Colour::none) return std::nullopt;
    NodeNumber node = 0;
    const Source* const source = find(rules, position, node);
    if (source == nullptr || source->palette().plies_needed >= left) return std::nullopt;
    const auto symbol = this->symbol(*source, node);
    if (!symbol) return std::nullopt;
    return Known{source->palette().scores[*symbol], source->palette().plies_needed};
}

}  // namespace anqi
