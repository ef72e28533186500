#include "engine/tables/solve_class.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/tables/expectation.h"

namespace anqi {
namespace {

using Targets = std::vector<const SolvedClass*>;

Targets targets_of(const Passages& passages, const SolvedOf& solved_of) {
    Targets targets;
    for (const EndgameClass* const cls : passages.targets()) targets.push_back(&solved_of(*cls));
    return targets;
}

// Limits at which the verdict on some node of the targets may change.
std::set<int> limits_to_try(const Targets& targets) {
    std::set<int> limits{kLeastLimit};
    for (const SolvedClass* const target : targets) {
        for (const Column& column : target->palette.columns) limits.insert(column.low);
        for (const PackedJudgement packed : target->palette.judgements) {
            limits.insert(std::max(kLeastLimit, unpack(packed).distance));
        }
    }
    return limits;
}

// How all symbols of all targets stand under a limit. Where two limits agree in this, the class has
// the same judgements.
std::string verdicts(const Targets& targets, int limit, LimitPly limit_ply) {
    std::string verdicts;
    for (const SolvedClass* const target : targets) {
        const Palette& palette = target->palette;
        const auto column = palette.column_for(limit, limit_ply);
        assert(column);
        for (std::size_t symbol = 0; symbol < palette.symbols(); ++symbol) {
            const Judgement j = palette.judgement(static_cast<Symbol>(symbol), *column);
            verdicts.push_back(static_cast<char>(j.in_time(limit).result));
        }
    }
    return verdicts;
}

// A column to compute, and by what verdicts.
struct Task {
    Column column;
    std::string verdicts;
};

std::vector<Task> tasks(const Targets& targets) {
    const std::set<int> limits = limits_to_try(targets);
    std::vector<Task> tasks;
    for (const LimitPly limit_ply : {LimitPly::win, LimitPly::draw}) {
        const std::size_t first = tasks.size();
        for (const int limit : limits) {
            std::string now = verdicts(targets, limit, limit_ply);
            if (tasks.size() > first && tasks.back().verdicts == now) continue;
            if (tasks.size() > first) tasks.back().column.high = limit - 1;
            tasks.push_back({{limit, kNoLimit, limit_ply}, std::move(now)});
        }
    }
    std::stable_sort(tasks.begin(), tasks.end(),
                     [](const Task& a, const Task& b) { return a.column.low < b.column.low; });
    return tasks;
}

// Takes one column after the other into symbols and palette.
class Weaver {
  public:
    explicit Weaver(SolvedClass& solved) : solved_(solved) {
        solved_.symbols.assign(solved.cls->nodes(), 0);
    }

    void add(const Column& column, const std::vector<PackedJudgement>& judgements) {
        std::unordered_map<std::uint32_t, Symbol> symbols;
        std::vector<std::pair<Symbol, PackedJudgement>> rows;  // old symbol and new judgement
        for (std::size_t i = 0; i < judgements.size(); ++i) {
            const Symbol old = solved_.symbols[i];
            const auto key =
                static_cast<std::uint32_t>(old) << 16 | static_cast<std::uint16_t>(judgements[i]);
            const auto [found, fresh] = symbols.emplace(key, static_cast<Symbol>(rows.size()));
            if (fresh) rows.emplace_back(old, judgements[i]);
            assert(rows.size() < kMostSymbols);
            solved_.symbols[i] = found->second;
        }
        extend_palette(rows);
        solved_.palette.columns.push_back(column);
    }

  private:
    void extend_palette(const std::vector<std::pair<Symbol, PackedJudgement>>& rows) {
        Palette& palette = solved_.palette;
        const auto width = static_cast<std::ptrdiff_t>(palette.columns.size());
        std::vector<PackedJudgement> judgements;
        for (const auto& [old, judgement] : rows) {
            const auto begin = palette.judgements.begin() + old * width;
            judgements.insert(judgements.end(), begin, begin + width);
            judgements.push_back(judgement);
        }
        palette.judgements = std::move(judgements);
    }

    SolvedClass& solved_;
};

// Looks nodes up in the targets, under one column of each.
class Lookup {
  public:
    Lookup(const Targets& targets, const Column& column) {
        for (const SolvedClass* const target : targets) {
            places_.push_back({target, *target->palette.column_for(column.low, column.limit_ply)});
        }
    }

    Judgement operator()(const EndgameClass& cls, NodeNumber node) const {
        const auto place = std::find_if(places_.begin(), places_.end(),
                                        [&](const Place& p) { return p.solved->cls == &cls; });
        return place->solved->palette.judgement(place->solved->symbols[node], place->column);
    }

  private:
    struct Place {
        const SolvedClass* solved;
        std::size_t column;
    };
    std::vector<Place> places_;
};

Measure measure_of(const Column& column) { return {false, column.low, column.limit_ply}; }

// Columns in the order of their limits. Where both verdicts on the limit ply come to the same, the
// second takes over what the first found.
void solve_judgements(SolvedClass& solved, const Passages& passages, const Targets& targets) {
    Weaver weaver(solved);
    Analysis last;
    std::string last_verdicts;  // empty before the first; no class has none
    for (const Task& task : tasks(targets)) {
        const std::string verdicts = "v" + task.verdicts;
        if (verdicts != last_verdicts || last.blockades) {
            last = analyse(*solved.cls, passages, measure_of(task.column),
                           Lookup(targets, task.column));
        }
        last_verdicts = verdicts;
        weaver.add(task.column, last.judgements);
    }
}

// The score of a node, of a class with or without face-down pieces.
double score_in(const SolvedClass& solved, NodeNumber node) {
    const Palette& palette = solved.palette;
    const Symbol symbol = solved.symbols[node];
    if (palette.columns.empty()) return palette.scores[symbol];
    return palette.judgement(symbol, *palette.column_for(kNoLimit, LimitPly::win)).result;
}

// The quiet limit from which on it changes nothing in a class and those below it.
int plies_needed(const SolvedClass& solved) {
    const Palette& palette = solved.palette;
    if (palette.columns.empty()) return palette.plies_needed;
    int needed = 0;
    for (std::size_t c = 0; c < palette.columns.size(); ++c) {
        if (!palette.columns[c].serves(kNoLimit, palette.columns[c].limit_ply)) continue;
        if (palette.columns[c].low > kLeastLimit) needed = std::max(needed, palette.columns[c].low);
        for (std::size_t s = 0; s < palette.symbols(); ++s) {
            needed = std::max(needed, palette.judgement(static_cast<Symbol>(s), c).distance);
        }
    }
    return needed;
}

ScoreOf score_lookup(const SolvedOf& solved_of) {
    return [&solved_of](const EndgameClass& cls, NodeNumber node) {
        return score_in(solved_of(cls), node);
    };
}

void solve_scores(SolvedClass& solved, const Passages& passages, const Targets& targets,
                  const SolvedOf& solved_of) {
    const Expectations result = expectations(*solved.cls, passages, score_lookup(solved_of));
    std::map<double, Symbol> symbols;
    for (const double score : result.scores) {
        const auto [found, fresh] = symbols.emplace(score, static_cast<Symbol>(symbols.size()));
        if (fresh) solved.palette.scores.push_back(score);
        assert(symbols.size() < kMostSymbols);
        solved.symbols.push_back(found->second);
    }
    solved.palette.plies_needed = result.longest;
    for (const SolvedClass* const target : targets) {
        solved.palette.plies_needed = std::max(solved.palette.plies_needed, plies_needed(*target));
    }
}

bool consistent(const SolvedClass& solved, const Passages& passages, const Targets& targets,
                NodeNumber node) {
    const Palette& palette = solved.palette;
    for (std::size_t c = 0; c < palette.columns.size(); ++c) {
        const auto within = [&](NodeNumber after) {
            return palette.judgement(solved.symbols[after], c);
        };
        const Judgement expected =
            judgement_by_successors(*solved.cls, passages, node, measure_of(palette.columns[c]),
                                    Lookup(targets, palette.columns[c]), within);
        if (within(node) != expected) return false;
    }
    return true;
}

}  // namespace

std::optional<std::size_t> Palette::column_for(int limit, LimitPly verdict) const {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c].serves(limit, verdict)) return c;
    }
    return std::nullopt;
}

SolvedClass solve_class(const EndgameClass& cls, const Passages& passages,
                        const SolvedOf& solved_of) {
    SolvedClass solved;
    solved.cls = &cls;
    const Targets targets = targets_of(passages, solved_of);
    if (cls.men().pool.empty()) {
        solve_judgements(solved, passages, targets);
    } else {
        solve_scores(solved, passages, targets, solved_of);
    }
    return solved;
}

std::optional<NodeNumber> first_inconsistent(const SolvedClass& solved, const Passages& passages,
                                             const SolvedOf& solved_of) {
    const Targets targets = targets_of(passages, solved_of);
    const ScoreOf score_of = score_lookup(solved_of);
    const auto within = [&](NodeNumber after) { return score_in(solved, after); };
    const bool judged = solved.cls->men().pool.empty();
    for (NodeNumber node = 0; node < solved.cls->nodes(); ++node) {
        if (!solved.cls->used(node)) continue;
        const bool good = judged ? consistent(solved, passages, targets, node)
                                 : within(node) == score_by_successors(*solved.cls, passages, node,
                                                                       score_of, within);
        if (!good) return node;
    }
    return std::nullopt;
}

}  // namespace anqi
