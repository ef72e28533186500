// Counts of results as one side sees them.
#pragma once

namespace anqi {

struct Tally {
    int wins = 0;
    int draws = 0;
    int losses = 0;

    // `half_points`: 0, 1 or 2.
    void add(int half_points) {
        wins += half_points == 2;
        draws += half_points == 1;
        losses += half_points == 0;
    }
    int games() const { return wins + draws + losses; }
    int half_points() const { return 2 * wins + draws; }
    double points() const { return wins + 0.5 * draws; }
    // From 0 to 1; one half without a game.
    double score() const { return games() == 0 ? 0.5 : points() / games(); }

    friend Tally operator+(const Tally& a, const Tally& b) {
        return {a.wins + b.wins, a.draws + b.draws, a.losses + b.losses};
    }
    friend bool operator==(const Tally&, const Tally&) = default;
};

inline Tally reversed(const Tally& tally) { return {tally.losses, tally.draws, tally.wins}; }

}  // namespace anqi
