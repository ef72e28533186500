#include "tools/referee/schedule.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace anqi {
namespace {

constexpr std::array<std::string_view, 5> kFormats = {"match", "gauntlet", "round-robin", "swiss",
                                                      "knockout"};

// Whether everybody but at most one can be paired without a meeting that was played before,
// beginning with the best; fills `meetings`.
bool pair_up(const Standings& standings, std::vector<int> open,
             std::vector<std::pair<int, int>>& meetings, int& patience) {
    if (open.size() < 2) return true;
    const int best = open.front();
    open.erase(open.begin());
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (--patience < 0) return false;
        if (standings.against(best, open[i]).games() > 0) continue;
        std::vector<int> rest = open;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        meetings.emplace_back(best, open[i]);
        if (pair_up(standings, std::move(rest), meetings, patience)) return true;
        meetings.pop_back();
    }
    return false;
}

}  // namespace

std::string_view to_text(Format format) { return kFormats[static_cast<std::size_t>(format)]; }

std::optional<Format> find_format(std::string_view text) {
    const auto* const found = std::find(kFormats.begin(), kFormats.end(), text);
    if (found == kFormats.end()) return std::nullopt;
    return static_cast<Format>(found - kFormats.begin());
}

std::vector<Schedule::Meeting> Schedule::all_against_all() const {
    std::vector<Meeting> all;
    for (int a = 0; a < settings_.engines; ++a) {
        for (int b = a + 1; b < settings_.engines; ++b) all.emplace_back(a, b);
    }
    return all;
}

// Pairs from the top of the ranking. When the number of engines is odd, one of those who played
// most sits out, the lowest for whom the others can be paired without a repetition. Where every
// pairing repeats something, neighbours meet again.
std::vector<Schedule::Meeting> Schedule::swiss_round(const Standings& standings) const {
    const std::vector<int> ranking = standings.ranking();
    std::vector<int> resting = {-1};
    if (ranking.size() % 2 == 1) {
        resting.assign(ranking.rbegin(), ranking.rend());
        std::stable_sort(resting.begin(), resting.end(), [&](int a, int b) {
            return standings.total(a).games() > standings.total(b).games();
        });
    }
    const auto without = [&](int engine) {
        std::vector<int> open = ranking;
        std::erase(open, engine);
        return open;
    };
    for (const int engine : resting) {
        std::vector<Meeting> meetings;
        int patience = 100'000;
        if (pair_up(standings, without(engine), meetings, patience)) return meetings;
    }
    const std::vector<int> open = without(resting.front());
    std::vector<Meeting> meetings;
    for (std::size_t i = 0; i + 1 < open.size(); i += 2)
        meetings.emplace_back(open[i], open[i + 1]);
    return meetings;
}

// The first round fills the bracket up to a power of two with byes for the first engines. A tie
// goes to the engine that was entered first.
std::vector<Schedule::Meeting> Schedule::knockout_round(const Standings& standings) {
    if (round_ == 1) {
        alive_.resize(static_cast<std::size_t>(settings_.engines));
        std::iota(alive_.begin(), alive_.end(), 0);
    }
    for (std::size_t i = 0; i < last_.size(); ++i) {
        const auto [a, b] = last_[i];
        const Tally& now = standings.against(a, b);
        const int gained = now.half_points() - before_[i].half_points();
        const int games = now.games() - before_[i].games();
        const bool b_advances = gained < games;
        std::erase(alive_, b_advances ? a : b);
    }
    before_.clear();
    const std::size_t size = alive_.size();
    if (size < 2) return {};
    const std::size_t byes = std::bit_ceil(size) - size;
    std::vector<Meeting> meetings;
    for (std::size_t i = byes, j = size - 1; i < j; ++i, --j) {
        meetings.emplace_back(alive_[i], alive_[j]);
        before_.push_back(standings.against(alive_[i], alive_[j]));
    }
    return meetings;
}

std::vector<Schedule::Meeting> Schedule::meetings(const Standings& standings) {
    if (settings_.format == Format::knockout) return knockout_round(standings);
    if (round_ > settings_.rounds) return {};
    switch (settings_.format) {
        case Format::gauntlet: {
            std::vector<Meeting> all;
            for (int other = 1; other < settings_.engines; ++other) all.emplace_back(0, other);
            return all;
        }
        case Format::round_robin:
            return all_against_all();
        case Format::swiss:
            return swiss_round(standings);
        default:
            return {{0, 1}};
    }
}

void Schedule::add_meeting(Meeting meeting, std::vector<Fixture>& fixtures) {
    for (int i = 0; i < settings_.pairs; ++i) {
        const int pair = pairs_++;
        const auto start = static_cast<std::size_t>(pair) % settings_.starts.size();
        Fixture fixture{.round = round_,
                        .pair = pair + 1,
                        .first = meeting.first,
                        .second = meeting.second,
                        .deal = pair + 1,
                        .start = settings_.starts[start]};
        if (settings_.single && (i + round_) % 2 == 0) std::swap(fixture.first, fixture.second);
        fixture.game = ++games_;
        fixtures.push_back(fixture);
        if (settings_.single) continue;
        std::swap(fixture.first, fixture.second);
        fixture.game = ++games_;
        fixtures.push_back(fixture);
    }
}

std::vector<Fixture> Schedule::next_round(const Standings& standings) {
    ++round_;
    std::vector<Fixture> fixtures;
    last_ = meetings(standings);
    for (const Meeting& meeting : last_) add_meeting(meeting, fixtures);
    return fixtures;
}

int Schedule::games_in_all() const {
    const int n = settings_.engines, each = settings_.pairs * (settings_.single ? 1 : 2);
    switch (settings_.format) {
        case Format::gauntlet:
            return (n - 1) * settings_.rounds * each;
        case Format::round_robin:
            return n * (n - 1) / 2 * settings_.rounds * each;
        case Format::swiss:
            return n / 2 * settings_.rounds * each;
        case Format::knockout:
            return (n - 1) * each;
        default:
            return settings_.rounds * each;
    }
}

}  // namespace anqi
