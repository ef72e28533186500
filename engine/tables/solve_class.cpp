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
        std::unordered_map<std::uint64_t, Symbol> symbols;
        std::vector<std::pair<Symbol, PackedJudgement>> rows;  // old symbol and new judgement
        for (std::size_t i = 0; i < judgements.size(); ++i) {
            const Symbol old = solved_.symbols[i];
            const auto key = std::uint64_t{old} << 16 | static_cast<std::uint16_t>(judgements[i]);
            const auto [found, fresh] = symbols.emplace(key, static_cast<Symbol>(rows.size()));
            if (fresh) rows.emplace_back(old, judgements[i]);
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
    const std::vector<Task> all = tasks(targets);
    Analysis last;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool same = i > 0 && all[i].verdicts == all[i - 1].verdicts && !last.blockades;
        if (!same) {
            last = analyse(*solved.cls, passages, measure_of(all[i].column),
                           Lookup(targets, all[i].column));
        }
        weaver.add(all[i].column, last.judgements);
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
        solved.symbols.push_back(found->second);
    }
    solved.palette.plies_needed = result.longest;
    for (const SolvedClass* const target : targets) {
        solved.palette.plies_needed = std::max(solved.palette.plies_needed, plies_needed(*target));
    }
}

// The first node for which good(node) is false.
template <class F>
std::optional<NodeNumber> first_bad(const EndgameClass& cls, F&& good) {
    for (NodeNumber node = 0; node < cls.nodes(); ++node) {
        if (cls.used(node) && !good(node)) return node;
    }
    return std::nullopt;
}

std::optional<NodeNumber> first_bad_judgement(const SolvedClass& solved, const Passages& passages,
                                              const Targets& targets, std::size_t column) {
    const Palette& palette = solved.palette;
    const Measure measure = measure_of(palette.columns[column]);
    const Judge judge = Lookup(targets, palette.columns[column]);
    const std::function<Judgement(NodeNumber)> within = [&](NodeNumber node) {
        return palette.judgement(solved.symbols[node], column);
    };
    return first_bad(*solved.cls, [&](NodeNumber node) {
        return within(node) ==
               judgement_by_successors(*solved.cls, passages, node, measure, judge, within);
    });
}

std::optional<NodeNumber> first_bad_score(const SolvedClass& solved, const Passages& passages,
                                          const SolvedOf& solved_of) {
    const ScoreOf score_of = score_lookup(solved_of);
    const std::function<double(NodeNumber)> within = [&](NodeNumber node) {
        return score_in(solved, node);
    };
    return first_bad(*solved.cls, [&](NodeNumber node) {
        return within(node) == score_by_successors(*solved.cls, passages, node, score_of, within);
    });
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
    if (!solved.cls->men().pool.empty()) return first_bad_score(solved, passages, solved_of);
    const Targets targets = targets_of(passages, solved_of);
    for (std::size_t c = 0; c < solved.palette.columns.size(); ++c) {
        if (const auto bad = first_bad_judgement(solved, passages, targets, c)) return bad;
    }
    return std::nullopt;
}

}  // namespace anqi
