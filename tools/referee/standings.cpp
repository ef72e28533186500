#include "tools/referee/standings.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace anqi {

Standings::Standings(std::vector<std::string> names)
    : names_(std::move(names)),
      totals_(names_.size()),
      pairs_(names_.size() * names_.size()),
      seats_(names_.size()),
      faults_(names_.size()) {}

int Standings::find(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return found == names_.end() ? -1 : static_cast<int>(found - names_.begin());
}

Tally& Standings::cell(int engine, int opponent) {
    return pairs_[static_cast<std::size_t>(engine) * names_.size() +
                  static_cast<std::size_t>(opponent)];
}

const Tally& Standings::against(int engine, int opponent) const {
    return pairs_[static_cast<std::size_t>(engine) * names_.size() +
                  static_cast<std::size_t>(opponent)];
}

const Tally& Standings::in_seat(int engine, int seat) const {
    return seats_[static_cast<std::size_t>(engine)][static_cast<std::size_t>(seat)];
}

int Standings::faults(int engine, FaultKind kind) const {
    return faults_[static_cast<std::size_t>(engine)][static_cast<std::size_t>(kind)];
}

void Standings::add(const GameLog& log) {
    const std::array<int, 2> engines = {find(log.engines[0]), find(log.engines[1])};
    if (engines[0] < 0 || engines[1] < 0) return;
    for (const int seat : {0, 1}) {
        const int engine = engines[static_cast<std::size_t>(seat)];
        const auto at = static_cast<std::size_t>(engine);
        const int points = log.points(seat);
        totals_[at].add(points);
        cell(engine, engines[static_cast<std::size_t>(1 - seat)]).add(points);
        seats_[at][static_cast<std::size_t>(seat)].add(points);
        if (log.fault && log.fault->seat == seat) {
            ++faults_[at][static_cast<std::size_t>(log.fault->kind)];
        }
    }
}

int Standings::buchholz(int engine) const {
    int sum = 0;
    for (int other = 0; other < engines(); ++other) {
        sum += against(engine, other).games() * total(other).half_points();
    }
    return sum;
}

std::vector<int> Standings::ranking() const {
    std::vector<int> order(names_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        const int left = total(a).half_points(), right = total(b).half_points();
        return left != right ? left > right : buchholz(a) > buchholz(b);
    });
    return order;
}

namespace {

std::string points_text(const Tally& tally) {
    return fmt::format("{:.1f}/{}", tally.points(), tally.games());
}

std::size_t name_width(const Standings& s) {
    std::size_t width = 6;
    for (int i = 0; i < s.engines(); ++i) width = std::max(width, s.name(i).size());
    return width;
}

std::string cross_row(const Standings& s, int engine, const std::vector<int>& order) {
    std::string row;
    for (const int other : order) {
        const Tally& tally = s.against(engine, other);
        row += fmt::format(" {:>11}", tally.games() == 0 ? "-" : points_text(tally));
    }
    return row;
}

std::string fault_text(const Standings& s, int engine) {
    std::string text;
    for (int i = 1; i < kFaultKinds; ++i) {
        const auto kind = static_cast<FaultKind>(i);
        if (const int n = s.faults(engine, kind)) {
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", to_text(kind), n);
        }
    }
    return text.empty() ? "none" : text;
}

}  // namespace

std::string standings_table(const Standings& s) {
    const auto order = s.ranking();
    const std::size_t width = name_width(s);
    std::string text =
        fmt::format("{:>3}  {:<{}} {:>9} {:>6} {:>6} {:>6} {:>11} {:>11}", "", "engine", width,
                    "points", "won", "drawn", "lost", "seat 1", "seat 2");
    for (std::size_t i = 0; i < order.size(); ++i) text += fmt::format(" {:>11}", i + 1);
    text += "  faults\n";
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int engine = order[i];
        const Tally& total = s.total(engine);
        text += fmt::format("{:>3}  {:<{}} {:>9} {:>6} {:>6} {:>6} {:>11} {:>11}{}  {}\n", i + 1,
                            s.name(engine), width, points_text(total), total.wins, total.draws,
                            total.losses, points_text(s.in_seat(engine, 0)),
                            points_text(s.in_seat(engine, 1)), cross_row(s, engine, order),
                            fault_text(s, engine));
    }
    return text;
}

}  // namespace anqi
